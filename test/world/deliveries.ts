// The delivery log of the host, newest first.
import { DAY_MS } from '#domain/time/durations.js'
import type { JsonObject } from '#schemas/common.js'
import type { HostAnswer } from '../harness/host.js'
import { payloadOf } from './events.js'
import { type Query, sizeOf } from './pages.js'
import { linked, NOT_FOUND } from './routes.js'
import type { Delivery, State } from './state.js'

/** How long the host shows deliveries. */
const KEPT_MS = 3 * DAY_MS

export function deliveryList({ deliveries, now }: State, query: Query, url: string): HostAnswer {
  const oldest = now().getTime() - KEPT_MS
  const cursor = Number(/^v1_(\d+)$/.exec(query.get('cursor') ?? '')?.[1] ?? Number.POSITIVE_INFINITY)
  const status = query.get('status')
  const shown = deliveries
    .filter((one) => one.deliveredAt.getTime() >= oldest && one.id <= cursor)
    .filter((one) => status === null || (status === 'success') === isSuccess(one))
    .reverse()
  const size = sizeOf(query)
  const following = shown[size]
  const links = following ? { next: { cursor: `v1_${following.id}` } } : {}
  return {
    body: shown.slice(0, size).map(itemOf),
    headers: linked(`${url}/app/hook/deliveries`, query, links)
  }
}

export function deliveryDetail({ deliveries, now }: State, id: number): HostAnswer {
  const delivery = deliveries.find((one) => one.id === id)
  if (!delivery || delivery.deliveredAt.getTime() < now().getTime() - KEPT_MS) return NOT_FOUND
  const { event, guid, installationId } = delivery
  return {
    body: {
      ...itemOf(delivery),
      url: 'https://service.test/webhooks/host',
      request: {
        headers: {
          Accept: '*/*',
          'Content-Type': 'application/json',
          'User-Agent': 'GitHub-Hookshot/abc',
          'X-GitHub-Delivery': guid,
          'X-GitHub-Event': event,
          'X-GitHub-Hook-ID': '1',
          'X-GitHub-Hook-Installation-Target-ID': String(installationId ?? 1),
          'X-GitHub-Hook-Installation-Target-Type': 'integration'
        },
        payload: payloadOf(delivery)
      },
      response: { headers: {}, payload: '' }
    }
  }
}

const isSuccess = ({ statusCode }: Delivery) => statusCode >= 200 && statusCode < 400

function itemOf(delivery: Delivery): JsonObject {
  const { id, guid, event, action, installationId, repositoryId, deliveredAt, redelivery } = delivery
  return {
    id,
    guid,
    delivered_at: deliveredAt.toISOString().replace('.000Z', 'Z'),
    redelivery,
    duration: 0.03,
    status: isSuccess(delivery) ? 'OK' : 'failed to connect to host',
    status_code: delivery.statusCode,
    event,
    action,
    installation_id: installationId,
    repository_id: repositoryId,
    throttled_at: null
  }
}
