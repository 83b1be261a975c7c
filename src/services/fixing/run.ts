// Runs a fix attempt: a model analyzes the issue, then writes a patch. Stored answers are reused.

import type { Deps } from '#deps.js'
import { fixV1 } from '#domain/fixing/fix.v1.js'
import { HostError } from '#errors/host.js'
import { ModelError } from '#errors/model.js'
import type { FixAnalysis } from '#schemas/model/answers.js'
import { type FixRow, isRepositoryBusy } from '#store/fixing/attempts.js'
import { issueByNumber } from '#store/mirror/mirror.js'
import { languageOf, repositoryById } from '#store/mirror/repositories.js'
import { type AttemptJobRef, type AttemptRun, type AttemptStep, decideAttempt } from '../attempts/run.js'
import type { ResolvedConfig } from '../configuration/resolve.js'
import { repositoryAccessOf } from '../mirror/repository-access.js'
import { applyFixVerdict } from './apply-verdict.js'
import { askForAnalysis, askForPatch, checkAnalysis, listFixFiles } from './ask-model.js'
import { type FixEnd, failedFix, fixKind, rejectedFix } from './attempt.js'
import { recordFixActivity, updateFixAttempt } from './attempt-record.js'
import { evaluateFix, type FixRunTypes, type FixSubject } from './evaluation-input.js'

type Step = AttemptStep<FixRunTypes>

const fixAttemptRun: AttemptRun<FixRunTypes> = {
  ...fixKind,
  evaluator: fixV1,
  loadInitialFacts: async () => ({}),
  /** One job runs an attempt, and one attempt per repository uses the model; the next one starts when it ends. */
  async canProceed(tx, { attempt }, jobId) {
    if (attempt.heldBy !== null && attempt.heldBy !== jobId) return false
    return attempt.status !== 'pending' || !(await isRepositoryBusy(tx, attempt))
  },
  evaluate: evaluateFix,
  async recordProgress(deps, tx, { held: { attempt }, facts: { analyzed }, jobId: heldBy }) {
    const at = deps.now()
    if (analyzed) {
      const { subject, answer, analysis } = analyzed
      const updated = await updateFixAttempt(tx, attempt, {
        status: 'generating',
        analysis: JSON.stringify(answer),
        updatedAt: at,
        baseBranch: subject.base.branch,
        baseSha: subject.base.sha,
        complexity: analysis.complexity
      })
      await recordFixActivity(tx, updated)
      return { attempt: updated }
    }
    const isResumed = attempt.status !== 'pending'
    const started = isResumed ? {} : { status: 'analyzing' as const, startedAt: at, updatedAt: at }
    const updated = await updateFixAttempt(tx, attempt, { ...started, heldBy, reason: null })
    if (!isResumed) await recordFixActivity(tx, updated)
    return { attempt: updated }
  },
  async gatherFacts(deps, step) {
    const { analyzed } = step.facts
    if (!analyzed) return { analyzed: await analyze(deps, step) }
    return { analyzed, patch: await askForPatch(deps, analyzed.subject, analyzed) }
  },
  applyVerdict: applyFixVerdict,
  endForError: (error) => (error instanceof ModelError ? endForModelError(error) : undefined)
}

export const runFix = (deps: Deps, job: AttemptJobRef): Promise<void> =>
  decideAttempt(deps, fixAttemptRun, job)

/** Undefined if the attempt should be retried. */
function endForModelError({ failure, message }: ModelError): FixEnd | undefined {
  if (failure === 'model_unavailable') return undefined
  return failure === 'model_budget'
    ? rejectedFix('model_budget', message)
    : failedFix('model_failed', message)
}

async function analyze(deps: Deps, { held: { attempt }, config }: Step) {
  const subject = await loadFixSubject(deps, attempt, config)
  const files = await listFixFiles(deps, subject)
  const answer = storedAnalysis(attempt) ?? (await askForAnalysis(deps, subject, files))
  return { subject, listed: files.listed, answer, analysis: checkAnalysis(answer, subject, files) }
}

// Cast at the database boundary: the column was written from an analysis.
const storedAnalysis = ({ analysis }: FixRow): FixAnalysis | undefined =>
  analysis === null ? undefined : (JSON.parse(analysis) as FixAnalysis)

async function loadFixSubject(deps: Deps, fix: FixRow, { config }: ResolvedConfig): Promise<FixSubject> {
  const repository = await repositoryById(deps.db, fix.repoId)
  const issue = await deps.transaction((tx) => issueByNumber(tx, fix.repoId, fix.issueNumber))
  const place = repositoryAccessOf(repository)
  const branch = fix.baseBranch ?? repository.defaultBranch
  const sha = fix.baseSha ?? (branch === null ? undefined : await deps.host.branchTip(place, branch))
  if (!issue || branch === null || sha === undefined)
    throw new HostError('host_not_found', 'The host does not show the default branch of the repository.')
  const language = await languageOf(deps.db, fix.repoId)
  return { fullName: repository.fullName, place, issue, language, config, base: { branch, sha } }
}
