import type { HostEvent } from '../../schemas/events.js'
import type { Receipt } from '../services/deliveries.js'
import { recordRepository } from '../services/identities.js'
import { mirrorRuns } from '../services/mirror.js'

export async function onCiRun({ tx, at }: Receipt, event: Extract<HostEvent, { kind: 'ci-run' }>) {
  await recordRepository(tx, { ...event, at })
  await mirrorRuns(tx, { repoId: event.repository.hostId }, [event.run])
}
