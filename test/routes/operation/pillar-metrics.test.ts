// What the pillars have done shows in the metrics, which read the sums that are kept with the rows.
import t from 'tap'
import { startSyncService } from '#test/fixtures/sync-service.js'
import { BUG, startTriageService } from '#test/fixtures/triage-service.js'
import { KEY, type TestService } from '#test/harness/app.js'

async function metricsOf({ inject }: Pick<TestService, 'inject'>): Promise<string> {
  return (await inject({ method: 'GET', url: '/metrics', headers: { authorization: `Bearer ${KEY}` } })).body
}

t.test('a decision and its action count for their pillar and outcome', async (t) => {
  const triaged = await startTriageService(t)
  const opened = triaged.world.createIssue(triaged.repository, BUG)
  await triaged.send(opened)
  const actions = (await triaged.actionsOn(opened.issue.number)).filter(({ pillar }) => pillar === 'triage')
  const done = actions.filter(({ status }) => status === 'succeeded').length
  t.ok(done > 0)
  const text = await metricsOf(triaged)
  t.match(text, /^automation_decisions\{source="triage",outcome="acted"\} 1$/m)
  t.match(text, new RegExp(`^automation_actions\\{pillar="triage",status="succeeded"\\} ${done}$`, 'm'))
})

t.test('the age of the mirror is that of the repository that waits longest', async (t) => {
  const synced = await startSyncService(t)
  const { world } = synced
  const { installation } = world.createInstallation('octo-org')
  world.createRepository('octo-org/hello', { installation })
  await synced.sync()
  world.advance(3_600_000)
  const text = await metricsOf(synced)
  const [, age] = /^automation_sync_age_seconds (\S+)$/m.exec(text) ?? []
  t.ok(Number(age) >= 3_600 && Number(age) < 4_000, `${age} seconds`)
  t.match(text, /^automation_repositories_never_synced 0$/m)
  t.match(text, /^automation_model_tokens_today 0$/m)
})

t.test('a suspended installation, of which the host says nothing, makes the mirror no older', async (t) => {
  const synced = await startSyncService(t)
  const { world } = synced
  const { installation: suspended } = world.createInstallation('paused-org')
  world.createRepository('paused-org/hello', { installation: suspended })
  const { installation } = world.createInstallation('octo-org')
  world.createRepository('octo-org/hello', { installation })
  await synced.sync()
  world.suspendInstallation(suspended)
  world.advance(3_600_000)
  await synced.sync()
  const [, age] = /^automation_sync_age_seconds (\S+)$/m.exec(await metricsOf(synced)) ?? []
  t.ok(Number(age) < 3_600, `${age} seconds`)
  const [one, other] = await synced.repositories()
  t.not(one?.lastSyncedAt?.getTime(), other?.lastSyncedAt?.getTime(), 'only one was synced again')
})
