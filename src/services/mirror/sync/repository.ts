// Syncs the mirror of one repository with the host: a limited number of pages per turn, part by part.
import { randomUUID } from 'node:crypto'
import type { Deps, JobPayload } from '#deps.js'
import { wasListedRecently } from '#domain/mirror/sync.js'
import { MINUTE_MS } from '#domain/time/durations.js'
import { HostError } from '#errors/host.js'
import { isLocked } from '#errors/locked.js'
import { retryAfterSeconds } from '#runtime/retry-after.js'
import { PARTS, type Part } from '#schemas/host/enums.js'
import {
  acquireTurn,
  finishTurn,
  handOverTurn,
  markSynced,
  type SyncedRepository,
  type SyncRequest
} from '#store/mirror/syncs.js'
import { recordRepository } from '../identities.js'
import { branchRulesPart } from './branch-rules.js'
import { collaboratorsPart } from './collaborators.js'
import { compareOnMiscount } from './doubts.js'
import { labelsPart } from './labels.js'
import { enqueueSyncs } from './request.js'
import { inTurn, leaseOf, type Turn, TurnLost, turnBudget } from './turn.js'
import { walkPart } from './walk.js'
import { walkWhole } from './whole.js'

export async function syncRepository(
  deps: Deps,
  { repo_id: repoId }: JobPayload<'sync.repository'>,
  jobId: string
): Promise<void> {
  const request = { repoId, jobId }
  // If another job holds the turn, it covers this request too.
  const repository = await deps.transaction((tx) => acquireTurn(tx, leaseOf(deps, request)))
  if (!repository) return
  try {
    const turn = await turnOf(deps, jobId, repository)
    const { isDone, failures } = await walkAll(turn)
    if (failures.length > 0) await failSync(deps, request, failures)
    else if (isDone) await completeSync(turn)
    else await continueSync(deps, request, { at: deps.now(), error: null })
  } catch (error) {
    await handleSyncError(deps, request, error)
  }
}

/** Uses the current name of the repository on the host. */
async function turnOf(deps: Deps, jobId: string, repository: SyncedRepository): Promise<Turn> {
  const { repoId, owner, name, installationId, seenAt, ...standing } = repository
  const { client } = deps.host
  if (installationId === null && client.kind === 'app')
    throw new HostError(
      'host_forbidden',
      'No installation of the App has access to this repository. Install the App on it.'
    )
  const turn = { deps, repoId, jobId, standing, ...turnBudget(deps) }
  const at = deps.now()
  if (wasListedRecently(seenAt, at)) return { ...turn, place: { owner, name, installationId } }
  const found = await deps.host.fetchRepositoryById(repoId, { installationId, priority: 'work' })
  if (!found) throw new HostError('host_not_found', 'The host no longer shows the repository.')
  // The count from the last listing is too old to compare with.
  const withoutCount = { ...standing, miscount: null }
  const renamed = {
    ...turn,
    standing: withoutCount,
    place: { owner: found.owner, name: found.name, installationId }
  }
  const update = { repository: found, installationId, change: 'present' as const, at }
  await inTurn(renamed, PARTS[0], (tx) => recordRepository(turn.deps, tx, update))
  return renamed
}

interface WalkResult {
  isDone: boolean
  failures: PartFailure[]
}

/** All parts, and then those that seem to differ from the mirror. */
async function* partsFor(turn: Turn): AsyncGenerator<Part> {
  yield* PARTS
  await compareOnMiscount(turn)
  yield* turn.toCompare
}

interface PartFailure {
  part: Part
  error: HostError
}

/**
 * Each turn starts with the news of each part, which is cheap if there are none. A part that the host refuses does not
 * keep the others from being synced.
 */
async function walkAll(turn: Turn): Promise<WalkResult> {
  const failures: PartFailure[] = []
  for await (const part of partsFor(turn)) {
    const isDone = await walk(turn, part).catch((error: unknown) => {
      if (!(error instanceof HostError) || OF_ALL_PARTS.has(error.failure)) throw error
      failures.push({ part, error })
      return true
    })
    if (!isDone) return { isDone, failures: [] }
  }
  return { isDone: true, failures }
}

const OF_ALL_PARTS: ReadonlySet<string> = new Set([
  'host_rate_limited',
  'host_token_invalid',
  'host_suspended',
  'host_not_configured'
])

/** A temporary failure is retried. */
async function failSync(deps: Deps, request: SyncRequest, failures: readonly PartFailure[]): Promise<void> {
  const reasons = failures.map(({ part, error }) => `${part}: ${error.message}`).join(' ')
  deps.log.warn({ repo_id: request.repoId, reason: reasons }, 'Sync failed for parts of a repository')
  await endSync(deps, request, reasons)
  const passing = failures.find(({ error }) => error.failure === 'host_unavailable')
  if (passing) throw passing.error
}

function walk(turn: Turn, part: Part): Promise<boolean> {
  if (part === 'labels') return walkWhole(turn, labelsPart)
  if (part === 'collaborators') return walkWhole(turn, collaboratorsPart)
  if (part === 'branch_rules') return walkWhole(turn, branchRulesPart)
  return walkPart(turn, part)
}

async function completeSync({ deps, repoId, jobId, place }: Turn): Promise<void> {
  await endSync(deps, { repoId, jobId }, null)
  deps.log.info({ repo_id: repoId, repo: `${place.owner}/${place.name}` }, 'Repository synced')
}

async function endSync(deps: Deps, request: SyncRequest, error: string | null): Promise<void> {
  await deps.transaction(async (tx) => {
    const now = deps.now()
    if (error === null) await markSynced(tx, request.repoId, now)
    for (const { ended } of deps.registry.syncs) await ended?.(deps, tx, request.repoId)
    if (await finishTurn(tx, request, { now, error })) await enqueueSyncs(deps, tx, [request.repoId])
  })
}

async function continueSync(
  deps: Deps,
  request: SyncRequest,
  { at, error }: { at: Date; error: string | null }
): Promise<void> {
  const nextJobId = randomUUID()
  const startAfterSeconds = retryAfterSeconds(deps, at, 0)
  await deps.transaction(async (tx) => {
    const isHandedOver = await handOverTurn(tx, request, { nextJobId, nextAttemptAt: at, lastError: error })
    const payload = { repo_id: request.repoId }
    if (isHandedOver)
      await deps.queue.enqueue(tx, 'sync.repository', [{ payload, id: nextJobId, startAfterSeconds }])
  })
}

const PAUSE_MS = MINUTE_MS
const later = ({ now }: Deps) => new Date(now().getTime() + PAUSE_MS)

/** Stores a readable error. Temporary failures are retried; others wait for the next scheduled sync. */
async function handleSyncError(deps: Deps, request: SyncRequest, error: unknown): Promise<void> {
  if (error instanceof TurnLost) return
  // The job returns to the queue and takes the same turn again.
  if (isLocked(error)) throw error
  const { repoId } = request
  if (!(error instanceof HostError)) {
    await endSync(deps, request, 'Internal error. The log of the service has the details.')
    throw error
  }
  deps.log.warn({ repo_id: repoId, failure: error.failure, reason: error.message }, 'Sync was interrupted')
  if (error.failure === 'host_rate_limited')
    return continueSync(deps, request, { at: error.until ?? later(deps), error: error.message })
  await endSync(deps, request, error.message)
  if (error.failure === 'host_unavailable') throw error
}
