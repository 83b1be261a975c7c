// Begins rollbacks. One that cannot be carried out is recorded as well, with the reason.
import { randomUUID } from 'node:crypto'
import type { Deps, Tx } from '#deps.js'
import { valueAt } from '#domain/json/path.js'
import type { ArgumentsOf } from '#schemas/actions/arguments.js'
import type { JsonObject } from '#schemas/common.js'
import type { RollbackReason } from '#schemas/rollbacks/enums.js'
import type { EntryRow } from '#store/merge-queue/entries.js'
import type { KnownRepository } from '#store/mirror/repositories.js'
import { landingOfEntry } from '#store/rollbacks/landings.js'
import { insertRollback, type RollbackRow } from '#store/rollbacks/rollbacks.js'
import { SERVICE_ACTOR } from '../decisions/record.js'
import { announceEnd } from './announce.js'
import { recordRollback } from './record.js'

/** The commit that is taken back. */
export interface MergeToRevert {
  prNumber: number | null
  title: string | null
  mergeCommit: string
  /** What the base held before, where the merge left several commits. */
  beforeCommit: string | null
  /** Why it cannot be taken back. */
  problem: string | null
}

export interface FailedRun {
  id: number
  url: string | null
  workflow: string
}

export interface RollbackOpening {
  repository: KnownRepository
  baseBranch: string
  merge: MergeToRevert
  reason: RollbackReason
  details: string | null
  actor?: string
  decisionId?: number | null
  run?: FailedRun
  jobId?: string
}

const REBASED =
  'The commits of the pull request were rebased, and which ones these are is not known for certain.'

/** A rebase leaves several commits, of which the last is named: the landing knows what was there before them. */
export async function mergeOfEntry(tx: Tx, entry: EntryRow): Promise<MergeToRevert> {
  const { prNumber, prTitle, mergeSha, mergeMethod } = entry
  const merge = { prNumber, title: prTitle, mergeCommit: mergeSha ?? '', beforeCommit: null, problem: null }
  const landing = mergeMethod === 'rebase' ? await landingOfEntry(tx, entry) : undefined
  if (!landing) return merge
  // Casts at the database boundary: the service wrote both.
  const evidence = landing.evidence as JsonObject
  const { base_sha } = JSON.parse(landing.arguments) as ArgumentsOf<'merge-pr'>
  const tree = valueAt(evidence, 'tree_sha')
  const isAsTested = typeof tree === 'string' && tree === valueAt(evidence, 'tested_tree')
  return isAsTested && base_sha !== undefined
    ? { ...merge, beforeCommit: base_sha }
    : { ...merge, problem: REBASED }
}

/**
 * The caller holds the repository. Undefined if a rollback of this merge stands, or one for this run. Call it last in
 * the transaction: it writes to sums.
 */
export async function openRollback(
  deps: Deps,
  tx: Tx,
  opening: RollbackOpening
): Promise<RollbackRow | undefined> {
  const { repository, run, jobId = randomUUID() } = opening
  const at = deps.now()
  const row = await insertRollback(tx, rowOf(opening, at))
  if (!row) return undefined
  if (row.status === 'pending')
    await deps.queue.enqueue(tx, 'rollbacks.revert', [{ id: jobId, payload: { rollback_id: row.id } }])
  else await announceEnd(deps, tx, row)
  const { fullName } = repository
  await recordRollback(tx, { row, fullName, at, workflow: run?.workflow ?? null, isNew: true })
  return row
}

function rowOf(opening: RollbackOpening, at: Date) {
  const { repository, baseBranch, merge, reason, details, actor, decisionId = null, run } = opening
  const { problem, ...commit } = merge
  const isFailed = problem !== null
  return {
    repoId: repository.repoId,
    ...commit,
    baseBranch,
    revertCommit: null,
    revertPrNumber: null,
    revertPrUrl: null,
    triggerReason: reason,
    triggerDetails: details,
    status: isFailed ? ('failed' as const) : ('pending' as const),
    initiatedBy: actor ?? SERVICE_ACTOR,
    error: problem,
    runId: run?.id ?? null,
    runUrl: run?.url ?? null,
    decisionId,
    actionId: null,
    createdAt: at,
    completedAt: isFailed ? at : null,
    revertMergedAt: null,
    live: repository.live
  }
}
