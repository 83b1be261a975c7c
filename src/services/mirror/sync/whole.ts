// Parts of a repository that are few enough to be read at once: once a day, and when they seem to have changed.
import type { HostParts, ListedPart } from '#deps.js'
import { chooseWalkMode, isRefusalRecent } from '#domain/mirror/sync.js'
import { HostError } from '#errors/host.js'
import type { Part } from '#schemas/host/enums.js'
import { saveWalk, type Walk, walkOf } from '#store/mirror/sync-walks.js'
import type { Tx } from '#store/sql/database.js'
import { inTurn, type Turn } from './turn.js'

export interface WholeList<Item> {
  items: Item[]
  /** Null if the list has none that covers all of it. */
  etag: string | null
}

export interface TakenList<Item> {
  repoId: number
  items: readonly Item[]
  /** When the host was asked. */
  at: Date
}

export type WalkCounts = Pick<Walk, 'seen' | 'changed' | 'gone'>

export interface WholePart<Item> {
  part: Part
  /** Undefined if the list has not changed since it had this ETag. */
  read(turn: Turn, etag: string | null): Promise<WholeList<Item> | undefined>
  /** Makes the mirror equal to the list. */
  take(tx: Tx, list: TakenList<Item>): Promise<WalkCounts>
  /** Whether the host shows it only to those with more rights than a sync needs. */
  mayBeRefused?: true
}

/** Events report changes in between, or that the part has to be read again. */
export async function walkWhole<Item>(turn: Turn, whole: WholePart<Item>): Promise<boolean> {
  const { deps, repoId } = turn
  const { part, read, take } = whole
  const begunAt = deps.now()
  const known = await walkOf(deps.db, repoId, part)
  if (chooseWalkMode(known, begunAt) === 'news' || isRefusalRecent(known, begunAt)) return true
  const walk = walkFrom(known, { repoId, part, begunAt })
  const etag = known?.isFullWanted ? null : walk.etag
  const list = await read(turn, etag).catch((error: unknown) => {
    if (whole.mayBeRefused && isRefusal(error)) return error
    throw error
  })
  await inTurn(turn, part, async (tx) => {
    const finished = { finishedAt: deps.now(), comparedAt: begunAt, refusal: null }
    if (list instanceof HostError) await saveWalk(tx, { ...walk, refusal: list.message })
    else if (!list) await saveWalk(tx, { ...walk, ...finished })
    else {
      const counts = await take(tx, { repoId, items: list.items, at: begunAt })
      await saveWalk(tx, { ...walk, ...finished, ...counts, etag: list.etag })
    }
  })
  return true
}

/** Undefined if the host confirms the list of this ETag. Only that of a list on a single page covers all of it. */
export async function listWhole<One extends ListedPart>(
  { deps, place }: Turn,
  part: One,
  etag: string | null
): Promise<WholeList<HostParts[One]> | undefined> {
  const list: WholeList<HostParts[One]> = { items: [], etag: null }
  const listing = { place: { ...place, priority: 'backfill' as const }, order: 'created' as const, etag }
  for await (const page of deps.host.listItems(part, listing)) {
    if (page.isUnchanged) return undefined
    list.etag = list.items.length === 0 && page.next === undefined ? (page.etag ?? null) : null
    list.items.push(...page.items)
  }
  return list
}

const isRefusal = (error: unknown): error is HostError =>
  error instanceof HostError && ['host_forbidden', 'host_not_found'].includes(error.failure)

const NEVER_READ = {
  seen: 0,
  changed: 0,
  gone: 0,
  etag: null,
  finishedAt: null,
  comparedAt: null,
  refusal: null
}

function walkFrom(
  known: Walk | undefined,
  { repoId, part, begunAt }: { repoId: number; part: Part; begunAt: Date }
): Walk {
  return {
    mode: null,
    next: null,
    newest: null,
    edge: null,
    upTo: null,
    pushedAt: null,
    countGap: 0,
    isFullWanted: false,
    ...(known ?? NEVER_READ),
    repoId,
    part,
    begunAt,
    askedAt: begunAt
  }
}
