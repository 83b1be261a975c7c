// How flaky tests take part in managed actions: issues and pull requests have numbers only once they are open.
import type { Deps, Tx } from '#deps.js'
import { isUnfinished } from '#domain/actions/actions.js'
import { valueAt } from '#domain/json/path.js'
import type { ActionHooks } from '#registry.js'
import type { JsonObject } from '#schemas/common.js'
import { type ActionRow, findAction } from '#store/actions/actions.js'
import { announcedTests, saveAnnounced } from '#store/flaky-tests/tests.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { pullStateOf } from '#store/mirror/pull-requests.js'
import { SERVICE_ACTOR } from '../decisions/record.js'
import { recordPipelineEvent } from '../telemetry/record.js'
import { FLAKY_TESTS } from './check.js'
import { recordRefusal } from './pulls.js'

const NUMBERED: readonly string[] = ['track-issue', 'keep-patch-pr']

/** In a job of its own: whoever follows holds the repository first, and here the action is locked already. */
async function requestFollow({ queue }: Deps, tx: Tx, { id, source, actionType }: ActionRow): Promise<void> {
  if (source === FLAKY_TESTS && NUMBERED.includes(actionType))
    await queue.enqueue(tx, 'flaky-tests.follow', [{ payload: { action_id: id } }])
}

/** Repeatable. */
export async function followQuarantineAction(deps: Deps, actionId: number): Promise<void> {
  const action = await findAction(deps.db, actionId)
  if (!action || isUnfinished(action.status)) return
  await deps.transaction(async (tx) => {
    await lockRepository(tx, action.repoId)
    if (action.actionType === 'track-issue') await saveIssueNumber(tx, action)
    else await savePullNumber(deps, tx, action)
  })
}

const numberIn = ({ evidence }: ActionRow, key: string): number | null => {
  // Cast at the database boundary: evidence is JSON.
  const number = valueAt(evidence as JsonObject, key)
  return typeof number === 'number' ? number : null
}

async function saveIssueNumber(tx: Tx, action: ActionRow): Promise<void> {
  const issueNumber = numberIn(action, 'issue_number')
  if (issueNumber !== null && action.sourceId !== null)
    await saveAnnounced(tx, [action.sourceId], { issueNumber })
}

/** The list has all tests that were quarantined when it was made. */
async function savePullNumber(deps: Deps, tx: Tx, action: ActionRow): Promise<void> {
  const quarantinePrNumber = numberIn(action, 'pr_number')
  if (quarantinePrNumber === null) return
  const listed = (await announcedTests(tx, action.repoId)).filter(
    ({ status, quarantinedAt }) =>
      status === 'quarantined' && quarantinedAt !== null && quarantinedAt <= action.proposedAt
  )
  const added = listed.filter((test) => test.quarantinePrNumber === null)
  await saveAnnounced(
    tx,
    added.map(({ id }) => id),
    { quarantinePrNumber }
  )
  if (added.length > 0)
    await recordPipelineEvent(tx, {
      repoId: action.repoId,
      type: 'heal_attempted',
      actor: SERVICE_ACTOR,
      occurredAt: deps.now(),
      prNumber: quarantinePrNumber,
      metadata: { type: 'flaky_quarantine', count: listed.length, pr: quarantinePrNumber }
    })
  // People may have closed it before its number was known here.
  const state = await pullStateOf(tx, action.repoId, quarantinePrNumber)
  if (state === 'closed') await recordRefusal(deps, tx, action.repoId, quarantinePrNumber)
}

export const flakyTestActionHooks: ActionHooks = { ended: requestFollow }
