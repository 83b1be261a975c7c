import { randomUUID } from 'node:crypto'
import t from 'tap'
import { jobs } from '../../src/jobs/index.js'
import { payloadOf } from '../world/world.js'
import { startSynced } from './fixtures/synced.js'

t.test(
  'what the host has sent and what has not arrived is fetched once, as of when it was sent',
  async (t) => {
    const synced = await startSynced(t)
    const { world, deps, client, deliver } = synced
    const recover = () => jobs['delivery.recover'].handle(deps, {}, randomUUID())
    const { installation } = world.createInstallation('octo-org')
    const { repository } = world.createRepository('octo-org/hello', { installation })
    const arrived = world.createIssue(repository).events
    const lost = world.createIssue(repository, { title: 'Lost on the way' }).events
    for (const { event, guid, ...delivery } of arrived)
      await deliver({ event, id: guid, payload: payloadOf({ event, guid, ...delivery }) })
    world.advance(600_000)
    await recover()
    await recover()
    const all = (await client.GET('/api/deliveries', { params: { query: { limit: 100 } } })).data
    t.equal(all?.meta.total, world.deliveries.length, 'each is on record once')
    const [found] = (all?.data ?? []).filter((row) => row.delivery_id === lost[0]?.guid)
    t.match(found, {
      event_name: 'issues',
      state: 'queued',
      duplicate_count: 0,
      received_at: lost[0]?.deliveredAt.toISOString()
    })
    const { data: stats } = await client.GET('/api/deliveries/stats')
    t.match(stats, { gaps: [{ missed: world.deliveries.length - arrived.length }], checked_until: String })
    t.equal(stats?.gaps.length, 1)
  }
)

t.test('what is still on its way is not missed yet', async (t) => {
  const { world, deps, client } = await startSynced(t)
  world.createInstallation('octo-org')
  await jobs['delivery.recover'].handle(deps, {}, randomUUID())
  const { data } = await client.GET('/api/deliveries')
  t.equal(data?.meta.total, 0)
})
