import type { HostEvent } from '../../schemas/events.js'
import type { Receipt } from '../services/deliveries.js'
import { requestHealing } from '../services/heal/news.js'
import { requestOutcomesAfter } from '../services/heal/proposed.js'
import { recordRepository } from '../services/identities.js'
import { mirrorRuns } from '../services/mirror.js'

export async function onCiRun({ deps, tx, at }: Receipt, event: Extract<HostEvent, { kind: 'ci-run' }>) {
  await recordRepository(tx, { ...event, at })
  await mirrorRuns(tx, { repoId: event.repository.hostId }, [event.run])
  await requestOutcomesAfter(deps, tx, event.repository.hostId, event.run)
  await requestHealing(deps, tx, { runs: [event.run], trigger: 'webhook' })
}
