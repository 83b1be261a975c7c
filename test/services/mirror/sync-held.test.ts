import t from 'tap'
import type { Deps } from '#deps.js'
import { ResourceLocked } from '#errors/locked.js'
import { syncRepository } from '#services/mirror/sync/repository.js'
import { startSyncService } from '#test/fixtures/sync-service.js'

/** The same service while somebody else holds the repository. */
function whileHeld(deps: Deps): Deps {
  const issues = async () => {
    throw new ResourceLocked('The repository')
  }
  return { ...deps, registry: { ...deps.registry, listings: [{ issues }] } }
}

t.test('a sync that meets a lock has not failed: its job returns, and goes on from there', async (t) => {
  const { world, deps, client, sync, stateOf, issuesOf } = await startSyncService(t)
  const { installation } = world.createInstallation('octo-org')
  const { repository } = world.createRepository('octo-org/hello', { installation })
  world.fill(repository, { issues: 2 })
  t.same(await sync(), [])
  world.closeIssue(repository, 1)
  const { data } = await client.POST('/api/repos/{owner}/{repo}/sync', {
    params: { path: { owner: 'octo-org', repo: 'hello' } }
  })
  const job = [{ repo_id: repository.id }, data?.job_id ?? ''] as const
  await t.rejects(syncRepository(whileHeld(deps), ...job), { name: 'ResourceLocked' })
  t.match(await stateOf(repository.id), { status: 'running', lastError: null })
  await syncRepository(deps, ...job)
  t.match(await stateOf(repository.id), { status: 'idle', lastError: null })
  t.match((await issuesOf(repository.id))[0], { number: 1, state: 'closed' })
})
