// Reads one part of a repository page by page, each page with its rows and its place in one transaction.

import type { HostParts, ListedPage } from '#deps.js'
import { clampFutureMoments } from '#domain/mirror/freshness.js'
import {
  chooseWalkMode,
  isCursorExpired,
  pageCreationRange,
  walkEnd,
  walkedUpTo
} from '#domain/mirror/sync.js'
import { HostError } from '#errors/host.js'
import type { WalkMode } from '#schemas/mirror/sync.js'
import { type MirroredPart, saveWalk, type Walk, walkOf } from '#store/mirror/sync-walks.js'
import { miscountOf } from '#store/mirror/syncs.js'
import { doubt, isLeftOut, noteNewest } from './doubts.js'
import { handleListing, mirrorParts } from './parts.js'
import { inTurn, isOver, type Turn } from './turn.js'
import { resolveUnlisted } from './unlisted.js'

/** Says whether the part has been read to its end; otherwise the next turn goes on. */
export async function walkPart<One extends MirroredPart>(turn: Turn, part: One): Promise<boolean> {
  const known = await walkOf(turn.deps.db, turn.repoId, part)
  const reading = await resumeOrBeginWalk(turn, part, known ?? unknownWalk(turn.repoId, part))
  if (!reading) return true
  let { walk, asked } = reading
  let earlier: number[] = []
  while (asked) {
    const listed = asked.page.items.map(mirrorParts[part].idOf)
    // What was created in the same moment may stand on either side of where two pages meet.
    const after = await savePage(turn, part, walk, { ...asked, listed: [...earlier, ...listed] })
    if (after?.mode === null) return true
    turn.pages.left -= 1
    if (!after || isOver(turn)) return false
    walk = after
    earlier = listed
    asked = await fetchPage(turn, reading.pages)
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
  asked: FetchedPage<Item> | undefined
}

async function fetchPage<Item>({ deps }: Turn, pages: AsyncIterator<ListedPage<Item>>) {
  const askedAt = deps.now()
  const next = await pages.next()
  // A moment of the far future would be taken for how far the mirror has come.
  return next.done ? undefined : { page: clampFutureMoments(next.value, askedAt), askedAt }
}

type PartWalkReading<One extends MirroredPart> = Promise<WalkReading<HostParts[One]> | undefined>

/** Goes on with an interrupted walk, or begins one; nothing where nothing has changed since the last. */
async function resumeOrBeginWalk<One extends MirroredPart>(
  turn: Turn,
  part: One,
  walk: Walk
): PartWalkReading<One> {
  if (walk.mode === null || walk.next === null || walk.isFullWanted) return beginWalk(turn, part, walk)
  const anew = { ...walk, mode: null, etag: null }
  if (isCursorExpired(walk.begunAt, turn.deps.now())) return beginWalk(turn, part, anew)
  try {
    const pages = pagesOf(turn, part, { mode: walk.mode, from: walk.next })
    return { walk, pages, asked: await fetchPage(turn, pages) }
  } catch (error) {
    // The host's links do not hold for ever.
    if (isRefused(error)) return beginWalk(turn, part, anew)
    throw error
  }
}

/** The newest page comes first: by it a later walk knows whether anything has changed, and up to where this one knows. */
async function beginWalk<One extends MirroredPart>(turn: Turn, part: One, known: Walk): PartWalkReading<One> {
  const now = turn.deps.now()
  const mode = chooseWalkMode(known, now)
  if (mode === 'news' && isLeftOut(turn, part, known)) return undefined
  const newest = pagesOf(turn, part, { mode: 'news', etag: mode === 'news' ? known.etag : null })
  const asked = await fetchPage(turn, newest).catch((error: unknown) => {
    if (isSwitchedOff(error)) return undefined
    throw error
  })
  if (!asked) return confirmUnchanged(turn, part, { ...known, askedAt: now, comparedAt: now })
  const { page } = asked
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
  if (mode === 'news') return { walk, pages: newest, asked }
  const pages = pagesOf(turn, part, { mode })
  return { walk, pages, asked: await fetchPage(turn, pages) }
}

/** Nothing is read, as nothing has changed since the last time. */
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
  // Whoever waits for news does not wait behind those who compare everything.
  const [order, priority] =
    mode === 'full' ? (['created', 'backfill'] as const) : (['updated', 'work'] as const)
  const pages = deps.host.listItems(part, { place: { ...place, priority }, order, ...start })
  return pages[Symbol.asyncIterator]()
}

interface PageToSave<Item> extends FetchedPage<Item> {
  /** The ids of this page and the one before. */
  listed: number[]
}

/** Takes a page over and settles what it should have shown; nothing where that is more than one turn can settle. */
async function savePage<One extends MirroredPart>(
  turn: Turn,
  part: One,
  walk: Walk,
  { page, askedAt, listed }: PageToSave<HostParts[One]>
): Promise<Walk | undefined> {
  const { deps, repoId } = turn
  const { mirror } = mirrorParts[part]
  const isEnd = isLast(part, walk, page, askedAt)
  const stretch = coveredBy(part, walk, page, askedAt)
  const settled = stretch ? await resolveUnlisted(turn, part, { ...stretch, listed }) : { there: [], gone: 0 }
  if (!settled) return undefined
  return inTurn(turn, part, async (tx) => {
    const items = [...page.items, ...settled.there]
    const changes = await mirror(tx, { repoId, shownAt: askedAt }, items)
    const changed = changes.map(({ id }) => id)
    const wasEqual = walk.comparedAt !== null
    await handleListing(deps, tx, part, { repoId, items, changed, gone: [], wasEqual })
    if (changes.some(({ isRelabelled }) => isRelabelled)) await doubt(turn, tx, 'labels')
    const further = {
      ...walk,
      next: page.next ?? null,
      edge: page.last ?? walk.edge,
      seen: walk.seen + page.items.length,
      changed: walk.changed + changed.length,
      gone: walk.gone + settled.gone
    }
    const countGap = walk.mode === 'full' ? await miscountOf(tx, repoId) : null
    const after = isEnd
      ? finishedWalk({ ...further, countGap: countGap ?? walk.countGap }, deps.now())
      : further
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

/** The time of which a page shows all that there is, by what its list is ordered by. */
function coveredBy(part: MirroredPart, walk: Walk, page: ListedPage<unknown>, askedAt: Date) {
  const { edge, mode } = walk
  const by = mode === 'full' || part === 'ci_runs' ? ('created' as const) : ('updated' as const)
  // News end where all is known, and the list goes on behind it.
  const isEnd = mode === 'full' ? isLast(part, walk, page, askedAt) : page.next === undefined
  const stretch = pageCreationRange({
    edge,
    last: page.last,
    isEnd,
    end: walkEnd(part, 'full', null, askedAt)
  })
  return stretch && { ...stretch, by }
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
    comparedAt: null
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof HostError && ['host_refused', 'host_not_found'].includes(error.failure)
}

/** A repository may have no issues or no CI at all: then the host says that they are gone. */
function isSwitchedOff(error: unknown): boolean {
  return error instanceof HostError && error.hostStatus === 410
}
