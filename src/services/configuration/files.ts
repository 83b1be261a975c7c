// Keeps copies of configuration files: fetched when the host reports a change, and when they are old.

import type { Deps, Tx } from '#deps.js'
import { faultSentence, type ParsedConfigFile, parseConfigFile } from '#domain/configuration/file.js'
import { redactDocument } from '#domain/text/redaction.js'
import { storable } from '#domain/text/storable.js'
import { DAY_MS, MINUTE_MS } from '#domain/time/durations.js'
import { HostError } from '#errors/host.js'
import { withTimeout } from '#runtime/timeout.js'
import { recordActivity } from '#store/activity/activity.js'
import {
  lockFileError,
  nextConfigFeedId,
  ORGANISATION_REPOSITORY,
  type StoredConfig,
  type StoredFile,
  saveFile,
  saveFileCheck,
  storedConfig,
  storedFile
} from '#store/configuration/configs.js'

const FRESH_FOR_MS = 5 * MINUTE_MS
/** After a failure: retried soon, but not on every use. */
const RETRY_AFTER_MS = 30_000
const LONGEST_WAIT_MS = 2_000
const MOST_ERRORS = 5

/** Schedules a read of the file of a repository after this transaction commits. */
export async function requestConfigRefresh(deps: Deps, tx: Tx, repoId: number): Promise<void> {
  if (!deps.host.client.isConfigured) return
  await deps.queue.enqueue(tx, 'config.refresh', [
    { payload: { repo_id: repoId }, singletonKey: `config:${repoId}` }
  ])
}

/** Pushes report changes, and actions refresh the copy first, so that a good copy is refreshed only once a day. */
const VALID_FOR_MS = DAY_MS

/** Schedules a read if the file was never read, if the last read failed, or if the copy is old. */
export async function requestStaleConfigRefresh(deps: Deps, tx: Tx, repoId: number): Promise<void> {
  const known = await storedFile(tx, repoId)
  const { fetchedAt = null, error = null } = known ?? {}
  const isGood =
    fetchedAt !== null && error === null && deps.now().getTime() - fetchedAt.getTime() < VALID_FOR_MS
  if (!isGood) await requestConfigRefresh(deps, tx, repoId)
}

/** The stored configuration, after its files were refreshed as far as the host answers in time. */
export async function refreshStoredConfig(deps: Deps, repoId: number): Promise<StoredConfig> {
  const stored = await storedConfig(deps.db, repoId)
  const outdated = [stored.file, stored.org].filter((file) => file !== undefined && isOutdated(deps, file))
  if (outdated.length === 0) return stored
  const refreshing = outdated.map((file) => refreshShared(deps, file?.repoId ?? repoId))
  // Nobody waits longer for the host: the stored copies apply until it answers. A failed read is logged.
  await withTimeout(LONGEST_WAIT_MS, Promise.allSettled(refreshing)).catch(() => {})
  return storedConfig(deps.db, repoId)
}

function isOutdated({ host, now }: Deps, { checkedAt, error, isGone }: StoredFile): boolean {
  if (!host.client.isConfigured || isGone) return false
  const freshForMs = error === null ? FRESH_FOR_MS : RETRY_AFTER_MS
  return checkedAt === null || now().getTime() - checkedAt.getTime() >= freshForMs
}

const inFlight = new WeakMap<Deps['db'], Map<number, Promise<void>>>()

/** Concurrent readers of a file share one request. */
function refreshShared(deps: Deps, repoId: number): Promise<void> {
  const requests = inFlight.get(deps.db) ?? new Map<number, Promise<void>>()
  inFlight.set(deps.db, requests)
  const known = requests.get(repoId)
  if (known) return known
  const request = refreshOutdatedFile(deps, repoId).finally(() => requests.delete(repoId))
  // Handled here, because nobody may be waiting for it any more.
  request.catch((error: unknown) =>
    deps.log.warn({ err: error, repoId }, 'Configuration file could not be read')
  )
  requests.set(repoId, request)
  return request
}

