// The delivery log of the host, newest first.
import { DAY_MS } from '#domain/time/durations.js'
import type { JsonObject } from '#schemas/common.js'
import type { HostAnswer } from '../http.js'
import { type Query, sizeOf } from '../pages.js'
import { linked, NOT_FOUND } from '../routes.js'
import type { Delivery, State } from '../state.js'
import { payloadOf } from './events.js'

/** How long the host shows deliveries. */
const KEPT_MS = 3 * DAY_MS

/** The webhook of the App. Its secret is shown to nobody. */
export const hookConfig = (state: State): HostAnswer => ({
  body: { url: urlOf(state), content_type: 'json', insecure_ssl: '0', secret: '********' }
})

const urlOf = ({ receiver = 'https://service.test/webhooks/host' }: State) => receiver

export function deliveryList(state: State, query: Query, url: string): HostAnswer {
  const cursor = Number(/^v1_(\d+)$/.exec(query.get('cursor') ?? '')?.[1] ?? Number.POSITIVE_INFINITY)
  const status = query.get('status')
  const shown = loggedIn(state)
    .filter((one) => one.id <= cursor)
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

export function deliveryDetail(state: State, id: number): HostAnswer {
  const delivery = loggedIn(state).find((one) => one.id === id)
  if (!delivery) return NOT_FOUND
  const { event, guid, installationId } = delivery
  return {
    body: {
      ...itemOf(delivery),
      url: urlOf(state),
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

/** A delivery that was sent. */
type Logged = Delivery & { statusCode: number }

function loggedIn({ deliveries, now }: State): Logged[] {
  const oldest = now().getTime() - KEPT_MS
  return deliveries
    .filter((one): one is Logged => one.statusCode !== null)
    .filter(({ deliveredAt }) => deliveredAt.getTime() >= oldest)
}

const isSuccess = ({ statusCode }: Logged) => statusCode >= 200 && statusCode < 400

function itemOf(delivery: Logged): JsonObject {
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
