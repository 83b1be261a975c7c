// Runs a heal attempt: reads the logs if the guards allow it, and searches for a repair.

import type { Deps, RepositoryAccess } from '#deps.js'
import { healV2 } from '#domain/healing/heal.v2.js'
import type { RunFailure } from '#domain/healing/run-failure.js'
import { configUnreadable } from '#errors/host.js'
import type { HealRow } from '#store/healing/attempts.js'
import { repositoryById } from '#store/mirror/repositories.js'
import { type AttemptJobRef, type AttemptRun, type AttemptStep, decideAttempt } from '../attempts/run.js'
import { repositoryAccessOf } from '../mirror/repository-access.js'
import { applyHealVerdict, recordDiagnosis } from './apply-verdict.js'
import { healKind } from './attempt.js'
import { updateHealAttempt } from './attempt-record.js'
import { evaluateHeal, type HealFindings, type HealRunTypes } from './evaluation-input.js'
import { findRepair, readFailingCommit } from './find-repair.js'
import { diagnoseLogs } from './logs.js'
import { askForRepair } from './model-patch.js'

type Step = AttemptStep<HealRunTypes>

const healAttemptRun: AttemptRun<HealRunTypes> = {
  ...healKind,
  evaluator: healV2,
  // A token may belong to a person, who does other things as well.
  loadInitialFacts: async ({ host }) => ({
    ownLogin: host.client.kind === 'app' ? await host.ownLogin() : undefined
  }),
  canProceed: async () => true,
  async evaluate(deps, tx, input) {
    if (!input.config.isReadable) throw configUnreadable()
    return evaluateHeal(deps, tx, input)
  },
  async recordProgress(deps, tx, step) {
    const { held } = step
    if (step.evaluation.neededFacts === 'generate') return recordDiagnosis(deps, tx, step)
    if (held.attempt.status !== 'pending') return held
    const at = deps.now()
    return updateHealAttempt(tx, held, {
      attempt: { status: 'attempted', startedAt: at, updatedAt: at },
      run: { healStatus: 'attempted' }
    })
  },
  async gatherFacts(deps, step) {
    const { facts, held } = step
    const { fullName, ...repository } = await repositoryById(deps.db, held.attempt.repoId)
    const { findings } = facts
    if (!findings)
      return {
        ...facts,
        findings: await readFindings(deps, repositoryAccessOf({ fullName, ...repository }), step)
      }
    const { finding, candidate } = findings
    if (!finding || !candidate) throw new Error('the model was asked for a repair without a diagnosis')
    return {
      ...facts,
      findings: { ...findings, candidate: await askForRepair(deps, { fullName, finding, candidate }) }
    }
  },
  applyVerdict: applyHealVerdict,
  endForError: () => undefined
}

export const runHeal = (deps: Deps, job: AttemptJobRef): Promise<void> =>
  decideAttempt(deps, healAttemptRun, job)

/** What the host shows of the failure, and a repair if one is wanted. */
async function readFindings(
  deps: Deps,
  place: RepositoryAccess,
  { held: { attempt }, config }: Step
): Promise<HealFindings> {
  const { pillars } = config.config
  const commit = await readFailingCommit(deps, place, attempt)
  const finding = commit.isOwn ? undefined : await diagnoseLogs(deps, place, attempt)
  const candidate =
    finding && needsRepair(attempt, finding)
      ? await findRepair(deps, { place, heal: attempt, finding, pillars })
      : undefined
  return { finding, commit, candidate }
}

function needsRepair({ wish }: HealRow, { transient }: RunFailure): boolean {
  return wish === 'patch' || (wish === 'auto' && !transient)
}
