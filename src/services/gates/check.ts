// Proposes the check run with the results of an evaluation, and posts it at once if somebody waits for it.

import type { Deps, Tx } from '#deps.js'
import { gateCheckOutput } from '#domain/gates/check-output.js'
import type { GateOutcome } from '#domain/gates/gates.js'
import { HostError } from '#errors/host.js'
import { withTimeout } from '#runtime/timeout.js'
import type { Verdict } from '#schemas/decisions/decisions.js'
import { CHECK_NAME, type CheckReply } from '#schemas/gates/gates.js'
import { type ActionRow, findAction } from '#store/actions/actions.js'
import { wasFoundLate } from '#store/actions/outcomes.js'
import { executeAction } from '../actions/execute.js'
import { cancelEffect, proposeAction } from '../actions/propose.js'

/** After this time the reply is sent; the check follows later. */
const WAIT_MS = 5_000
/** For this time the job leaves the check to the waiting request. */
const HEAD_START_SECONDS = 10

export interface ProposedCheck {
  conclusion: CheckReply['conclusion']
  /** Null if the commit was not given as a full SHA. */
  actionId: number | null
}

/** An error is reported but fails nothing: the result is final, and the action is retried like any other. */
export async function postCheck(deps: Deps, proposed: ProposedCheck): Promise<CheckReply> {
  const { conclusion, actionId } = proposed
  const result = { conclusion, action_id: actionId }
  if (actionId === null)
    return { posted: false, ...result, error: 'Checks need a full commit id of 40 or 64 hexadecimal digits.' }
  const failure = await withTimeout(WAIT_MS, executeAction(deps, actionId)).then(
    () => undefined,
    (error: unknown) => postFailureReason(deps, actionId, error)
  )
  const action = await findAction(deps.db, actionId)
  if (action && isOnHost(action)) return { posted: true, ...result }
  const why = action?.errorMessage ?? action?.blockedReason ?? failure
  return {
    posted: false,
    ...result,
    error: why ?? 'The check has not been posted yet. The action is still running.'
  }
}

/** Also if a later result replaced this one while it arrived. */
const isOnHost = (row: ActionRow): boolean =>
  row.status === 'succeeded' || row.status === 'reconciled' || wasFoundLate(row)

/** Messages of the host may be shown to everybody; internal errors only go to the log. */
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
  /** Whether a request waits until the check is posted. */
  isAwaited: boolean
}

const FULL_SHA = /^([0-9a-f]{40}|[0-9a-f]{64})$/
const LONGEST_SUMMARY = 60_000

/**
 * Only a full SHA identifies a commit on the host. The check of an earlier evaluation that is not posted yet is
 * cancelled.
 */
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
  // This check is posted at once; if an earlier one arrives after it, this one is posted again.
  await cancelEffect(deps, tx, {
    repoId,
    actionKey,
    actor,
    detail: 'A later evaluation replaced the result for this commit.'
  })
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
    // A waiver lets the result pass; the check is posted anyway.
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
