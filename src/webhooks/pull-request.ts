import type { HostEvent } from '../../schemas/events.js'
import type { Receipt } from '../services/deliveries.js'
import { followFixes } from '../services/fix/pull.js'
import { requestEvaluation } from '../services/gate-requests.js'
import { requestOutcomeOf } from '../services/heal/proposed.js'
import { mirrorPullRequests } from '../services/mirror.js'
import { requestWork } from '../services/pillar-requests.js'
import { requestLesson } from '../services/triage/requests.js'
import { recordMention } from './mention.js'

export async function onPullRequest(receipt: Receipt, event: Extract<HostEvent, { kind: 'pull-request' }>) {
  const { deps, tx, at, isOvertaken } = receipt
  await recordMention(receipt, event)
  await mirrorPullRequests(tx, { repoId: event.repository.hostId, receivedAt: at, isOvertaken }, [
    event.pullRequest
  ])
  await followFixes(deps, tx, event.repository.hostId, [event.pullRequest])
  await requestOutcomeOf(deps, tx, event.repository.hostId, event.pullRequest.number)
  await requestEvaluation(deps, tx, event)
  await requestLesson(receipt, event)
  await requestWork(receipt, event)
}
