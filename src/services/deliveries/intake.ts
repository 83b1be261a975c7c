// Records incoming deliveries together with their jobs; deliveries that arrive together share one commit.
import { hash, randomUUID } from 'node:crypto'
import type { Deps } from '#deps.js'
import { mayNameSecret, sanitizePayload } from '#domain/text/sanitize.js'
import { batched } from '#runtime/batch.js'
import type { JsonObject } from '#schemas/common.js'
import type { Receipt } from '#schemas/deliveries/webhooks.js'
import { countDuplicates, insertDeliveries, type NewDelivery } from '#store/deliveries/deliveries.js'
import { addToHours, countsOf } from '#store/deliveries/hours.js'
import type { Tx } from '#store/sql/database.js'
import { retryRedelivered } from './retries.js'

export interface IncomingDelivery {
  deliveryId: string
  eventName: string
  /** The text as it arrived; `payload` is its parsed form. */
  body: string
  payload: JsonObject
  /** When the host sent it, for recovered deliveries. */
  sentAt?: Date
}

export type ReceiveDelivery = (arrival: IncomingDelivery) => Promise<Receipt>

/** A delivery is new, was recorded before, or had failed and is retried. */
type ArrivalKind = 'new' | 'repeated' | 'again'

const MOST_AT_ONCE = 64
/** The embedded database takes a batch in one piece, for a megabyte about a tenth of a second, in which nothing else is done. */
const LONGEST_AT_ONCE = 4 * 1024 * 1024
const COMMITS_AT_ONCE = 3

/** Deliveries of one repository are committed one batch after another, so that their ids have the order of arrival. */
export function createIntake(deps: Deps): ReceiveDelivery {
  const recorders = Array.from({ length: COMMITS_AT_ONCE }, () =>
    batched<NewDelivery, ArrivalKind>((rows) => deps.transaction((tx) => recordDeliveries(deps, tx, rows)), {
      most: MOST_AT_ONCE,
      weight: { of: ({ payload }) => payload.length, most: LONGEST_AT_ONCE }
    })
  )
  const recorderOf = ({ repoId, installationId }: NewDelivery) => {
    const recorder = recorders[(repoId ?? installationId ?? 0) % COMMITS_AT_ONCE]
    if (!recorder) throw new Error('ids of the host are whole and positive')
    return recorder
  }
  return async (arrival) => {
    const row = rowOf(deps, arrival)
    const arrived = await recorderOf(row)(row)
    return {
      queued: arrived === 'again' || (arrived === 'new' && row.state === 'queued'),
      duplicate: arrived === 'repeated',
      ignored: arrived === 'new' && row.state === 'ignored',
      delivery_id: row.deliveryId,
      event: row.eventName,
      action: row.action
    }
  }
}

function rowOf(deps: Deps, { deliveryId, eventName, body, payload, sentAt }: IncomingDelivery): NewDelivery {
  const clean = sanitizePayload(payload)
  const isWanted = deps.host.eventOf(eventName, clean) !== undefined
  const now = deps.now()
  // The time of sending keeps a late delivery from replacing newer data.
  const receivedAt = sentAt && sentAt < now ? sentAt : now
  return {
    deliveryId,
    eventName,
    ...deps.host.deliverySubjectOf(clean),
    state: isWanted ? 'queued' : 'ignored',
    receivedAt,
    processedAt: isWanted ? null : now,
    payload: clean === payload && !mayNameSecret(body) ? body : JSON.stringify(clean),
    payloadSha256: hash('sha256', body),
    jobId: isWanted ? randomUUID() : null,
    isRecovered: sentAt !== undefined
  }
}

/** Returns the kind of each row. */
async function recordDeliveries(deps: Deps, tx: Tx, rows: NewDelivery[]): Promise<ArrivalKind[]> {
  const firsts = new Map(rows.toReversed().map((row) => [row.deliveryId, row]))
  const unique = rows.filter((row) => firsts.get(row.deliveryId) === row)
  const ids = await insertDeliveries(tx, unique)
  const isNew = rows.map((row) => firsts.get(row.deliveryId) === row && ids.has(row.deliveryId))
  const repeated = rows.filter((_, at) => !isNew[at])
  await countRepeated(deps, tx, repeated)
  const retried = await retryRedelivered(deps, tx, repeated)
  await enqueueFresh(
    deps,
    tx,
    unique.filter((row) => ids.has(row.deliveryId)),
    ids
  )
  return rows.map(({ deliveryId }, at) => {
    if (isNew[at]) return 'new'
    return retried.has(deliveryId) ? 'again' : 'repeated'
  })
}

async function countRepeated(deps: Deps, tx: Tx, rows: NewDelivery[]): Promise<void> {
  if (rows.length === 0) return
  const times = new Map<string, number>()
  for (const { deliveryId } of rows) times.set(deliveryId, (times.get(deliveryId) ?? 0) + 1)
  await countDuplicates(tx, times, deps.now())
}

async function enqueueFresh(
  deps: Deps,
  tx: Tx,
  fresh: NewDelivery[],
  ids: Map<string, number>
): Promise<void> {
  const jobs = fresh.flatMap(({ deliveryId, jobId }) => {
    const row = ids.get(deliveryId)
    return jobId === null || row === undefined
      ? []
      : [{ id: jobId, payload: { delivery_row: row, job_id: jobId } }]
  })
  const counts = fresh.map(({ receivedAt, eventName, state }) => ({
    receivedAt,
    eventName,
    counts: { total: 1, ...countsOf(state, false) }
  }))
  // Sent together, which saves a round trip for everybody who waits for this commit.
  await Promise.all([
    jobs.length > 0 && deps.queue.enqueue(tx, 'delivery.handle', jobs),
    addToHours(tx, counts)
  ])
}
