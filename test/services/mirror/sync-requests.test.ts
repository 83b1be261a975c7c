// A person asks for the current state of a repository.
import t from 'tap'
import { HOUR_MS } from '#domain/time/durations.js'
import { startSyncService } from '#test/fixtures/sync-service.js'

t.test('a sync is requested once, returns its job, and is shown with the repository', async (t) => {
  const synced = await startSyncService(t)
  const { world, client } = synced
  const { installation } = world.createInstallation('octo-org')
  const { repository } = world.createRepository('octo-org/hello', { installation })
  world.fill(repository, { issues: 3 })
  const params = { params: { path: { owner: 'octo-org', repo: 'Hello' } } }
  const ask = () => client.POST('/api/repos/{owner}/{repo}/sync', params)
  const told = async () => (await client.GET('/api/repos/{owner}/{repo}', params)).data?.sync
  t.equal((await ask()).response.status, 404)
  await synced.sync()
  t.match(await told(), { status: 'idle', complete: true, equal_since: String, last_error: null })
  const [first, second] = [await ask(), await ask()]
  t.match(first.data, { repo: 'octo-org/hello', queued: true, job_id: String })
  t.equal(second.data?.job_id, first.data?.job_id)
  t.match(await told(), { status: 'queued', job_id: first.data?.job_id })
  t.equal((await synced.waiting()).length, 1)
  const recorded = await client.GET('/api/audit/entries', {
    params: { query: { event_type: 'repo.sync_requested', repo: 'octo-org/hello' } }
  })
  const entry = {
    category: 'config_change',
    actor: 'api',
    actor_type: 'human',
    payload: { full: false, job_id: first.data?.job_id }
  }
  t.match(recorded.data, { data: [entry, entry] }, 'who asked is in the audit trail, each time')
  world.advance(HOUR_MS)
  world.closeIssue(repository, 1)
  await synced.work()
  t.match(await told(), {
    status: 'idle',
    parts: [{ part: 'labels' }, { part: 'issues', mode: null, seen: 3, changed: 1 }, {}, {}]
  })
  world.suspendInstallation(installation)
  world.advance(HOUR_MS)
  await synced.sync()
  t.match((await ask()).error, { status: 409, code: 'installation_suspended' })
})
