// Heal attempts for the attempts kernel: their subject, and what follows from their end.

import { changedFilesIn } from '#domain/healing/changed-files.js'
import type { JsonObject } from '#schemas/common.js'
import { HEAL_EVENTS } from '#schemas/healing/enums.js'
import { findHeal, overdueHeals, recordHealFault } from '#store/healing/attempts.js'
import { intentOfAction } from '../actions/action-row.js'
import type { AttemptEnd, AttemptKind } from '../attempts/attempt.js'
import { createPatchOwner } from '../attempts/patch-owner.js'
import { LARGEST_PATCH } from '../patches/propose.js'
import { announceRepair } from './announcements.js'
import {
  type LockedHeal,
  lockHealWithRun,
  recordHealActivity,
  requestLaterRunCheck,
  updateHealAttempt
} from './attempt-record.js'
import { commentDiagnosis } from './diagnosis-comment.js'

export interface HealTypes {
  held: LockedHeal
  end: AttemptEnd
}

const failedEnd = (reason: string): AttemptEnd => ({ decision: 'error', reason, inputs: {} })

export const healKind: AttemptKind<HealTypes> = {
  job: 'heal.run',
  find: findHeal,
  lock: lockHealWithRun,
  subject: ({ attempt }) => ({
    repoId: attempt.repoId,
    source: 'ci_heal',
    triggerEvent: HEAL_EVENTS[attempt.trigger],
    targetType: 'branch',
    targetBranch: attempt.branch,
    pillar: 'ci_healing',
    commitSha: attempt.headSha
  }),
  recordFault: (tx, id, { message }) => recordHealFault(tx, id, message),
  lastFault: ({ error }) => error,
  findStale: overdueHeals,
  staleEnd: failedEnd,
  async end(deps, tx, held, { end: { reason: error }, decisionId, at }) {
    const { attempt } = held
    const ended = { status: 'failed' as const, error, decisionId, finishedAt: at, updatedAt: at }
    const outcome = attempt.strategy === null ? null : ('unknown' as const)
    const updated = await updateHealAttempt(tx, held, {
      attempt: { ...ended, outcome },
      run: { healStatus: 'failed', healedAt: null }
    })
    // The diagnosis of a re-run was commented when it was decided; that of a repair would have come with its pull request.
    if (attempt.strategy === 'patch_pr')
      await commentDiagnosis(deps, tx, updated, { is: 'no_pull_request', reason: error })
    else if (attempt.decisionId === null && !attempt.dryRun)
      await commentDiagnosis(deps, tx, updated, { is: 'no_model_answer', reason: error })
    await requestLaterRunCheck(deps, tx, updated)
    await recordHealActivity(tx, updated)
  },
  async onPullOpened(deps, tx, held, { action, pull: { number, url } }) {
    const intent = intentOfAction(action)
    if (intent.actionType !== 'create-patch-pr') return
    const at = deps.now()
    const { branch, title } = intent.arguments
    const pull = {
      healBranch: branch,
      prNumber: number,
      prUrl: url,
      prTitle: title,
      prStatus: 'open' as const
    }
    const ended = { status: 'healed' as const, outcome: 'pending' as const, error: null }
    const shown = { healFixApplied: `Proposed in #${number}.`, healPrUrl: url, healPrNumber: number }
    const updated = await updateHealAttempt(tx, held, {
      attempt: { ...pull, ...ended, finishedAt: at, updatedAt: at },
      run: { ...shown, healStatus: 'healed', healedAt: at }
    })
    // Cast at the database boundary: evidence is JSON.
    await announceRepair(deps, tx, updated, changedFilesIn(action.evidence as JsonObject))
    await requestLaterRunCheck(deps, tx, updated)
    await recordHealActivity(tx, updated)
  },
  endWithoutPull: ({ errorMessage, status }) =>
    failedEnd(errorMessage ?? `The action that opens the pull request is ${status}.`)
}

export const healPatchOwner = createPatchOwner(healKind, ({ pillars }) => ({
  blockedPaths: pillars.ci_healing.blocked_file_patterns,
  limits: LARGEST_PATCH
}))
