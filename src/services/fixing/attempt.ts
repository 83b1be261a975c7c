// Fix attempts for the attempts kernel: their subject, and what follows from their end.
import type { FixError } from '#schemas/fixing/enums.js'
import { findFix, overdueFixes, recordFixFault } from '#store/fixing/attempts.js'
import type { AttemptEnd, AttemptKind } from '../attempts/attempt.js'
import { createPatchOwner } from '../attempts/patch-owner.js'
import { LARGEST_PATCH } from '../patches/propose.js'
import {
  type LockedFix,
  lockFixWithRepo,
  recordFixActivity,
  startNextFix,
  updateFixAttempt
} from './attempt-record.js'
import { fixErrorOfStop } from './preconditions.js'
import { commentFixPull, fixStatusByPull } from './pull-outcome.js'

export interface FixEnd extends AttemptEnd {
  status: 'failed' | 'rejected'
  error: FixError
}

export interface FixTypes {
  held: LockedFix
  end: FixEnd
}

/** The trigger event that decisions record. */
const FIX_EVENT = 'api.fix'

export const failedFix = (error: FixError, reason: string): FixEnd => ({
  status: 'failed',
  decision: 'error',
  error,
  reason,
  inputs: { error }
})

export const rejectedFix = (error: FixError, reason: string): FixEnd => ({
  status: 'rejected',
  decision: 'blocked',
  error,
  reason,
  inputs: { error }
})

export const fixKind: AttemptKind<FixTypes> = {
  job: 'fix.run',
  find: findFix,
  lock: lockFixWithRepo,
  subject: ({ attempt: { repoId, issueNumber } }) => ({
    repoId,
    source: 'issue_fix',
    triggerEvent: FIX_EVENT,
    targetType: 'issue',
    targetNumber: issueNumber,
    pillar: 'issue_fix'
  }),
  recordFault: (tx, id, { message: reason, isPaused }) =>
    recordFixFault(tx, id, { reason, ...(isPaused ? { heldBy: null } : {}) }),
  lastFault: ({ reason }) => reason,
  findStale: overdueFixes,
  staleEnd: (reason) => failedFix('lost', reason),
  async end(deps, tx, { attempt }, { end: { status, error, reason }, decisionId, at }) {
    const updated = await updateFixAttempt(tx, attempt, {
      status,
      error,
      reason,
      decisionId,
      heldBy: null,
      finishedAt: at,
      updatedAt: at,
      dryRun: attempt.dryRun || error === 'dry_run'
    })
    await startNextFix(deps, tx, attempt.repoId)
    await recordFixActivity(tx, updated)
  },
  async onPullOpened(deps, tx, { attempt }, { pull: { number, url } }) {
    // It may have been superseded before somebody retried its action.
    if (attempt.status === 'superseded') return
    const at = deps.now()
    // People may have merged or closed it already.
    const status = (await fixStatusByPull(tx, attempt.repoId, number)) ?? 'submitted'
    const updated = await updateFixAttempt(tx, attempt, {
      status,
      error: null,
      reason: null,
      prNumber: number,
      prUrl: url,
      finishedAt: at,
      updatedAt: at
    })
    await commentFixPull(deps, tx, updated, number)
  },
  endWithoutPull(action) {
    const reason = action.errorMessage ?? `The action that opens the pull request is ${action.status}.`
    const error = fixErrorOfStop(action)
    return error ? rejectedFix(error, reason) : failedFix('not_submitted', reason)
  }
}

export const fixPatchOwner = createPatchOwner(fixKind, ({ pillars }) => {
  const { blocked_paths, max_file_changes: files, max_line_changes: lines } = pillars.issue_fix
  return { blockedPaths: blocked_paths, limits: { ...LARGEST_PATCH, files, lines } }
})
