// Changes a lane: events are applied to it, and what comes of them is written in the same transaction.
import type { Deps, Queue, Tx } from '#deps.js'
import type { Lane, LaneEvent, LaneMove, LaneWish } from '#domain/merge-queue/lane/lane.js'
import { stepLane } from '#domain/merge-queue/lane/step.js'
import { wakeAt } from '#domain/merge-queue/lane/wake.js'
import { activeEntries, type EntryRow } from '#store/merge-queue/entries.js'
import { holdLane, type LaneKey, type LaneRow, saveLane } from '#store/merge-queue/lanes.js'
import { announceMoves } from '../announce.js'
import { laneSettingsOf, type QueueSetup, storedQueueSetup } from '../setup.js'
import type { EntryNews } from './entry-fields.js'
import { recordQueueActivity } from './feed.js'
import { laneFieldsOf, laneIn } from './lane-rows.js'
import { followMoves } from './moves.js'
import { carryOutWishes } from './wishes.js'
import { writeEntries } from './write-entries.js'

export interface HeldLane {
  key: LaneKey
  row: LaneRow
  lane: Lane
  /** Active entries by number. */
  rows: ReadonlyMap<number, EntryRow>
  setup: QueueSetup
}

/** First in a transaction: whoever holds a lane takes other locks afterwards. */
export async function openLane(deps: Deps, tx: Tx, key: LaneKey): Promise<HeldLane> {
  const row = await holdLane(tx, key, deps.now())
  const entries = await activeEntries(tx, row.id)
  const setup = await storedQueueSetup(deps, tx, key.repoId)
  const rows = new Map(entries.map((entry) => [entry.prNumber, entry]))
  return { key, row, lane: laneIn(row, entries, laneSettingsOf(setup)), rows, setup }
}

export interface LaneChange {
  events: readonly LaneEvent[]
  before: HeldLane
  after: Lane
  moves: readonly LaneMove[]
  wishes: readonly LaneWish[]
  news: ReadonlyMap<number, EntryNews>
  at: Date
}

interface LaneEvents {
  events: readonly LaneEvent[]
  /** Of entries that the lane has let go of already. */
  moves?: readonly LaneMove[]
  /** What is known of entries besides, by their numbers. */
  news?: Iterable<readonly [number, EntryNews]>
}

/** Applies events one after the other, and writes what has become of the lane. */
export async function applyToLane(
  deps: Deps,
  tx: Tx,
  held: HeldLane,
  { events, moves = [], news = [] }: LaneEvents
): Promise<void> {
  const at = deps.now()
  const { after, wishes, ...stepped } = stepAll(held.lane, events, at.getTime())
  const change = {
    events,
    before: held,
    after,
    wishes,
    moves: [...moves, ...stepped.moves],
    news: new Map(news),
    at
  }
  await saveLane(tx, held.row.id, laneFieldsOf(change.after), at)
  const written = await writeEntries(tx, change)
  const followed = await followMoves(deps, tx, change, written)
  await carryOutWishes(deps, tx, change, written)
  await scheduleWake(deps, tx, change)
  await requestFill(deps, tx, change)
  await announceMoves(deps, tx, change, followed)
  await recordQueueActivity(tx, change, written)
}

function stepAll(lane: Lane, events: readonly LaneEvent[], now: number) {
  let after = lane
  const moves: LaneMove[] = []
  const wishes: LaneWish[] = []
  for (const event of events) {
    const step = stepLane(after, event, now)
    after = step.lane
    moves.push(...step.moves)
    wishes.push(...step.wishes)
  }
  return { after, moves, wishes }
}

/** A quiet lane is not polled: it says when it has to be looked at again. */
async function scheduleWake(
  { queue, now }: Deps,
  tx: Tx,
  { before, after, moves }: LaneChange
): Promise<void> {
  const laneId = before.row.id
  const at = wakeAt(after, now().getTime())
  if (at !== null) {
    const startAfterSeconds = Math.ceil((at - now().getTime()) / 1_000)
    const job = { payload: { lane_id: laneId }, startAfterSeconds, singletonKey: `${laneId} ${at}` }
    await queue.enqueue(tx, 'merge-queue.wake', [job])
  }
  const isNews = moves.length > 0 || after.batches !== before.lane.batches
  if (isNews && awaitsHost(after)) await requestLook(queue, tx, laneId)
}

/** The queue of the repository has room again. */
async function requestFill({ queue }: Deps, tx: Tx, { before, after }: LaneChange): Promise<void> {
  const most = before.setup.settings.max_queue_depth
  if (before.rows.size < most || after.entries.length >= most) return
  const job = { payload: { lane_id: before.row.id }, singletonKey: String(before.row.id) }
  await queue.enqueue(tx, 'merge-queue.fill', [job])
}

const awaitsHost = ({ entries, batches, base }: Lane): boolean =>
  entries.some(({ status }) => status === 'pending') ||
  batches.some(({ state }) => state === 'testing') ||
  (batches.length > 0 && base === null)

/** Events get lost: what is awaited for long is asked for. */
const FIRST_LOOK_SECONDS = 45
const MOST_LOOK_SECONDS = 600

export async function requestLook(queue: Queue, tx: Tx, laneId: number, tries = 0): Promise<void> {
  const startAfterSeconds = Math.min(MOST_LOOK_SECONDS, FIRST_LOOK_SECONDS * 2 ** Math.min(tries, 8))
  const job = { payload: { lane_id: laneId, tries }, startAfterSeconds, singletonKey: String(laneId) }
  await queue.enqueue(tx, 'merge-queue.look', [job])
}
