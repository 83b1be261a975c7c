// The whole way of a push, with the queue at work.
import { eq } from 'drizzle-orm'
import t from 'tap'
import { jobs } from '#capabilities/index.js'
import { fault } from '#demo/world/faults.js'
import { payloadOf } from '#demo/world/world.js'
import { managedActions } from '#tables/actions/managed-actions.js'
import { startActionService } from '#test/fixtures/action-service.js'
import { until } from '#test/harness/until.js'

const hasty = { ...jobs['config.check'], retryLimit: 0 }
const acting = await startActionService(t, { work: true, jobs: { ...jobs, 'config.check': hasty } })
const { client, deps, deeds, world, repository } = acting
await acting.configure({})

const BROKEN = 'on: push\njobs:\n  test:\n    steps:\n      - run: make\n'

async function push(text: string, branch: string) {
  const [delivery] = world.push(repository, [{ '.github/workflows/ci.yml': text }], branch)
  if (!delivery) throw new Error('a push is delivered')
  const payload = payloadOf(delivery)
  await acting.deliver({ event: delivery.event, id: delivery.guid, payload })
  return String(payload['after'])
}
const checksOf = (sha: string) => deeds.checks.filter(({ head_sha }) => head_sha === sha)

t.test('a pushed workflow is validated, listed and told on its commit', async (t) => {
  const sha = await push(BROKEN, 'topic')
  const params = { params: { query: { commit_sha: sha } } }
  const list = async () => (await client.GET('/api/enforcement/config-results', params)).data?.data ?? []
  await until('the check is posted', async () => checksOf(sha).length > 0)
  await until('its id is known', async () => (await list())[0]?.check_run_id === checksOf(sha)[0]?.['id'])
  t.match(await list(), [{ valid: false, errors: [{ rule: 'missing_runs_on', line: 3, col: 3 }] }])
  t.match(checksOf(sha), [{ conclusion: 'failure' }])
})

t.test('a commit whose files cannot be read for good gets a neutral check', async (t) => {
  world.failNext('GET /repos/{owner}/{repo}/contents/{path}', 20, fault.broken())
  const sha = await push(`# never\n${BROKEN}`, 'never')
  const own = () =>
    deps.db
      .select()
      .from(managedActions)
      .where(eq(managedActions.actionKey, `check:service/config-validation:${sha}`))
  await until('the job is given up', async () =>
    (await own()).some(({ arguments: text }) => text.includes('neutral'))
  )
  world.mend()
  await until('the check has ended', async () =>
    checksOf(sha).some(({ conclusion }) => conclusion === 'neutral')
  )
  t.equal(checksOf(sha).at(-1)?.['conclusion'], 'neutral')
})
