import type { HostEvent } from '../../schemas/events.js'
import type { Receipt } from '../services/deliveries.js'
import { mirrorIssues } from '../services/mirror.js'
import { requestWork } from '../services/pillar-requests.js'
import { requestLesson } from '../services/triage/requests.js'
import { recordMention } from './mention.js'

export async function onIssue(receipt: Receipt, event: Extract<HostEvent, { kind: 'issue' }>) {
  const { tx, at, isOvertaken } = receipt
  await recordMention(receipt, event)
  const ending = event.gone ? { goneAt: at } : {}
  await mirrorIssues(tx, { repoId: event.repository.hostId, receivedAt: at, isOvertaken, ...ending }, [
    event.issue
  ])
  await requestLesson(receipt, event)
  await requestWork(receipt, event)
}
