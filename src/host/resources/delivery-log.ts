// What the host has sent to the App, by its own log.

import { isObject } from '#domain/json/path.js'
import type { JsonObject } from '#schemas/common.js'
import type { HostClient } from '../api/client.js'
import { idAt, isDefined, momentAt, objectAt, objectsIn, stringAt } from '../events/payload.js'

export interface LoggedDelivery {
  /** In the log. */
  logId: number
  deliveryId: string
  eventName: string
  sentAt: Date
}

const AS_APP = { installationId: null, priority: 'work', fresh: true } as const

/** The last sent first, page by page; what was sent again appears again. */
export async function* deliveryLog(client: HostClient): AsyncGenerator<LoggedDelivery[]> {
  const request = { path: '/app/hook/deliveries', parameters: { per_page: 100 } }
  for await (const { body } of client.pages(request, AS_APP))
    yield objectsIn(body).map(loggedDelivery).filter(isDefined)
}

function loggedDelivery(object: JsonObject): LoggedDelivery | undefined {
  const [logId, deliveryId] = [idAt(object, 'id'), stringAt(object, 'guid')]
  const [eventName, sentAt] = [stringAt(object, 'event'), momentAt(object, 'delivered_at')]
  if (logId === null || !deliveryId || !eventName || !sentAt) return undefined
  return { logId, deliveryId, eventName, sentAt }
}

/** What a delivery of the log said; nothing where it does not tell. */
export async function loggedPayload(client: HostClient, logId: number): Promise<JsonObject | undefined> {
  const request = { path: '/app/hook/deliveries/{id}', parameters: { id: logId } }
  const { body } = await client.read(request, AS_APP)
  return objectAt(objectAt(isObject(body) ? body : undefined, 'request'), 'payload')
}
