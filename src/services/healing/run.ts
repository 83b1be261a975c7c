// How an attempt to heal a run goes: the logs are read where the guards let it, and what mends the failure is looked for.

import type { Deps, Place } from '#deps.js'
import type { Finding } from '#domain/healing/findings.js'
import { healV2 } from '#domain/healing/heal.v2.js'
import { configNotRead } from '#errors/host.js'
import type { HealRow } from '#store/healing/attempts.js'
import { repositoryOf } from '#store/mirror/repositories.js'
import { placeOf } from '../actions/orders.js'
import { type AttemptJobRun, type AttemptRun, type AttemptStep, runAttempt } from '../attempts/run.js'
import { healKind } from './attempt.js'
import { saveHeldHeal } from './attempt-record.js'
import { concludeHeal, noteDiagnosis } from './conclusion.js'
import { evaluateHeal, type HealFindings, type HealRunTypes } from './evaluation-input.js'
import { findRepair, readCommit } from './find-repair.js'
import { findingIn } from './logs.js'
import { askModel } from './model-patch.js'

type Step = AttemptStep<HealRunTypes>

const healing: AttemptRun<HealRunTypes> = {
  ...healKind,
  evaluator: healV2,
  // A token may belong to a person, who does other things as well.
  begin: async ({ host }) => ({ ownLogin: host.client.kind === 'app' ? await host.ownLogin() : undefined }),
  mayGoOn: async () => true,
  async evaluate(deps, tx, question) {
    if (!question.config.isReadable) throw configNotRead()
    return evaluateHeal(deps, tx, question)
  },
  async noteProgress(deps, tx, step) {
    const { held } = step
    if (step.evaluation.wants === 'generate') return noteDiagnosis(deps, tx, step)
    if (held.attempt.status !== 'pending') return held
    const at = deps.now()
    return saveHeldHeal(tx, held, {
      attempt: { status: 'attempted', startedAt: at, updatedAt: at },
      run: { healStatus: 'attempted' }
    })
  },
  async findOut(deps, step) {
    const { facts, held } = step
    const { fullName, ...repository } = await repositoryOf(deps.db, held.attempt.repoId)
    const { findings } = facts
    if (!findings) return { ...facts, findings: await read(deps, placeOf({ fullName, ...repository }), step) }
    const { finding, candidate } = findings
    if (!finding || !candidate) throw new Error('a model is asked about a failure that is known')
    return {
      ...facts,
      findings: { ...findings, candidate: await askModel(deps, { fullName, finding, candidate }) }
    }
  },
  conclude: concludeHeal,
  endOfError: () => undefined
}

export const runHeal = (deps: Deps, job: AttemptJobRun): Promise<void> => runAttempt(deps, healing, job)

/** What the host shows of the failure, and what would mend it where that is wanted. */
async function read(deps: Deps, place: Place, { held: { attempt }, config }: Step): Promise<HealFindings> {
  const { pillars } = config.config
  const commit = await readCommit(deps, place, attempt)
  const finding = commit.isOwn ? undefined : await findingIn(deps, place, attempt)
  const candidate =
    finding && isToMend(attempt, finding)
      ? await findRepair(deps, { place, heal: attempt, finding, pillars })
      : undefined
  return { finding, commit, candidate }
}

function isToMend({ wish }: HealRow, { transient }: Finding): boolean {
  return wish === 'patch' || (wish === 'auto' && !transient)
}
