// Finds deliveries that the host sent but that never arrived, and takes them in.
import type { Deps, LoggedDelivery } from '#deps.js'
import { DAY_MS, MINUTE_MS } from '#domain/time/durations.js'
import { HostError } from '#errors/host.js'
import { diskIsLow } from '#errors/store.js'
import { checkedUntil, filterArrived, saveCheck } from '#store/deliveries/checks.js'
import { isDiskLow } from '#store/disk.js'
import { createIntake, type ReceiveDelivery } from './intake.js'

/** A delivery that was just sent may still arrive, unless the host says that it has failed. */
const ON_ITS_WAY_MS = 2 * MINUTE_MS
/** If the host sent more, older deliveries are left to the sync. */
const MOST_PAGES = 200
/** The range of the first check: about as long as the host keeps its log. */
const LOOK_BACK_MS = 3 * DAY_MS

export async function recoverDeliveries(deps: Deps): Promise<void> {
  const { host } = deps
  if (host.client.kind !== 'app' || !host.verify) return
  const checkedAt = deps.now()
  const before = (ms: number) => new Date(checkedAt.getTime() - ms)
  const until = before(ON_ITS_WAY_MS)
  const from = (await checkedUntil(deps.db)) ?? before(LOOK_BACK_MS)
  const missed = await findMissedBetween(deps, from, until).catch((error: unknown) => {
    // Some hosts keep no delivery log.
    if (error instanceof HostError && error.failure === 'host_not_found') return undefined
    throw error
  })
  if (!missed) return
  const [missedFrom, missedUntil] = [missed.at(0)?.sentAt ?? null, missed.at(-1)?.sentAt ?? null]
  const found = { missed: missed.length, missedFrom, missedUntil }
  if (missed.length > 0)
    deps.log.warn(found, 'Deliveries were missed; fetching them from the delivery log of the host')
  await recoverAll(deps, missed)
  await deps.transaction((tx) => saveCheck(tx, { checkedUntil: until, checkedAt, ...found }))
}

/** Returns them in the order in which they were sent. */
async function findMissedBetween(
  { db, host, log }: Deps,
  from: Date,
  until: Date
): Promise<LoggedDelivery[]> {
  const missed = new Map<string, LoggedDelivery>()
  let pages = 0
  for await (const page of host.deliveries.list()) {
    const due = page.filter(({ sentAt, hasFailed }) => sentAt >= from && (sentAt < until || hasFailed))
    for (const delivery of await findMissingAmong(db, due)) missed.set(delivery.deliveryId, delivery)
    pages += 1
    const last = page.at(-1)
    if (last && last.sentAt < from) break
    if (pages < MOST_PAGES) continue
    log.warn(
      { from, until: last?.sentAt },
      'The delivery log of the host is too long; older entries were not compared'
    )
    break
  }
  return [...missed.values()].reverse()
}

async function findMissingAmong(db: Deps['db'], due: readonly LoggedDelivery[]): Promise<LoggedDelivery[]> {
  const ids = due.map(({ deliveryId }) => deliveryId)
  const arrived = await filterArrived(db, ids)
  return due.filter(({ deliveryId }) => !arrived.has(deliveryId))
}

/**
 * A delivery that the host does not return does not keep the others from being recovered; it is retried as long as the
 * log lists it.
 */
async function recoverAll(deps: Deps, missed: readonly LoggedDelivery[]): Promise<void> {
  const receive = createIntake(deps)
  let failure: unknown
  for (const delivery of missed) {
    if (await isDiskLow(deps.disk)) throw diskIsLow()
    await recover(deps, receive, delivery).catch((error: unknown) => {
      deps.log.warn(
        { delivery_id: delivery.deliveryId, err: error },
        'A missed delivery could not be fetched'
      )
      failure = error
    })
  }
  if (failure) throw failure
}

async function recover({ host }: Deps, receive: ReceiveDelivery, delivery: LoggedDelivery): Promise<void> {
  const { logId, deliveryId, eventName, sentAt } = delivery
  const payload = await host.deliveries.payload(logId)
  if (!payload) throw new HostError('host_unavailable', 'The delivery log of the host has no payload.')
  await receive({ deliveryId, eventName, payload, body: JSON.stringify(payload), sentAt })
}
