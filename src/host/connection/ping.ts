// Has a delivery sent again, to see whether it arrives.
import type { ExaminedDelivery } from '#domain/operation/examination.js'
import type { HostClient } from '../api/client.js'
import { latestDeliveries } from './examination.js'

const AS_ITSELF = { installationId: null, priority: 'interactive' } as const

/** A delivery that was asked for again. */
export interface RequestedPing {
  deliveryId: string
  /** The entries of the log that were there before. */
  known: ReadonlySet<number>
}

/** The newest ping, or else the newest delivery of all; undefined while there is none. A token has no log of them. */
export async function requestPing(client: HostClient): Promise<RequestedPing | undefined> {
  // The host would refuse the token, which pauses all of its calls.
  if (client.kind === 'token') return undefined
  const log = await latestDeliveries(client)
  const chosen = log.find(({ eventName }) => eventName === 'ping') ?? log[0]
  if (!chosen) return undefined
  const path = '/app/hook/deliveries/{id}/attempts'
  await client.write({ method: 'POST', path, parameters: { id: chosen.logId } }, AS_ITSELF)
  return { deliveryId: chosen.deliveryId, known: new Set(log.map(({ logId }) => logId)) }
}

/** How it went; undefined until the host has sent it. */
export async function pingOutcome(
  client: HostClient,
  { deliveryId, known }: RequestedPing
): Promise<ExaminedDelivery | undefined> {
  const log = await latestDeliveries(client)
  return log.find((one) => one.deliveryId === deliveryId && !known.has(one.logId))
}
