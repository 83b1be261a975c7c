// Attempts to fix issues, as the kernel of attempts sees them: whose they are, and what follows upon their end.
import type { FixError } from '#schemas/fixing/words.js'
import { fixOf, lostFixes, noteFixFault } from '#store/fixing/attempts.js'
import type { AttemptEnd, AttemptKind } from '../attempts/attempt.js'
import { patchOwner } from '../attempts/pull.js'
import { beginNext, type HeldFix, holdFix, noteFix, saveHeldFix } from './attempt-record.js'
import { commentOnPull, statusByPull } from './pull-outcome.js'
import { errorOfStop } from './still-asked.js'

export interface FixEnd extends AttemptEnd {
  status: 'failed' | 'rejected'
  error: FixError
}

export interface FixTypes {
  held: HeldFix
  end: FixEnd
}

/** As decisions name what gives rise to an attempt. */
const FIX_EVENT = 'api.fix'

export const failedFix = (error: FixError, reason: string): FixEnd => ({
  ...{ status: 'failed', decision: 'error', error, reason },
  inputs: { error }
})

export const rejectedFix = (error: FixError, reason: string): FixEnd => ({
  ...{ status: 'rejected', decision: 'blocked', error, reason },
  inputs: { error }
})

export const fixKind: AttemptKind<FixTypes> = {
  job: 'fix.run',
  find: fixOf,
  hold: holdFix,
  subject: ({ attempt: { repoId, issueNumber } }) => ({
    repoId,
    source: 'issue_fix',
    triggerEvent: FIX_EVENT,
    targetType: 'issue',
    targetNumber: issueNumber,
    pillar: 'issue_fix'
  }),
  noteFault: (tx, id, { message: reason, isPaused }) =>
    noteFixFault(tx, id, { reason, ...(isPaused ? { heldBy: null } : {}) }),
  lastFault: ({ reason }) => reason,
  lost: lostFixes,
  endOfLost: (reason) => failedFix('lost', reason),
  async end(deps, tx, { attempt }, { end: { status, error, reason }, decisionId, at }) {
    const kept = await saveHeldFix(tx, attempt, {
      ...{ status, error, reason, decisionId, heldBy: null, finishedAt: at, updatedAt: at },
      dryRun: attempt.dryRun || error === 'dry_run'
    })
    await beginNext(deps, tx, attempt.repoId)
    await noteFix(tx, kept)
  },
  async pullOpened(deps, tx, { attempt }, { pull: { number, url } }) {
    // It may have been given up before somebody had its action tried again.
    if (attempt.status === 'superseded') return
    const at = deps.now()
    // Where people were quick, the mirror may know more of it than that it is there.
    const status = (await statusByPull(tx, attempt.repoId, number)) ?? 'submitted'
    const kept = await saveHeldFix(tx, attempt, {
      ...{ status, error: null, reason: null, prNumber: number, prUrl: url },
      ...{ finishedAt: at, updatedAt: at }
    })
    await commentOnPull(deps, tx, kept, number)
  },
  endOfPull(action) {
    const reason = action.errorMessage ?? `Its action is ${action.status}.`
    const error = errorOfStop(action)
    return error ? rejectedFix(error, reason) : failedFix('not_submitted', reason)
  }
}

export const fixPatches = patchOwner(fixKind)
