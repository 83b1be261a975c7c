import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import t, { type Test } from 'tap'
import { jobs } from '#capabilities/index.js'
import { payloadOf } from '#demo/world/world.js'
import { handleDelivery } from '#services/deliveries/handle.js'
import { createIntake } from '#services/deliveries/intake.js'
import { webhookDeliveries } from '#tables/deliveries/webhook-deliveries.js'
import { startSyncService } from '#test/fixtures/sync-service.js'
import { startTestService } from '#test/harness/app.js'
import { labelled } from '#test/jobs/deliveries/labelled.js'

t.test(
  'deliveries that were sent but never arrived are fetched once, with their time of sending',
  async (t) => {
    const synced = await startSyncService(t)
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

t.test(
  'while the disk is nearly full nothing more is fetched; the rest follows when there is room',
  async (t) => {
    const { world, deps, client } = await startSyncService(t)
    let roomFor = 1
    const disk = { reserveBytes: 1, freeBytes: async () => Number(roomFor-- > 0) }
    const recover = () => jobs['delivery.recover'].handle({ ...deps, disk }, {}, randomUUID())
    const { installation } = world.createInstallation('octo-org')
    world.createIssue(world.createRepository('octo-org/hello', { installation }).repository)
    world.advance(600_000)
    const total = async () => (await client.GET('/api/deliveries')).data?.meta.total
    await t.rejects(recover(), { code: 'disk_low' })
    t.equal(await total(), 1)
    roomFor = Number.POSITIVE_INFINITY
    await recover()
    t.equal(await total(), world.deliveries.length)
  }
)

t.test('a delivery that was just sent is not considered missed', async (t) => {
  const { world, deps, client } = await startSyncService(t)
  world.createInstallation('octo-org')
  await jobs['delivery.recover'].handle(deps, {}, randomUUID())
  const { data } = await client.GET('/api/deliveries')
  t.equal(data?.meta.total, 0)
})

t.test(
  'what the host could not deliver is fetched at once, and nothing else that was just sent',
  async (t) => {
    const { world, deps, client } = await startSyncService(t)
    const recover = () => jobs['delivery.recover'].handle(deps, {}, randomUUID())
    const { installation } = world.createInstallation('octo-org')
    const failed = world.deliveries.length
    for (const delivery of world.deliveries) delivery.statusCode = 502
    world.createRepository('octo-org/hello', { installation })
    await recover()
    await recover()
    const { data } = await client.GET('/api/deliveries')
    t.equal(data?.meta.total, failed)
    t.ok(failed > 0 && world.deliveries.length > failed)
  }
)

t.test('a recovered delivery does not overwrite a newer one of the same second', async (t) => {
  const { deps, client, handleAll } = await startRecovered(t)
  const send = async (labels: string[], sentAt?: Date) => {
    const payload = labelled({ repo: 9, number: 1, labels })
    await createIntake(deps)({
      deliveryId: randomUUID(),
      eventName: 'issues',
      body: JSON.stringify(payload),
      payload,
      ...(sentAt ? { sentAt } : {})
    })
    await handleAll()
  }
  await send(['one', 'two', 'three'])
  await send(['one', 'two'], new Date(deps.now().getTime() - 1_000))
  const { data } = await client.GET('/api/issues')
  t.same(
    data?.data.map(({ labels }) => labels),
    [['one', 'two', 'three']]
  )
})

async function startRecovered(t: Test) {
  const service = await startTestService({ work: false })
  t.teardown(() => service.close())
  const { deps } = service
  return {
    ...service,
    async handleAll() {
      const open = await deps.db
        .select({ id: webhookDeliveries.id })
        .from(webhookDeliveries)
        .where(eq(webhookDeliveries.state, 'queued'))
      for (const { id } of open) await handleDelivery(deps, id)
    }
  }
}
