// Reads one part of a repository page by page, each page with its rows and its place in one transaction.

import type { HostParts, ListedPage } from '#deps.js'
import { withinReach } from '#domain/mirror/mirror.js'
import { endOf, isForgotten, isStill, isUnpushed, modeOf, stretchOf, upToOf } from '#domain/mirror/sync.js'
import { HostError } from '#errors/host.js'
import type { WalkMode } from '#schemas/mirror/sync.js'
import { type Mirrored, saveWalk, type Walk, walkOf } from '#store/mirror/sync-walks.js'
import { followListing, partsOfMirror } from './parts.js'
import { settleUnlisted } from './suspects.js'
import { inTurn, isOver, type Turn } from './turn.js'

/** Says whether the part has been read to its end; otherwise the next turn goes on. */
export async function walkPart<One extends Mirrored>(turn: Turn, part: One): Promise<boolean> {
  const known = await walkOf(turn.deps.db, turn.repoId, part)
  const reading = await readingOf(turn, part, known ?? unknownWalk(turn.repoId, part))
  if (!reading) return true
  let { walk, asked } = reading
  let earlier: number[] = []
  while (asked) {
    const listed = asked.page.items.map(partsOfMirror[part].idOf)
    // What was created in the same moment may stand on either side of where two pages meet.
    const after = await take(turn, part, walk, { ...asked, listed: [...earlier, ...listed] })
    if (after?.mode === null) return true
    turn.pages.left -= 1
    if (!after || isOver(turn)) return false
    walk = after
    earlier = listed
    asked = await ask(turn, reading.pages)
  }
  return true
}

interface Asked<Item> {
  page: ListedPage<Item>
  askedAt: Date
}

interface Reading<Item> {
  walk: Walk
  pages: AsyncIterator<ListedPage<Item>>
  asked: Asked<Item> | undefined
}

async function ask<Item>({ deps }: Turn, pages: AsyncIterator<ListedPage<Item>>) {
  const askedAt = deps.now()
  const next = await pages.next()
  // A moment of the far future would be taken for how far the mirror has come.
  return next.done ? undefined : { page: withinReach(next.value, askedAt), askedAt }
}

type PartReading<One extends Mirrored> = Promise<Reading<HostParts[One]> | undefined>

/** Goes on with an interrupted walk, or begins one; nothing where nothing has changed since the last. */
async function readingOf<One extends Mirrored>(turn: Turn, part: One, walk: Walk): PartReading<One> {
  if (walk.mode === null || walk.next === null) return begun(turn, part, walk)
  const anew = { ...walk, mode: null, etag: null }
  if (isForgotten(walk.begunAt, turn.deps.now())) return begun(turn, part, anew)
  try {
    const pages = pagesOf(turn, part, { mode: walk.mode, from: walk.next })
    return { walk, pages, asked: await ask(turn, pages) }
  } catch (error) {
    // The host's links do not hold for ever.
    if (isRefused(error)) return begun(turn, part, anew)
    throw error
  }
}

/** The newest page comes first: by it a later walk knows whether anything has changed, and up to where this one knows. */
async function begun<One extends Mirrored>(turn: Turn, part: One, known: Walk): PartReading<One> {
  const now = turn.deps.now()
  const mode = modeOf(known, now)
  if (mode === 'news' && isQuiet(turn, part, known)) return undefined
  const newest = pagesOf(turn, part, { mode: 'news', etag: mode === 'news' ? known.etag : null })
  const asked = await ask(turn, newest).catch((error: unknown) => {
    if (isSwitchedOff(error)) return undefined
    throw error
  })
  if (!asked) return confirmed(turn, part, { ...known, isFullWanted: false, comparedAt: now })
  const { page } = asked
  if (page.isUnchanged || isStill(known, page.newest)) turn.unchanged.add(part)
  if (page.isUnchanged) return confirmed(turn, part, known)
  const walk = {
    ...known,
    ...NO_WALK,
    mode,
    begunAt: now,
    isFullWanted: false,
    pushedAt: turn.pushedAt,
    newest: page.newest,
    etag: page.etag ?? null
  }
  if (mode === 'news') return { walk, pages: newest, asked }
  const pages = pagesOf(turn, part, { mode })
  return { walk, pages, asked: await ask(turn, pages) }
}

/** Whether nothing can have changed: the list of issues has the pull requests too, with the time of their last change. */
function isQuiet({ deps, unchanged, pushedAt }: Turn, part: Mirrored, known: Walk): boolean {
  if (part === 'issues' || !unchanged.has('issues')) return false
  return part === 'pull_requests' || isUnpushed(known, { pushedAt, now: deps.now() })
}

/** Nothing is read, as nothing has changed since the last time. */
async function confirmed(turn: Turn, part: Mirrored, known: Walk): Promise<undefined> {
  const walk = { ...known, ...NO_WALK, pushedAt: turn.pushedAt, finishedAt: turn.deps.now() }
  await inTurn(turn, part, (tx) => saveWalk(tx, walk))
}

interface Start {
  mode: WalkMode
  from?: string
  etag?: string | null
}

function pagesOf<One extends Mirrored>({ deps, place }: Turn, part: One, { mode, ...start }: Start) {
  // Whoever waits for news does not wait behind those who compare everything.
  const [order, priority] =
    mode === 'full' ? (['created', 'backfill'] as const) : (['updated', 'work'] as const)
  const pages = deps.host.listed(part, { place: { ...place, priority }, order, ...start })
  return pages[Symbol.asyncIterator]()
}

interface Shown<Item> extends Asked<Item> {
  /** The ids of this page and the one before. */
  listed: number[]
}

/** Takes a page over and settles what it should have shown; nothing where that is more than one turn can settle. */
async function take<One extends Mirrored>(
  turn: Turn,
  part: One,
  walk: Walk,
  { page, askedAt, listed }: Shown<HostParts[One]>
): Promise<Walk | undefined> {
  const { deps, repoId } = turn
  const { mirror } = partsOfMirror[part]
  const isFull = walk.mode === 'full'
  const oldest = endOf(part, walk.mode ?? 'news', walk.upTo, askedAt)
  const isEnd = page.next === undefined || (oldest !== null && page.last !== null && page.last < oldest)
  const stretch = isFull && stretchOf({ edge: walk.edge, last: page.last, isEnd, end: oldest })
  const settled = stretch ? await settleUnlisted(turn, part, { ...stretch, listed }) : { there: [], gone: 0 }
  if (!settled) return undefined
  return inTurn(turn, part, async (tx) => {
    const shown = [...page.items, ...settled.there]
    const changed = await mirror(tx, { repoId, shownAt: askedAt }, shown)
    await followListing(deps, tx, part, { repoId, items: shown, wasEqual: walk.comparedAt !== null })
    const further = {
      ...walk,
      next: page.next ?? null,
      edge: page.last ?? walk.edge,
      seen: walk.seen + page.items.length,
      changed: walk.changed + changed,
      gone: walk.gone + settled.gone
    }
    const after = isEnd ? finished(further, deps.now()) : further
    await saveWalk(tx, after)
    return after
  })
}

function finished(walk: Walk, now: Date): Walk {
  return {
    ...walk,
    mode: null,
    next: null,
    edge: null,
    upTo: upToOf(walk.newest) ?? walk.upTo,
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

function unknownWalk(repoId: number, part: Mirrored): Walk {
  return {
    repoId,
    part,
    ...NO_WALK,
    upTo: null,
    etag: null,
    isFullWanted: false,
    pushedAt: null,
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
