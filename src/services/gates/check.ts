// Proposes the check run with the results of an evaluation, and posts it at once if somebody waits for it.

import type { Deps, Tx } from '#deps.js'
import { gateCheckOutput } from '#domain/gates/check-output.js'
import type { GateOutcome } from '#domain/gates/gates.js'
import { valueAt } from '#domain/json/path.js'
import { HostError } from '#errors/host.js'
import { withTimeout } from '#runtime/timeout.js'
import type { JsonObject } from '#schemas/common.js'
import type { Verdict } from '#schemas/decisions/decisions.js'
import { CHECK_NAME, type CheckReply } from '#schemas/gates/gates.js'
import { type ActionRow, findAction } from '#store/actions/actions.js'
import { executeAction } from '../actions/execute.js'
import { requestLateWriteCheck } from '../actions/late-writes.js'
import { cancelEffect, proposeAction } from '../actions/propose.js'

/** After so long the answer goes out; the check follows when it can. */
const WAIT_MS = 5_000
/** So long a job leaves the check to whoever waits for it. */
const HEAD_START_SECONDS = 10

export interface ProposedCheck {
  conclusion: CheckReply['conclusion']
  /** None where the commit was not named in full. */
  actionId: number | null
}

/** Whatever goes wrong is said, and fails nothing: the result stands, and the action is tried again as all are. */
export async function postCheck(deps: Deps, proposed: ProposedCheck): Promise<CheckReply> {
  const { conclusion, actionId } = proposed
  const said = { conclusion, action_id: actionId }
  if (actionId === null)
    return { posted: false, ...said, error: 'Checks need a full commit id of 40 or 64 hexadecimal digits.' }
  const failure = await withTimeout(WAIT_MS, executeAction(deps, actionId)).then(
    () => undefined,
    (error: unknown) => postFailureReason(deps, actionId, error)
  )
  const standing = await findAction(deps.db, actionId)
  if (standing && isOnHost(standing)) return { posted: true, ...said }
  const why = standing?.errorMessage ?? standing?.blockedReason ?? failure
  return {
    posted: false,
    ...said,
    error: why ?? 'The check has not been posted yet. The action is still running.'
  }
}

/** Also where a later result has taken its place while it came in. */
const isOnHost = ({ status, evidence }: ActionRow): boolean =>
  status === 'succeeded' ||
  status === 'reconciled' ||
  // The border to the column: evidence is JSON.
  valueAt(evidence as JsonObject, 'done_all_the_same') === true

/** What the host says is for everybody; what goes wrong inside is for the log. */
function postFailureReason({ log }: Deps, actionId: number, error: unknown): string | undefined {
  if (error instanceof HostError) return error.message
  log.warn({ action: actionId, err: error }, 'Check could not be posted immediately; the action will retry')
  return undefined
}

interface EvaluatedCommit {
  repoId: number
  headSha: string | null
  prNumber: number | null
  actor: string
  outcomes: GateOutcome[]
  verdict: Pick<Verdict, 'decision' | 'reason'>
  decisionId: number | null
  /** Whether somebody waits until it is posted. */
  isAwaited: boolean
}

const FULL_SHA = /^([0-9a-f]{40}|[0-9a-f]{64})$/
const LONGEST_SUMMARY = 60_000

/** Only a whole id names a commit on the host. What an earlier evaluation has not posted yet is not posted any more. */
export async function proposeGateCheck(
  deps: Deps,
  tx: Tx,
  evaluated: EvaluatedCommit
): Promise<ProposedCheck | null> {
  const { repoId, headSha, prNumber, actor, outcomes, verdict, decisionId, isAwaited } = evaluated
  if (headSha === null) return null
  const { conclusion, title, summary } = gateCheckOutput(verdict, outcomes)
  if (!FULL_SHA.test(headSha)) return { conclusion, actionId: null }
  const actionKey = `check:${CHECK_NAME}:${headSha}`
  const underWay = await cancelEffect(deps, tx, {
    ...{ repoId, actionKey, actor },
    detail: 'A later evaluation replaced the result for this commit.'
  })
  // This one goes out at once; what comes in after it is found, and this one said again.
  for (const { id } of underWay) await requestLateWriteCheck(deps, tx, id)
  const actionId = await proposeAction(deps, tx, {
    actionType: 'create-check',
    arguments: {
      name: CHECK_NAME,
      head_sha: headSha,
      conclusion,
      title,
      summary: summary.slice(0, LONGEST_SUMMARY)
    },
    repoId,
    // A waiver lets the result pass, not the word about it.
    pillar: null,
    source: 'quality_gate',
    target: prNumber === null ? { type: 'repo' } : { type: 'pr', number: prNumber },
    actionKey,
    decisionId,
    actor,
    headStartSeconds: isAwaited ? HEAD_START_SECONDS : 0
  })
  return { conclusion, actionId }
}