/** Another reader may have refreshed it between the look of this one at the copy and its request. */
async function refreshOutdatedFile(deps: Deps, repoId: number): Promise<void> {
  const known = await storedFile(deps.db, repoId)
  if (known && isOutdated(deps, known)) await refreshFile(deps, known, 'interactive')
}

export async function refreshConfigFile(
  deps: Deps,
  repoId: number,
  priority: 'interactive' | 'work'
): Promise<void> {
  if (!deps.host.client.isConfigured) return
  const known = await storedFile(deps.db, repoId)
  if (known) await refreshFile(deps, known, priority)
}

/**
 * Reads the file from the host. If it cannot be read or is invalid, the last good copy stays, and no action may rely on
 * it.
 */
async function refreshFile(deps: Deps, known: StoredFile, priority: 'interactive' | 'work'): Promise<void> {
  const { repoId } = known
  const checkedAt = deps.now()
  const result = await fetchFile(deps, known, priority)
  await deps.transaction(async (tx) => {
    if ('content' in result) return saveFile(tx, { repoId, checkedAt, error: null, ...result })
    const previousError = result.isInvalid ? await lockFileError(tx, repoId) : null
    const isSaved = await saveFileCheck(tx, { repoId, checkedAt, error: result.error })
    if (isSaved && result.isInvalid && result.error !== previousError)
      await recordInvalidFile(deps, tx, { repoId, error: result.error, at: checkedAt })
  })
}

/** Reported once per error, not on every attempt to read it. */
async function recordInvalidFile(
  { log }: Deps,
  tx: Tx,
  { repoId, error, at }: { repoId: number; error: string; at: Date }
): Promise<void> {
  log.warn({ repoId, error }, 'Configuration file is invalid; the repository is left alone until it is fixed')
  await recordActivity(tx, [
    {
      source: 'config_change',
      sourceId: await nextConfigFeedId(tx),
      repoId,
      targetNumber: null,
      targetUrl: null,
      actionType: 'file_invalid',
      status: 'failed',
      detail: `The file is invalid. Nothing is done until it is fixed. ${error}`,
      createdAt: at
    }
  ])
}

type FetchedFile =
  | { isInvalid: false; error: string | null }
  | { isInvalid: true; error: string }
  | Pick<StoredFile, 'path' | 'sha' | 'etag' | 'content'>

async function fetchFile(
  deps: Deps,
  known: StoredFile,
  priority: 'interactive' | 'work'
): Promise<FetchedFile> {
  const { owner, name: repo, installationId, fetchedAt, error } = known
  // The ETag is only sent if the last read was usable: "unchanged" then confirms the stored copy.
  const cached = fetchedAt !== null && error === null ? known : { path: null, etag: null }
  try {
    const found = await deps.host.configFile({ owner, repo, installationId, priority }, cached)
    if (found.kind === 'unchanged') return { isInvalid: false, error: null }
    if (found.kind === 'none') return { path: null, sha: null, etag: null, content: {} }
    if (found.kind === 'unusable') return invalid(found.path, found.why)
    const parsed = parseConfigFile(found.text, { mayLock: repo.toLowerCase() === ORGANISATION_REPOSITORY })
    if (parsed.content === undefined) return invalid(found.path, errorSummary(parsed))
    return { path: found.path, sha: found.sha, etag: found.etag, content: redactDocument(parsed.content) }
  } catch (failure) {
    if (failure instanceof HostError) return { isInvalid: false, error: failure.message }
    throw failure
  }
}

/** Paths in a file may contain any characters. */
const invalid = (path: string, why: string): FetchedFile => ({
  isInvalid: true,
  error: storable(`${path}: ${why}`)
})

function errorSummary({ errors }: ParsedConfigFile): string {
  const summary = errors.slice(0, MOST_ERRORS).map(faultSentence).join('; ')
  return errors.length > MOST_ERRORS ? `${summary}; and ${errors.length - MOST_ERRORS} more` : summary
}
