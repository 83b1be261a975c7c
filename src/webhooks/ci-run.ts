import type { HostEvent } from '../../schemas/events.js'
import type { Tx } from '../deps.js'
import { recordRepository } from '../services/identities.js'
import { mirrorRuns } from '../services/mirror.js'

export async function onCiRun(tx: Tx, event: Extract<HostEvent, { kind: 'ci-run' }>, at: Date) {
  await recordRepository(tx, { ...event, at })
  await mirrorRuns(tx, { repoId: event.repository.hostId, source: 'event' }, [event.run])
}
