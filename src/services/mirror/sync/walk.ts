// Reads one part of a repository page by page; each page is stored with the position in one transaction.

import type { HostParts, ListedPage } from '#deps.js'
import { clampFutureMoments } from '#domain/mirror/freshness.js'
import { chooseWalkMode, coveredRange, isCursorExpired, walkEnd, walkedUpTo } from '#domain/mirror/sync.js'
import { HostError } from '#errors/host.js'
import type { WalkMode } from '#schemas/mirror/sync.js'
import { type MirroredPart, saveWalk, type Walk, walkOf } from '#store/mirror/sync-walks.js'
import { miscountOf } from '#store/mirror/syncs.js'
import { noteNewest, requestComparison, shouldSkipPart } from './doubts.js'
import { handleListing, mirrorParts } from './parts.js'
import { inTurn, isOver, type Turn } from './turn.js'
import { resolveUnlisted } from './unlisted.js'

/** Returns whether the part was read to its end; otherwise the next turn continues. */
export async function walkPart<One extends MirroredPart>(turn: Turn, part: One): Promise<boolean> {
  const known = await walkOf(turn.deps.db, turn.repoId, part)
  const reading = await resumeOrBeginWalk(turn, part, known ?? unknownWalk(turn.repoId, part))
  if (!reading) return true
  let { walk, fetched } = reading
  let previous: number[] = []
  while (fetched) {
    const listed = fetched.page.items.map(mirrorParts[part].idOf)
    // Items created at the same moment may stand on either side of a page boundary.
    const after = await savePage(turn, part, walk, { ...fetched, listed: [...previous, ...listed] })
    if (after?.mode === null) return true
    turn.pages.left -= 1
    if (!after || isOver(turn)) return false
    walk = after
    previous = listed
    fetched = await fetchPage(turn, reading.pages)
  }
  return true
}

interface FetchedPage<Item> {
  page: ListedPage<Item>
  askedAt: Date
}

interface WalkReading<Item> {
  walk: Walk
  pages: AsyncIterator<ListedPage<Item>>
  fetched: FetchedPage<Item> | undefined
}

async function fetchPage<Item>({ deps }: Turn, pages: AsyncIterator<ListedPage<Item>>) {
  const askedAt = deps.now()
  const next = await pages.next()
  // A timestamp in the far future would be mistaken for the progress of the mirror.
  return next.done ? undefined : { page: clampFutureMoments(next.value, askedAt), askedAt }
}

type PartWalkReading<One extends MirroredPart> = Promise<WalkReading<HostParts[One]> | undefined>

/** Continues an interrupted walk or begins one; undefined if nothing has changed since the last one. */
async function resumeOrBeginWalk<One extends MirroredPart>(
  turn: Turn,
  part: One,
  walk: Walk
): PartWalkReading<One> {
  if (walk.mode === null || walk.next === null || walk.isFullWanted) return beginWalk(turn, part, walk)
  const restarted = { ...walk, mode: null, etag: null }
  if (isCursorExpired(walk.begunAt, turn.deps.now())) return beginWalk(turn, part, restarted)
  try {
    const pages = pagesOf(turn, part, { mode: walk.mode, from: walk.next })
    return { walk, pages, fetched: await fetchPage(turn, pages) }
  } catch (error) {
    // The links of the host expire.
    if (isRefused(error)) return beginWalk(turn, part, restarted)
    throw error
  }
}

/** Reads the newest page first: the next walk needs it to detect changes, and to know where this walk began. */
async function beginWalk<One extends MirroredPart>(turn: Turn, part: One, known: Walk): PartWalkReading<One> {
  const now = turn.deps.now()
  const mode = chooseWalkMode(known, now)
  if (mode === 'news' && shouldSkipPart(turn, part, known)) return undefined
  const newest = pagesOf(turn, part, { mode: 'news', etag: mode === 'news' ? known.etag : null })
  const fetched = await fetchPage(turn, newest).catch((error: unknown) => {
    if (isSwitchedOff(error)) return undefined
    throw error
  })
  if (!fetched) return confirmUnchanged(turn, part, { ...known, askedAt: now, comparedAt: now })
  const { page } = fetched
  noteNewest(turn, part, known, page)
  if (page.isUnchanged) return confirmUnchanged(turn, part, { ...known, askedAt: now })
  const walk = {
    ...known,
    ...NO_WALK,
    mode,
    begunAt: now,
    pushedAt: turn.standing.pushedAt,
    askedAt: now,
    newest: page.newest,
    etag: page.etag ?? null
  }
  if (mode === 'news') return { walk, pages: newest, fetched }
  const pages = pagesOf(turn, part, { mode })
  return { walk, pages, fetched: await fetchPage(turn, pages) }
}

