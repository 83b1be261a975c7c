import type { HostEvent } from '../../schemas/events.js'
import type { Receipt } from '../services/deliveries.js'
import { recordRepository } from '../services/identities.js'
import { mirrorIssues } from '../services/mirror.js'
import { requestWork } from '../services/pillar-requests.js'
import { requestLesson } from '../services/triage/requests.js'

export async function onIssue(receipt: Receipt, event: Extract<HostEvent, { kind: 'issue' }>) {
  const { tx, at } = receipt
  await recordRepository(tx, { ...event, at })
  const ending = event.gone ? { goneAt: at } : {}
  await mirrorIssues(tx, { repoId: event.repository.hostId, ...ending }, [event.issue])
  await requestLesson(receipt, event)
  await requestWork(receipt, event)
}
