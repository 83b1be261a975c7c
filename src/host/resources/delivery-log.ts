// The host's log of webhook deliveries to the App.

import { isObject } from '#domain/json/path.js'
import type { JsonObject } from '#schemas/common.js'
import type { HostClient } from '../api/client.js'
import { idAt, integerAt, isDefined, momentAt, objectAt, objectsIn, stringAt } from '../payload.js'

export interface LoggedDelivery {
  /** The id in the log. */
  logId: number
  deliveryId: string
  eventName: string
  sentAt: Date
  /** It will not arrive any more: the host was refused, or reached nobody. */
  hasFailed: boolean
}

export interface DeliveryLog {
  /** The newest first. */
  list(): AsyncIterable<LoggedDelivery[]>
  payload(logId: number): Promise<JsonObject | undefined>
}

const AS_APP = { installationId: null, priority: 'work', fresh: true } as const

/** Newest first, page by page. Redeliveries appear as entries of their own. */
export async function* deliveryLog(client: HostClient): AsyncGenerator<LoggedDelivery[]> {
  const request = { path: '/app/hook/deliveries', parameters: { per_page: 100 } }
  for await (const { body } of client.pages(request, AS_APP))
    yield objectsIn(body).map(loggedDelivery).filter(isDefined)
}

function loggedDelivery(object: JsonObject): LoggedDelivery | undefined {
  const [logId, deliveryId] = [idAt(object, 'id'), stringAt(object, 'guid')]
  const [eventName, sentAt] = [stringAt(object, 'event'), momentAt(object, 'delivered_at')]
  if (logId === null || !deliveryId || !eventName || !sentAt) return undefined
  const hasFailed = (integerAt(object, 'status_code') ?? 0) >= 400
  return { logId, deliveryId, eventName, sentAt, hasFailed }
}

/** The payload of a logged delivery; undefined if the host does not return it. */
export async function loggedPayload(client: HostClient, logId: number): Promise<JsonObject | undefined> {
  const request = { path: '/app/hook/deliveries/{id}', parameters: { id: logId } }
  const { body } = await client.read(request, AS_APP)
  return objectAt(objectAt(isObject(body) ? body : undefined, 'request'), 'payload')
}
