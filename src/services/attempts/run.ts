// Runs an attempt: the guards are evaluated, and the facts they ask for are gathered, until there is a verdict. A
// worker may crash at any moment; the next one continues where it stopped.

import type { Deps, Tx } from '#deps.js'
import type { Evaluator } from '#domain/decisions/versions.js'
import { errorText } from '#domain/text/failure.js'
import { configUnreadable, HostError } from '#errors/host.js'
import { isLocked } from '#errors/locked.js'
import { ModelError } from '#errors/model.js'
import { retryAfterSeconds } from '#runtime/retry-after.js'
import type { JsonObject } from '#schemas/common.js'
import type { Verdict } from '#schemas/decisions/decisions.js'
import { loadConfig, loadStoredConfig, type ResolvedConfig } from '../configuration/resolve.js'
import { recordDecision } from '../decisions/record.js'
import { type AttemptKind, type AttemptTypes, isUndecided } from './attempt.js'
import { endAttempt } from './end.js'

/** The evaluation of the guards, with everything it was based on. */
export interface AttemptEvaluation {
  /** As recorded. */
  verdict: Verdict
  inputs: JsonObject
  configUsed: JsonObject
  waiverId: number | null
  commitSha: string | null
  /** Facts to gather before there is a final verdict; null if this verdict is final. */
  neededFacts: string | null
}

export interface AttemptRunTypes extends AttemptTypes {
  /** Facts gathered so far. */
  facts: object
  evaluation: AttemptEvaluation
}

export interface AttemptInput<Types extends AttemptRunTypes> {
  held: Types['held']
  config: ResolvedConfig
  facts: Types['facts']
  /** The job that runs the attempt. */
  jobId: string
}

export interface AttemptStep<Types extends AttemptRunTypes> extends AttemptInput<Types> {
  evaluation: Types['evaluation']
}

export interface AttemptRun<Types extends AttemptRunTypes> extends AttemptKind<Types> {
  readonly evaluator: Evaluator
  /** Facts known at the start. */
  loadInitialFacts(deps: Deps): Promise<Types['facts']>
  /** False if another job runs the attempt, or if it has to wait. */
  canProceed(tx: Tx, held: Types['held'], jobId: string): Promise<boolean>
  evaluate(deps: Deps, tx: Tx, input: AttemptInput<Types>): Promise<Types['evaluation']>
  /** Records the progress before the wanted facts are gathered. */
  recordProgress(deps: Deps, tx: Tx, step: AttemptStep<Types>): Promise<Types['held']>
  /** Runs outside of any transaction; returns all facts known then. */
  gatherFacts(deps: Deps, step: AttemptStep<Types>): Promise<Types['facts']>
  /** Writes the result: the row, the counters, the actions and the activity feed. */
  applyVerdict(
    deps: Deps,
    tx: Tx,
    step: AttemptStep<Types>,
    decided: { decisionId: number; at: Date }
  ): Promise<void>
  /** Errors that end the attempt at once. */
  endForError(error: unknown): Types['end'] | undefined
}

export interface AttemptJobRef {
  attemptId: number
  jobId: string
}

/** Idempotent: a repeated job finds the attempt decided, or run by another job. */
export async function decideAttempt<Types extends AttemptRunTypes>(
  deps: Deps,
  kind: AttemptRun<Types>,
  job: AttemptJobRef
): Promise<void> {
  try {
    await evaluateUntilDecided(deps, kind, job)
  } catch (error) {
    const end = kind.endForError(error)
    if (end) await endAttempt(deps, kind, job.attemptId, end)
    else await retryLater(deps, kind, job, error)
  }
}

/** Schedules a new job if the error says when to try again; otherwise the queue retries. */
async function retryLater<Types extends AttemptRunTypes>(
  deps: Deps,
  kind: AttemptRun<Types>,
  { attemptId }: AttemptJobRef,
  error: unknown
): Promise<void> {
  // No fault of the attempt: the job returns to the queue.
  if (isLocked(error)) throw error
  const until = error instanceof HostError || error instanceof ModelError ? error.until : undefined
  await deps.transaction(async (tx) => {
    await kind.recordFault(tx, attemptId, { message: errorText(error), isPaused: until !== undefined })
    if (!until) return
    const startAfterSeconds = retryAfterSeconds(deps, until)
    await deps.queue.enqueue(tx, kind.job, [{ payload: { attempt_id: attemptId }, startAfterSeconds }])
  })
  if (!until) throw error
}

async function evaluateUntilDecided<Types extends AttemptRunTypes>(
  deps: Deps,
  kind: AttemptRun<Types>,
  job: AttemptJobRef
): Promise<void> {
  const found = await kind.find(deps.db, job.attemptId)
  if (!found || !isUndecided(found)) return
  // The job fails and is retried until the configuration file is readable.
  if (!(await loadConfig(deps, { repoId: found.repoId })).isReadable) throw configUnreadable()
  let facts = await kind.loadInitialFacts(deps)
  const gathered = new Set<string | null>()
  for (;;) {
    const input = { ...job, facts }
    const step = await deps.transaction((tx) => evaluateOnce(deps, tx, kind, input))
    if (!step) return
    const { neededFacts } = step.evaluation
    if (gathered.has(neededFacts))
      throw new Error(`the guards asked for the same facts twice: ${neededFacts}`)
    gathered.add(neededFacts)
    facts = await kind.gatherFacts(deps, step)
  }
}

/** Evaluates the guards with the known facts and applies a final verdict; returns the step if they want more facts. */
async function evaluateOnce<Types extends AttemptRunTypes>(
  deps: Deps,
  tx: Tx,
  kind: AttemptRun<Types>,
  { attemptId, jobId, facts }: AttemptJobRef & { facts: Types['facts'] }
): Promise<AttemptStep<Types> | undefined> {
  const found = await kind.find(tx, attemptId)
  const held = found && (await kind.lock(tx, found))
  if (!held || !isUndecided(held.attempt) || !(await kind.canProceed(tx, held, jobId))) return undefined
  // The configuration may have changed while facts were gathered.
  const input = { held, config: await loadStoredConfig(deps, tx, held.attempt.repoId), facts, jobId }
  const evaluation = await kind.evaluate(deps, tx, input)
  const step = { ...input, evaluation }
  if (evaluation.neededFacts !== null) return { ...step, held: await kind.recordProgress(deps, tx, step) }
  await recordVerdict(deps, tx, kind, step)
  return undefined
}

async function recordVerdict<Types extends AttemptRunTypes>(
  deps: Deps,
  tx: Tx,
  kind: AttemptRun<Types>,
  step: AttemptStep<Types>
): Promise<void> {
  const at = deps.now()
  const { verdict, inputs, configUsed, waiverId, commitSha } = step.evaluation
  const decisionId = await recordDecision(tx, {
    ...verdict,
    ...kind.subject(step.held),
    inputs,
    configUsed,
    waiverId,
    commitSha,
    configVersion: step.config.version,
    evaluator: kind.evaluator,
    createdAt: at
  })
  await kind.applyVerdict(deps, tx, step, { decisionId, at })
}
