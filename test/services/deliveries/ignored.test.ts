import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import t from 'tap'
import { openHost } from '#host/index.js'
import type { JsonObject } from '#schemas/common.js'
import type { DeliveryDetail } from '#schemas/deliveries/deliveries.js'
import { issueOpened, startTestService } from '#test/harness/app.js'

const service = await startTestService({ work: false })
t.teardown(() => service.close())

/** What the API says of a delivery that has just arrived. */
async function received(event: string, payload: JsonObject): Promise<DeliveryDetail> {
  const id = randomUUID()
  await service.deliver({ event, payload, id })
  const { data } = await service.client.GET('/api/deliveries/{id}', { params: { path: { id } } })
  if (!data) throw new Error('no delivery')
  return data
}

const { repository, installation } = issueOpened()
const user = { id: 3, login: 'mona', type: 'User' }

t.test('a delivery that is ignored says why', async (t) => {
  const arrivals: [string, JsonObject, DeliveryDetail['ignored_because']][] = [
    ['ping', { repository }, 'ping'],
    ['zz_new_event', { repository }, 'event_not_handled'],
    ['organization', { action: 'renamed', installation }, 'action_not_handled'],
    ['organization', { action: 'member_added', installation }, 'incomplete_payload'],
    ['membership', { action: 'added', installation }, 'no_repository'],
    ['issues', { action: 'opened', repository: { id: 42 } }, 'incomplete_payload'],
    ['installation', { action: 'created' }, 'incomplete_payload']
  ]
  for (const [event, payload, reason] of arrivals)
    t.match(
      await received(event, payload),
      { state: 'ignored', error: null, ignored_because: reason },
      `${event} ${JSON.stringify(payload)}`
    )
})

t.test('a delivery that is not ignored gives no reason', async (t) => {
  const membership = { role: 'member', user }
  t.match(await received('issues', issueOpened()), { state: 'queued', ignored_because: null })
  const joined = { action: 'member_added', installation, membership }
  t.match(await received('organization', joined), { state: 'queued', ignored_because: null })
})

// The package is plain JSON under the name of a module.
const corpus: { name: string; examples: JsonObject[] }[] = createRequire(import.meta.url)(
  '@octokit/webhooks-examples'
)

t.test('no complete payload that the host publishes is called incomplete', async (t) => {
  const host = openHost([])
  const ignored = corpus.flatMap(({ name: eventName, examples }) =>
    examples
      // Some were sent to a webhook of an organisation, without the installation that an App's deliveries name.
      .map((payload) => ({ installation, ...payload }))
      .filter((payload) => host.eventOf(eventName, payload) === undefined)
      .map((payload) => host.ignoredReason({ eventName, ...host.deliverySubjectOf(payload) }))
  )
  t.ok(ignored.length > 0)
  t.notOk(ignored.includes('incomplete_payload'))
})
