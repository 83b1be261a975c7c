// Attempts to heal runs, as the kernel of attempts sees them: whose they are, and what follows upon their end.

import { code } from '#domain/healing/comment.js'
import { HEAL_EVENTS } from '#schemas/healing/words.js'
import { healOf, lostHeals, noteHealFault } from '#store/healing/attempts.js'
import { intentOf } from '../actions/orders.js'
import type { AttemptEnd, AttemptKind } from '../attempts/attempt.js'
import { patchOwner } from '../attempts/pull.js'
import { type HeldHeal, holdHeal, noteHealing, requestLaterRun, saveHeldHeal } from './attempt-record.js'
import { commentDiagnosis } from './diagnosis-comment.js'

export interface HealTypes {
  held: HeldHeal
  end: AttemptEnd
}

const WITHOUT_PULL = 'Nothing: there is a repair, and its pull request could not be opened.'
const WITHOUT_ANSWER = 'Nothing: the language model gave no answer.'

const failed = (reason: string): AttemptEnd => ({ decision: 'error', reason, inputs: {} })

export const healKind: AttemptKind<HealTypes> = {
  job: 'heal.run',
  find: healOf,
  hold: holdHeal,
  subject: ({ attempt }) => ({
    repoId: attempt.repoId,
    source: 'ci_heal',
    triggerEvent: HEAL_EVENTS[attempt.trigger],
    targetType: 'branch',
    targetBranch: attempt.branch,
    pillar: 'ci_healing',
    commitSha: attempt.headSha
  }),
  noteFault: (tx, id, { message }) => noteHealFault(tx, id, message),
  lastFault: ({ error }) => error,
  lost: lostHeals,
  endOfLost: failed,
  async end(deps, tx, held, { end: { reason: error }, decisionId, at }) {
    const { attempt } = held
    const ended = { status: 'failed' as const, error, decisionId, finishedAt: at, updatedAt: at }
    const outcome = attempt.strategy === null ? null : ('unknown' as const)
    const kept = await saveHeldHeal(tx, held, {
      attempt: { ...ended, outcome },
      run: { healStatus: 'failed', healedAt: null }
    })
    // Of a repair its pull request would have told; a re-run was told of when it was decided upon.
    if (attempt.strategy === 'patch_pr')
      await commentDiagnosis(deps, tx, kept.attempt, `${WITHOUT_PULL} ${code(error)}`)
    else if (attempt.decisionId === null && !attempt.dryRun)
      await commentDiagnosis(deps, tx, kept.attempt, `${WITHOUT_ANSWER} ${code(error)}`)
    await requestLaterRun(deps, tx, kept)
    await noteHealing(tx, kept)
  },
  async pullOpened(deps, tx, held, { action, pull: { number, url } }) {
    const intent = intentOf(action)
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
    const kept = await saveHeldHeal(tx, held, {
      attempt: { ...pull, ...ended, finishedAt: at, updatedAt: at },
      run: { ...shown, healStatus: 'healed', healedAt: at }
    })
    await requestLaterRun(deps, tx, kept)
    await noteHealing(tx, kept)
  },
  endOfPull: ({ errorMessage, status }) => failed(errorMessage ?? `Its action is ${status}.`)
}

export const healPatches = patchOwner(healKind)
