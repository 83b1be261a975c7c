import type { HostEvent } from '../../schemas/events.js'
import type { Receipt } from '../services/deliveries.js'
import { requestHealing } from '../services/heal/news.js'
import { requestOutcomesAfter } from '../services/heal/proposed.js'
import { mirrorRuns } from '../services/mirror.js'
import { recordMention } from './mention.js'

export async function onCiRun(receipt: Receipt, event: Extract<HostEvent, { kind: 'ci-run' }>) {
  const { deps, tx, at, isOvertaken } = receipt
  await recordMention(receipt, event)
  await mirrorRuns(tx, { repoId: event.repository.hostId, receivedAt: at, isOvertaken }, [event.run])
  await requestOutcomesAfter(deps, tx, event.repository.hostId, event.run)
  await requestHealing(deps, tx, { runs: [event.run], trigger: 'webhook' })
}
