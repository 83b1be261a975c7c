// Carries out an attempt to fix an issue: whoever does it may die at any moment, and what the model has said and was
// kept is not asked again.
import type { FixAnalysis } from '../../../schemas/model-answers.js'
import type { Deps, Tx } from '../../deps.js'
import { errorText } from '../../domain/failure.js'
import { configNotRead, HostError } from '../../host-errors.js'
import { ModelError } from '../../model-errors.js'
import { type FixRow, fixOf, isBusy, isOpen, lockFix, noteFixFault } from '../../store/fix.js'
import { issueNumbered, lockRepository } from '../../store/mirror.js'
import { languageOf, repositoryOf } from '../../store/repositories.js'
import { placeOf } from '../action-orders.js'
import { configIn, configOf, type ResolvedConfig } from '../config.js'
import { conclude, type End, endFix } from './conclusion.js'
import { type Analyzed, groundsOf, type Patched } from './grounds.js'
import { keepFix, noteFix } from './keeping.js'
import { analysisOf, analyzedFrom, listing, patchOf, type Subject } from './questions.js'

interface Attempt {
  attemptId: number
  jobId: string
}

/** Once for each attempt: who comes again finds it concluded, or another job at it. */
export async function runFix(deps: Deps, attempt: Attempt): Promise<void> {
  try {
    await work(deps, attempt)
  } catch (error) {
    await settleFault(deps, attempt, error)
  }
}

async function settleFault(deps: Deps, { attemptId }: Attempt, error: unknown): Promise<void> {
  const end = error instanceof ModelError ? endOf(error) : undefined
  const fix = await fixOf(deps.db, attemptId)
  if (end) {
    if (fix) await endFix(deps, fix, end)
    return
  }
  const until = error instanceof HostError || error instanceof ModelError ? error.until : undefined
  await deps.transaction(async (tx) => {
    await noteFixFault(tx, attemptId, { reason: errorText(error), ...(until ? { heldBy: null } : {}) })
    if (!until) return
    const startAfterSeconds = Math.max(1, Math.ceil((until.getTime() - deps.now().getTime()) / 1000))
    await deps.queue.enqueue(tx, 'fix.run', [{ payload: { attempt_id: attemptId }, startAfterSeconds }])
  })
  if (!until) throw error
}

/** Nothing where it is worth another try. */
function endOf({ failure, message }: ModelError): End | undefined {
  if (failure === 'model_unavailable') return undefined
  if (failure === 'model_budget') return { status: 'rejected', error: 'model_budget', reason: message }
  return { status: 'failed', error: 'model_failed', reason: message }
}

async function work(deps: Deps, attempt: Attempt): Promise<void> {
  const known = await fixOf(deps.db, attempt.attemptId)
  if (!known || !isOpen(known)) return
  const config = await configOf(deps, { repoId: known.repoId })
  // The queue asks again: what its file says is not known yet.
  if (!config.isReadable) throw configNotRead()
  const begun = await deps.transaction((tx) => begin(deps, tx, { ...attempt, config }))
  if (!begun) return
  const { subject, base } = await subjectOf(deps, begun, config)
  const shown = await listing(deps, subject, base.sha)
  const analysis = keptAnalysis(begun) ?? (await analysisOf(deps, subject, shown))
  const found = { config, base, said: analysis, analysis: analyzedFrom(analysis, subject, shown) }
  if (!(await deps.transaction((tx) => takeAnalysis(deps, tx, { ...attempt, ...found })))) return
  const patch = await patchOf(deps, subject, { listed: shown.listed, analysis: found.analysis })
  await deps.transaction((tx) => takePatch(deps, tx, { ...attempt, ...found, patch }))
}

// The border to the column, which was written from an analysis.
const keptAnalysis = ({ analysis }: FixRow): FixAnalysis | undefined =>
  analysis === null ? undefined : (JSON.parse(analysis) as FixAnalysis)

interface Base {
  branch: string
  sha: string
}

async function subjectOf(
  deps: Deps,
  fix: FixRow,
  { config }: ResolvedConfig
): Promise<{ subject: Subject; base: Base }> {
  const repository = await repositoryOf(deps.db, fix.repoId)
  const issue = await deps.transaction((tx) => issueNumbered(tx, fix.repoId, fix.issueNumber))
  const place = placeOf(repository)
  const branch = fix.baseBranch ?? repository.defaultBranch
  const sha = fix.baseSha ?? (branch === null ? undefined : await deps.host.branchTip(place, branch))
  if (!issue || branch === null || sha === undefined)
    throw new HostError('host_not_found', 'The host does not show the default branch of the repository.')
  const language = await languageOf(deps.db, fix.repoId)
  const subject = { fullName: repository.fullName, place, issue, language, config }
  return { subject, base: { branch, sha } }
}

type Held = Attempt & { config: ResolvedConfig }

/** The attempt, held by this job alone; nothing where it is over, or another job is at it. */
async function held(tx: Tx, { attemptId, jobId }: Attempt): Promise<FixRow | undefined> {
  const found = await fixOf(tx, attemptId)
  if (!found) return undefined
  await lockRepository(tx, found.repoId)
  const fix = await lockFix(tx, attemptId)
  if (!fix || !isOpen(fix)) return undefined
  return fix.heldBy === null || fix.heldBy === jobId ? fix : undefined
}

/** Asks the guards before anything is read; an attempt that has to wait for another begins when that one ends. */
async function begin(deps: Deps, tx: Tx, step: Held): Promise<FixRow | undefined> {
  const fix = await held(tx, step)
  if (!fix || (fix.status === 'pending' && (await isBusy(tx, fix)))) return undefined
  const { config, jobId: heldBy } = step
  const grounds = await groundsOf(deps, tx, { fix, config })
  if (grounds.judgement.plan.next !== 'analyze') {
    await conclude(deps, tx, { fix, config, grounds })
    return undefined
  }
  const at = deps.now()
  const isResumed = fix.status !== 'pending'
  const begun = isResumed ? {} : { status: 'analyzing' as const, startedAt: at, updatedAt: at }
  const kept = await keepFix(tx, fix, { ...begun, heldBy, reason: null })
  if (!isResumed) await noteFix(tx, kept)
  return kept
}

interface Found extends Held {
  base: Base
  said: FixAnalysis
  analysis: Analyzed
}

/** Says whether a patch is to be made. */
async function takeAnalysis(deps: Deps, tx: Tx, found: Found): Promise<boolean> {
  const fix = await held(tx, found)
  if (!fix) return false
  const { base, said, analysis } = found
  // While the model was thinking, somebody may have changed their mind.
  const config = await configIn(deps, tx, fix.repoId)
  const grounds = await groundsOf(deps, tx, { fix, config, analysis })
  if (grounds.judgement.plan.next !== 'generate') {
    await conclude(deps, tx, { fix, config, analysis, grounds })
    return false
  }
  const kept = await keepFix(tx, fix, {
    ...{ status: 'generating', analysis: JSON.stringify(said), updatedAt: deps.now() },
    ...{ baseBranch: base.branch, baseSha: base.sha, complexity: analysis.complexity }
  })
  await noteFix(tx, kept)
  return true
}

async function takePatch(deps: Deps, tx: Tx, { patch, ...found }: Found & { patch: Patched }): Promise<void> {
  const fix = await held(tx, found)
  if (!fix) return
  const { analysis } = found
  const config = await configIn(deps, tx, fix.repoId)
  const grounds = await groundsOf(deps, tx, { fix, config, analysis, patch })
  await conclude(deps, tx, { fix, config, analysis, patch, grounds })
}
