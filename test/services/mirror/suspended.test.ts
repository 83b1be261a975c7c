import t from 'tap'
import type { Delivery } from '#demo/world/world.js'
import { MINUTE_MS } from '#domain/time/durations.js'
import { hostEventOf } from '#host/events/events.js'
import { handleDelivery } from '#services/deliveries/handle.js'
import { startRuleService } from '#test/fixtures/rule-service.js'

t.test(
  'a suspended installation is shown as suspended at once, and nothing is written until that ends',
  async (t) => {
    const ruled = await startRuleService(t, { work: false })
    const { world, repository, client, deps, deeds } = ruled
    const [installation] = world.state.installations.values()
    if (!installation) throw new Error('the repository is installed')
    const params = { path: { owner: 'octo-org', repo: 'hello' } }
    const label = () => ({
      actionType: 'add-label' as const,
      arguments: { label: 'bug' },
      pillar: 'triage' as const,
      target: { type: 'issue' as const, number: world.createIssue(repository).issue.number }
    })
    async function hear(events: readonly Delivery[]) {
      await ruled.arrive(events)
      for (const { guid } of events) {
        const row = await ruled.deliveryOf(guid)
        await handleDelivery(deps, row?.id ?? 0)
      }
    }
    const shown = async () => {
      const [repo, repos, host, config, gates] = await Promise.all([
        client.GET('/api/repos/{owner}/{repo}', { params }),
        client.GET('/api/repos'),
        client.GET('/api/host/stats'),
        client.GET('/api/config/{owner}/{repo}', { params }),
        client.GET('/api/gates/{owner}/{repo}', { params })
      ])
      return {
        repo: repo.data?.suspended,
        listed: repos.data?.data.map(({ suspended }) => suspended),
        sync: repo.data?.sync.last_error,
        counted: host.data?.data.suspended_installations,
        isReadable: config.data?.is_readable,
        why: config.data?.layers.file.error,
        gates: gates.data?.unknown
      }
    }
    await ruled.configure({})
    const before = await ruled.propose(label())
    t.match(await shown(), { repo: false, listed: [false], counted: 0, isReadable: true, gates: null })

    await hear(world.suspendInstallation(installation))
    const why = 'The installation is suspended.'
    t.same(await shown(), {
      repo: true,
      listed: [true],
      sync: why,
      counted: 1,
      isReadable: false,
      why,
      gates: `The configuration cannot be read: ${why}`
    })
    const asked = world.fake.asked.length
    const after = await ruled.propose(label())
    for (const id of [before, after]) {
      await ruled.carryOut(id)
      t.match(await ruled.rowOf(id), { status: 'blocked', errorMessage: /./ })
    }
    t.match(await ruled.rowOf(before), { blockedReason: 'backend_unavailable', errorMessage: why })
    t.same(deeds.written, [])
    t.equal(world.fake.asked.length, asked, 'the host is not even asked')

    world.advance(MINUTE_MS)
    await hear(world.unsuspendInstallation(installation))
    await ruled.configure({})
    t.match(await shown(), { repo: false, listed: [false], counted: 0, isReadable: true, gates: null })
    const again = await ruled.propose(label())
    await ruled.carryOut(again)
    t.match(await ruled.rowOf(again), { status: 'succeeded' })
  }
)

t.test('other events of a suspended installation do not end its suspension', (t) => {
  const changeOf = (action: string, suspended_at: string | null) => {
    const event = hostEventOf('installation', { action, installation: { id: 7, suspended_at } })
    return event?.kind === 'installation' ? event.change : undefined
  }
  const at = '2026-01-01T00:00:00Z'
  t.equal(changeOf('new_permissions_accepted', at), 'suspended')
  t.equal(changeOf('new_permissions_accepted', null), 'present')
  t.equal(changeOf('suspend', null), 'suspended')
  t.equal(changeOf('unsuspend', at), 'present')
  t.equal(changeOf('deleted', at), 'deleted')
  t.end()
})