/** Records that nothing has changed since the last walk, without reading pages. */
async function confirmUnchanged(turn: Turn, part: MirroredPart, known: Walk): Promise<undefined> {
  const walk = { ...known, ...NO_WALK, pushedAt: turn.standing.pushedAt, finishedAt: turn.deps.now() }
  await inTurn(turn, part, (tx) => saveWalk(tx, walk))
}

interface Start {
  mode: WalkMode
  from?: string
  etag?: string | null
}

function pagesOf<One extends MirroredPart>({ deps, place }: Turn, part: One, { mode, ...start }: Start) {
  // Requests for news do not wait behind full comparisons.
  const [order, priority] =
    mode === 'full' ? (['created', 'backfill'] as const) : (['updated', 'work'] as const)
  const pages = deps.host.listItems(part, { place: { ...place, priority }, order, ...start })
  return pages[Symbol.asyncIterator]()
}

interface PageToSave<Item> extends FetchedPage<Item> {
  /** The ids of this page and the previous one. */
  listed: number[]
}

/** Stores a page and resolves items that it should have contained; undefined if one turn cannot resolve all of them. */
async function savePage<One extends MirroredPart>(
  turn: Turn,
  part: One,
  walk: Walk,
  { page, askedAt, listed }: PageToSave<HostParts[One]>
): Promise<Walk | undefined> {
  const { deps, repoId } = turn
  const { mirror } = mirrorParts[part]
  const isEnd = isLast(part, walk, page, askedAt)
  const range = coveredBy(part, walk, page, askedAt)
  const resolved = range ? await resolveUnlisted(turn, part, { ...range, listed }) : { existing: [], gone: 0 }
  if (!resolved) return undefined
  return inTurn(turn, part, async (tx) => {
    const items = [...page.items, ...resolved.existing]
    const changes = await mirror(deps, tx, { repoId, shownAt: askedAt }, items)
    const changed = changes.map(({ id }) => id)
    const wasEqual = walk.comparedAt !== null
    await handleListing(deps, tx, part, { repoId, items, changed, gone: [], wasEqual })
    if (changes.some(({ isRelabelled }) => isRelabelled)) await requestComparison(turn, tx, 'labels')
    const advanced = {
      ...walk,
      next: page.next ?? null,
      edge: page.last ?? walk.edge,
      seen: walk.seen + page.items.length,
      changed: walk.changed + changed.length,
      gone: walk.gone + resolved.gone
    }
    const countGap = walk.mode === 'full' ? await miscountOf(tx, repoId) : null
    const after = isEnd
      ? finishedWalk({ ...advanced, countGap: countGap ?? walk.countGap }, deps.now())
      : advanced
    await saveWalk(tx, after)
    return { ...after, isFullWanted: false }
  })
}

function isLast(
  part: MirroredPart,
  { mode, upTo }: Walk,
  { next, last }: ListedPage<unknown>,
  askedAt: Date
): boolean {
  const oldest = walkEnd(part, mode ?? 'news', upTo, askedAt)
  return next === undefined || (oldest !== null && last !== null && last < oldest)
}

/** The period that a page covers completely, by the order of its list. */
function coveredBy(part: MirroredPart, walk: Walk, page: ListedPage<unknown>, askedAt: Date) {
  const { edge, mode } = walk
  const by = mode === 'full' || part === 'ci_runs' ? ('created' as const) : ('updated' as const)
  // A walk for news ends at known items; the list continues beyond them.
  const isEnd = mode === 'full' ? isLast(part, walk, page, askedAt) : page.next === undefined
  const range = coveredRange({
    edge,
    last: page.last,
    isEnd,
    end: walkEnd(part, 'full', null, askedAt)
  })
  return range && { ...range, by }
}

function finishedWalk(walk: Walk, now: Date): Walk {
  return {
    ...walk,
    mode: null,
    next: null,
    edge: null,
    upTo: walkedUpTo(walk.newest) ?? walk.upTo,
    finishedAt: now,
    comparedAt: walk.mode === 'full' ? walk.begunAt : walk.comparedAt
  }
}

const NO_WALK = {
  mode: null,
  next: null,
  newest: null,
  edge: null,
  begunAt: null,
  seen: 0,
  changed: 0,
  gone: 0
}

function unknownWalk(repoId: number, part: MirroredPart): Walk {
  return {
    repoId,
    part,
    ...NO_WALK,
    upTo: null,
    etag: null,
    isFullWanted: false,
    pushedAt: null,
    askedAt: null,
    countGap: 0,
    finishedAt: null,
    comparedAt: null,
    refusal: null
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof HostError && ['host_refused', 'host_not_found'].includes(error.failure)
}

/** A repository may have issues or Actions disabled: the host then answers 410 Gone. */
function isSwitchedOff(error: unknown): boolean {
  return error instanceof HostError && error.hostStatus === 410
}
