// A repository that has another name than before is on record, whoever tells of it first.
import t, { type Test } from 'tap'
import { HOUR_MS } from '#domain/time/durations.js'
import { recordListedRepositories } from '#services/mirror/identities.js'
import { startPeople } from '#test/fixtures/people-service.js'

async function startNamed(t: Test) {
  const service = await startPeople(t)
  t.same(await service.sync(), [])
  return {
    ...service,
    async renames() {
      const { data } = await service.client.GET('/api/audit/entries', {
        params: { query: { per_page: 100 } }
      })
      const entries = data?.data.filter(({ event_type }) => event_type === 'repository_renamed') ?? []
      for (const { category, repo_full_name, payload } of entries) {
        t.equal(category, 'config_change')
        t.equal(repo_full_name, payload['after'])
        t.equal(payload['repo_id'], service.repository.id)
      }
      return entries.map(({ payload: { before, after } }) => `${before} ${after}`).reverse()
    }
  }
}

t.test('a rename and a transfer have an entry each, whatever tells of them again', async (t) => {
  const { world, repository, installation, hear, sync, renames } = await startNamed(t)
  t.same(await renames(), [], 'what was not known had no name before')
  const renamed = world.renameRepository(repository, 'world')
  await hear(renamed)
  await hear(renamed)
  world.advance(HOUR_MS)
  t.same(await sync(), [])
  t.same(await renames(), ['octo-org/hello octo-org/world'])
  const { installation: other } = world.createInstallation('elsewhere')
  await hear(world.transferRepository(repository, 'elsewhere', other))
  t.not(other.id, installation.id)
  t.same(await renames(), ['octo-org/hello octo-org/world', 'octo-org/world elsewhere/world'])
})

t.test('a rename of which only a listing tells is on record as well', async (t) => {
  const { world, repository, sync, renames } = await startNamed(t)
  world.renameRepository(repository, 'world')
  world.advance(HOUR_MS)
  t.same(await sync(), [])
  t.same(await renames(), ['octo-org/hello octo-org/world'])
})

t.test('several who tell of a rename at once leave one entry', async (t) => {
  const { world, repository, installation, deps, renames } = await startNamed(t)
  world.advance(HOUR_MS)
  const unsaid = { private: null, defaultBranch: null, archived: null, language: null, stars: null }
  const identity = { hostId: repository.id, owner: 'octo-org', name: 'world', ...unsaid }
  const listing = { installationId: installation.id, repositories: [identity], at: world.now() }
  await Promise.all(
    Array.from({ length: 8 }, () => deps.transaction((tx) => recordListedRepositories(deps, tx, listing)))
  )
  t.same(await renames(), ['octo-org/hello octo-org/world'])
})
