import t from 'tap'
import { startWorld } from '#demo/world/world.js'
import type { JsonObject } from '#schemas/common.js'
import { APP, connect } from '../harness/host.js'

const FILES = 'GET /repos/{owner}/{repo}/pulls/{pull_number}/files'

const world = await startWorld()
t.teardown(() => world.close())
const { host } = connect(world.fake, { credential: APP, webhookSecrets: ['a secret'] })
const { installation } = world.createInstallation('octo-org')
const { repository } = world.createRepository('octo-org/hello', { installation })
const place = {
  owner: 'octo-org',
  name: 'hello',
  installationId: installation.id,
  priority: 'work' as const
}

/** What is told of a pull request whose only file the host shows like this. */
function told(more: JsonObject): Promise<string[] | undefined> {
  const { issue, pull } = world.openPull(repository, { files: ['docs/a.md'] })
  const file = { filename: 'docs/a.md', status: 'modified', ...more }
  world.failNext(FILES, 1, (answer) => ({ ...answer, body: [file] }))
  return host.changedFiles(place, { number: issue.number, headSha: pull.headSha })
}

const contentsOf = (sha: string) => ({ contents_url: `https://host.example/contents/docs/a.md?ref=${sha}` })

t.test('a renamed file counts under both names', async (t) => {
  t.same(await told({ status: 'renamed', previous_filename: 'src/a.ts' }), ['docs/a.md', 'src/a.ts'])
})

t.test(
  'files of another commit are not those that were asked for; one that is gone has no other',
  async (t) => {
    t.equal(await told(contentsOf('f'.repeat(40))), undefined)
    t.same(await told({ ...contentsOf('f'.repeat(40)), status: 'removed' }), ['docs/a.md'])
  }
)

t.test('one page that names its commit needs no second question', async (t) => {
  const { issue, pull } = world.openPull(repository, { files: ['docs/a.md'] })
  const head = { number: issue.number, headSha: pull.headSha }
  const file = { filename: 'docs/a.md', status: 'modified', ...contentsOf(pull.headSha) }
  world.failNext(FILES, 1, (answer) => ({ ...answer, body: [file] }))
  world.forgetCounts()
  t.same(await host.changedFiles(place, head), ['docs/a.md'])
  t.same(world.counts(), { [FILES]: 1 })
})

t.test('the service is known by the name of its App', async (t) => {
  t.equal(await host.ownLogin(), 'service[bot]')
})
