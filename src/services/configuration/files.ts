// Keeps copies of configuration files: fetched when the host says that they changed, and when they have grown old.

import type { Deps, Tx } from '#deps.js'
import { faultSentence, type ParsedConfigFile, parseConfigFile } from '#domain/configuration/file.js'
import { redactDocument } from '#domain/text/redaction.js'
import { storable } from '#domain/text/storable.js'
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

const HOLDS_MS = 5 * 60_000
/** After a failure: soon again, and not with every use. */
const TRIED_AGAIN_MS = 30_000
const PATIENCE_MS = 2_000
const MOST_ERRORS = 5

/** Has the file of a repository read again, once this transaction is committed. */
export async function requestConfigRefresh(deps: Deps, tx: Tx, repoId: number): Promise<void> {
  if (!deps.host.client.isConfigured) return
  await deps.queue.enqueue(tx, 'config.refresh', [
    { payload: { repo_id: repoId }, singletonKey: `config:${repoId}` }
  ])
}

/** Pushes tell of changes, and whoever acts asks first: a copy that was good is asked for by itself once a day only. */
const GOOD_FOR_MS = 24 * 3_600_000

/** Has the file of a repository read again where it was never read, could not be read last, or is old. */
export async function requestStaleConfigRefresh(deps: Deps, tx: Tx, repoId: number): Promise<void> {
  const known = await storedFile(tx, repoId)
  const { fetchedAt = null, error = null } = known ?? {}
  const isGood =
    fetchedAt !== null && error === null && deps.now().getTime() - fetchedAt.getTime() < GOOD_FOR_MS
  if (!isGood) await requestConfigRefresh(deps, tx, repoId)
}

/** What is stored for a repository, its files as new as the host lets us know in a moment. */
export async function refreshStoredConfig(deps: Deps, repoId: number): Promise<StoredConfig> {
  const stored = await storedConfig(deps.db, repoId)
  const outdated = [stored.file, stored.org].filter((file) => file !== undefined && isOutdated(deps, file))
  if (outdated.length === 0) return stored
  const refreshing = outdated.map((file) => refreshShared(deps, file?.repoId ?? repoId))
  // Nobody waits longer for the host: the copies that there are hold until it has answered, and where it is answered
  // with what cannot be kept, the log says why.
  await withTimeout(PATIENCE_MS, Promise.allSettled(refreshing)).catch(() => {})
  return storedConfig(deps.db, repoId)
}

function isOutdated({ host, now }: Deps, { checkedAt, error }: StoredFile): boolean {
  if (!host.client.isConfigured) return false
  const holdsMs = error === null ? HOLDS_MS : TRIED_AGAIN_MS
  return checkedAt === null || now().getTime() - checkedAt.getTime() >= holdsMs
}

const flights = new WeakMap<Deps['db'], Map<number, Promise<void>>>()

/** Whoever asks while a file is being read waits for the same answer. */
function refreshShared(deps: Deps, repoId: number): Promise<void> {
  const ofThese = flights.get(deps.db) ?? new Map<number, Promise<void>>()
  flights.set(deps.db, ofThese)
  const known = ofThese.get(repoId)
  if (known) return known
  const flight = refreshConfigFile(deps, repoId, 'interactive').finally(() => ofThese.delete(repoId))
  // Also where nobody waits for it any more.
  flight.catch((error: unknown) =>
    deps.log.warn({ err: error, repoId }, 'Configuration file could not be read')
  )
  ofThese.set(repoId, flight)
  return flight
}

/** Asks the host for the file. What it cannot say, or what is not valid, leaves the last good copy, which nobody may act by. */
export async function refreshConfigFile(
  deps: Deps,
  repoId: number,
  priority: 'interactive' | 'work'
): Promise<void> {
  if (!deps.host.client.isConfigured) return
  const known = await storedFile(deps.db, repoId)
  if (!known) return
  const checkedAt = deps.now()
  const reading = await fetchFile(deps, known, priority)
  await deps.transaction(async (tx) => {
    if ('content' in reading) return saveFile(tx, { repoId, checkedAt, error: null, ...reading })
    const former = await lockFileError(tx, repoId)
    const isSaved = await saveFileCheck(tx, { repoId, checkedAt, error: reading.error })
    if (isSaved && reading.isInvalid && reading.error !== former)
      await recordInvalidFile(deps, tx, { repoId, error: reading.error, at: checkedAt })
  })
}

/** Said once for each mistake, and not with each try to read it. */
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
      detail: `The file is not valid; nothing is done until it is mended. ${error}`,
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
  // What is confirmed is the copy that is kept: not where the last answer was of no use.
  const kept = fetchedAt !== null && error === null ? known : { path: null, etag: null }
  try {
    const found = await deps.host.configFile({ owner, repo, installationId, priority }, kept)
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

/** What a file names may be any text. */
const invalid = (path: string, why: string): FetchedFile => ({
  isInvalid: true,
  error: storable(`${path}: ${why}`)
})

function errorSummary({ errors }: ParsedConfigFile): string {
  const told = errors.slice(0, MOST_ERRORS).map(faultSentence).join('; ')
  return errors.length > MOST_ERRORS ? `${told}; and ${errors.length - MOST_ERRORS} more` : told
}
