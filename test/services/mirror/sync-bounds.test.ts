import t from 'tap'
import { issueIn } from '#demo/world/state.js'
import { HOUR_MS } from '#domain/time/durations.js'
import { startSyncService } from '#test/fixtures/sync-service.js'

t.test('an issue with a timestamp in the far future hides no later issues', async (t) => {
  const synced = await startSyncService(t)
  const { world } = synced
  const { installation } = world.createInstallation('octo-org')
  const { repository } = world.createRepository('octo-org/hello', { installation })
  world.fill(repository, { issues: 250 })
  issueIn(repository, 250).updatedAt = new Date('2099-01-01T00:00:00Z')
  t.same(await synced.sync(), [])
  world.advance(HOUR_MS)
  for (let number = 1; number <= 150; number += 1) world.closeIssue(repository, number)
  t.same(await synced.sync(), [])
  const known = await synced.issuesOf(repository.id)
  t.equal(known.filter(({ state }) => state === 'closed').length, 150)
  t.ok(known.every(({ updatedAt }) => updatedAt <= world.now()))
})
