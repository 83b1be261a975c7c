import t from 'tap'
import { HOUR_MS } from '#domain/time/durations.js'
import { repositoryIdentity } from '#host/events/identities.js'
import type { Json } from '#schemas/common.js'
import { recordRepository } from '#services/mirror/identities.js'
import { startSyncService } from '#test/fixtures/sync-service.js'

t.test('the creation time and archived flag of a repository are those of the host', async (t) => {
  const synced = await startSyncService(t)
  const { world, deps, client } = synced
  const { installation } = world.createInstallation('octo-org')
  const { repository } = world.createRepository('octo-org/hello', { installation, archived: true })
  const params = { path: { owner: 'octo-org', repo: 'hello' } }
  const shown = async () => (await client.GET('/api/repos/{owner}/{repo}', { params })).data
  const mention = { hostId: repository.id, owner: 'octo-org', name: 'hello', private: null, language: null }
  const unsaid = { ...mention, defaultBranch: null, archived: null, stars: null }
  world.advance(HOUR_MS)
  const at = deps.now()
  await deps.transaction((tx) =>
    recordRepository(deps, tx, { repository: unsaid, installationId: null, change: 'present', at })
  )
  t.match(await shown(), { created_at: null, archived: false, first_seen_at: at.toISOString() })

  world.advance(HOUR_MS)
  await synced.sync()
  const told = { created_at: repository.createdAt.toISOString(), archived: true }
  t.match(await shown(), { ...told, first_seen_at: at.toISOString() })
  t.match((await client.GET('/api/repos')).data?.data, [told])

  world.advance(HOUR_MS)
  await deps.transaction((tx) =>
    recordRepository(deps, tx, {
      repository: unsaid,
      installationId: null,
      change: 'present',
      at: deps.now()
    })
  )
  t.match(await shown(), told, 'what is not said again stays')
})

t.test('the creation time of a repository is read from events in either of their formats', (t) => {
  const read = (created_at: Json) => repositoryIdentity({ id: 1, full_name: 'a/b', created_at })?.createdAt
  t.same(read('2024-05-06T07:08:09Z'), new Date('2024-05-06T07:08:09Z'))
  t.same(read(1_714_979_289), new Date('2024-05-06T07:08:09Z'))
  for (const strange of [null, 'soon', -1, 1.5, {}]) t.equal(read(strange), null)
  t.end()
})
