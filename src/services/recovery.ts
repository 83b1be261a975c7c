// Finds what the host has sent and what has not arrived, and takes it in as if it had.
import type { Deps, LoggedDelivery } from '../deps.js'
import { arrivedAmong, checkedUntil, saveCheck } from '../store/delivery-checks.js'
import { intakeOf, type Receive } from './intake.js'

/** What was sent just now may still be on its way. */
const ON_ITS_WAY_MS = 2 * 60_000
/** Of a host that sends more, the older rest is left to the sync. */
const MOST_PAGES = 200
/** Without an earlier check: about as long as the host keeps its log. */
const LOOK_BACK_MS = 3 * 86_400_000

export async function recoverDeliveries(deps: Deps): Promise<void> {
  const { host } = deps
  if (host.client.kind !== 'app' || !host.verify) return
  const checkedAt = deps.now()
  const before = (ms: number) => new Date(checkedAt.getTime() - ms)
  const until = before(ON_ITS_WAY_MS)
  const missed = await missedBetween(deps, (await checkedUntil(deps.db)) ?? before(LOOK_BACK_MS), until)
  const receive = intakeOf(deps)
  for (const delivery of missed) await recover(deps, receive, delivery)
  const [missedFrom, missedUntil] = [missed.at(0)?.sentAt ?? null, missed.at(-1)?.sentAt ?? null]
  const found = { missed: missed.length, missedFrom, missedUntil }
  if (missed.length > 0) deps.log.warn(found, 'deliveries had not arrived; the log of the host has them')
  await deps.transaction((tx) => saveCheck(tx, { checkedUntil: until, checkedAt, ...found }))
}

/** In the order in which they were sent. */
async function missedBetween({ db, host }: Deps, from: Date, until: Date): Promise<LoggedDelivery[]> {
  const missed = new Map<string, LoggedDelivery>()
  let pages = 0
  for await (const page of host.deliveryLog()) {
    const due = page.filter(({ sentAt }) => sentAt >= from && sentAt < until)
    const ids = due.map(({ deliveryId }) => deliveryId)
    const arrived = await arrivedAmong(db, ids)
    for (const one of due) if (!arrived.has(one.deliveryId)) missed.set(one.deliveryId, one)
    const last = page.at(-1)
    pages += 1
    if (pages === MOST_PAGES || (last && last.sentAt < from)) break
  }
  return [...missed.values()].reverse()
}

async function recover({ host }: Deps, receive: Receive, delivery: LoggedDelivery): Promise<void> {
  const { logId, deliveryId, eventName, sentAt } = delivery
  const payload = await host.loggedPayload(logId)
  if (payload) await receive({ deliveryId, eventName, payload, body: JSON.stringify(payload), sentAt })
}
