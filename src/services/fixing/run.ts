// How an attempt to fix an issue goes: a model analyses it, then writes a change. What it has said and was kept is not asked
// again.

import type { Deps } from '#deps.js'
import { fixV1 } from '#domain/fixing/fix.v1.js'
import { HostError } from '#errors/host.js'
import { ModelError } from '#errors/model.js'
import type { FixAnalysis } from '#schemas/model/answers.js'
import { type FixRow, isBusy } from '#store/fixing/attempts.js'
import { issueNumbered } from '#store/mirror/mirror.js'
import { languageOf, repositoryOf } from '#store/mirror/repositories.js'
import { placeOf } from '../actions/orders.js'
import { type AttemptJobRun, type AttemptRun, type AttemptStep, runAttempt } from '../attempts/run.js'
import type { ResolvedConfig } from '../configuration/resolve.js'
import { type FixEnd, failedFix, fixKind, rejectedFix } from './attempt.js'
import { noteFix, saveHeldFix } from './attempt-record.js'
import { concludeFix } from './conclusion.js'
import { evaluateFix, type FixRunTypes, type FixSubject } from './evaluation-input.js'
import { analysisOf, analyzedFrom, listing, patchOf } from './questions.js'

type Step = AttemptStep<FixRunTypes>

const fixing: AttemptRun<FixRunTypes> = {
  ...fixKind,
  evaluator: fixV1,
  begin: async () => ({}),
  /** One job is at an attempt, and one attempt of a repository at a model: another begins when that one ends. */
  async mayGoOn(tx, { attempt }, jobId) {
    if (attempt.heldBy !== null && attempt.heldBy !== jobId) return false
    return attempt.status !== 'pending' || !(await isBusy(tx, attempt))
  },
  evaluate: evaluateFix,
  async noteProgress(deps, tx, { held: { attempt }, facts: { analyzed }, jobId: heldBy }) {
    const at = deps.now()
    if (analyzed) {
      const { subject, answer, analysis } = analyzed
      const kept = await saveHeldFix(tx, attempt, {
        ...{ status: 'generating', analysis: JSON.stringify(answer), updatedAt: at },
        ...{ baseBranch: subject.base.branch, baseSha: subject.base.sha, complexity: analysis.complexity }
      })
      await noteFix(tx, kept)
      return { attempt: kept }
    }
    const isResumed = attempt.status !== 'pending'
    const begun = isResumed ? {} : { status: 'analyzing' as const, startedAt: at, updatedAt: at }
    const kept = await saveHeldFix(tx, attempt, { ...begun, heldBy, reason: null })
    if (!isResumed) await noteFix(tx, kept)
    return { attempt: kept }
  },
  async findOut(deps, step) {
    const { analyzed } = step.facts
    if (!analyzed) return { analyzed: await analyze(deps, step) }
    return { analyzed, patch: await patchOf(deps, analyzed.subject, analyzed) }
  },
  conclude: concludeFix,
  endOfError: (error) => (error instanceof ModelError ? endOfModelError(error) : undefined)
}

export const runFix = (deps: Deps, job: AttemptJobRun): Promise<void> => runAttempt(deps, fixing, job)

/** Nothing where it is worth another try. */
function endOfModelError({ failure, message }: ModelError): FixEnd | undefined {
  if (failure === 'model_unavailable') return undefined
  return failure === 'model_budget'
    ? rejectedFix('model_budget', message)
    : failedFix('model_failed', message)
}

async function analyze(deps: Deps, { held: { attempt }, config }: Step) {
  const subject = await subjectOf(deps, attempt, config)
  const shown = await listing(deps, subject)
  const answer = keptAnalysis(attempt) ?? (await analysisOf(deps, subject, shown))
  return { subject, listed: shown.listed, answer, analysis: analyzedFrom(answer, subject, shown) }
}

// The border to the column, which was written from an analysis.
const keptAnalysis = ({ analysis }: FixRow): FixAnalysis | undefined =>
  analysis === null ? undefined : (JSON.parse(analysis) as FixAnalysis)

async function subjectOf(deps: Deps, fix: FixRow, { config }: ResolvedConfig): Promise<FixSubject> {
  const repository = await repositoryOf(deps.db, fix.repoId)
  const issue = await deps.transaction((tx) => issueNumbered(tx, fix.repoId, fix.issueNumber))
  const place = placeOf(repository)
  const branch = fix.baseBranch ?? repository.defaultBranch
  const sha = fix.baseSha ?? (branch === null ? undefined : await deps.host.branchTip(place, branch))
  if (!issue || branch === null || sha === undefined)
    throw new HostError('host_not_found', 'The host does not show the default branch of the repository.')
  const language = await languageOf(deps.db, fix.repoId)
  return { fullName: repository.fullName, place, issue, language, config, base: { branch, sha } }
}
