// What the service makes of odd answers about protections. Ordinary ones: test/services/mirror/branch-rules.test.ts.
import t from 'tap'
import { startFakeHost } from '#demo/world/http.js'
import type { ProtectedBranch } from '#domain/host/items.js'
import type { Json } from '#schemas/common.js'
import { connect } from '../harness/host.js'

const AT = 'GET /repos/octo-org/hello'
const access = { owner: 'octo-org', name: 'hello', installationId: null, priority: 'work' as const }
const OPEN = { status: 404, body: { message: 'Branch not protected' } }

interface Answers {
  branches?: Json
  protection?: Json
  rules?: Json
}

/** What is read of a host that gives these answers. */
async function read({ branches = [{ name: 'main' }], protection, rules = [] }: Answers) {
  const fake = await startFakeHost()
  fake.on(`${AT}/branches`, { body: branches })
  fake.on(`${AT}/branches/main/protection`, protection === undefined ? OPEN : { body: protection })
  fake.on(`${AT}/rules/branches/main`, { body: rules })
  try {
    const found: ProtectedBranch[] = []
    for await (const branch of connect(fake).host.protectedBranches(access)) found.push(branch)
    return found
  } finally {
    await fake.close()
  }
}

t.test(
  'numbers and lists beyond all bounds are cut, and values of other types ask for nothing',
  async (t) => {
    const [branch] = await read({
      protection: {
        required_pull_request_reviews: {
          required_approving_review_count: 1e12,
          dismiss_stale_reviews: 'yes'
        },
        required_status_checks: {
          contexts: [...Array.from({ length: 5_000 }, (_, at) => `check ${at}`)],
          checks: [{ context: 'x'.repeat(5_000) }, { context: 7 }, null]
        },
        restrictions: { users: 'all', teams: [{ slug: 'core' }, {}], apps: null },
        enforce_admins: { enabled: 1 }
      }
    })
    const [source] = branch?.sources ?? []
    t.match(source, {
      requiredReviews: 0,
      dismissStaleReviews: false,
      requireStatusChecks: true,
      restrictPushes: true,
      pushAllowlist: ['team:core'],
      enforceAdmins: false,
      allowForcePushes: false
    })
    t.equal(source?.requiredStatusChecks.length, 101)
    t.equal(source?.requiredStatusChecks.at(-1)?.length, 255)
  }
)

t.test('rules are put together by their ruleset, whatever else the host sends', async (t) => {
  const [branch] = await read({
    rules: [
      { type: 'deletion', ruleset_id: 1 },
      { type: 'pull_request', ruleset_id: 2, parameters: { required_approving_review_count: 2 } },
      { type: 'non_fast_forward', ruleset_id: 1 },
      { type: 'pull_request', ruleset_id: 3, parameters: { required_approving_review_count: -1 } },
      { type: 'brand_new', ruleset_id: 4 },
      { type: 'required_signatures' },
      'nothing'
    ]
  })
  t.match(branch?.sources, [
    { hostRuleId: 1, requiredReviews: 0, allowDeletions: false, allowForcePushes: false },
    { hostRuleId: 2, requiredReviews: 2, allowDeletions: true, allowForcePushes: true },
    { hostRuleId: 3, requiredReviews: 0 },
    { hostRuleId: 4, requiredReviews: 0, allowForcePushes: true },
    { hostRuleId: null, requireSignedCommits: true }
  ])
})

t.test('a branch that is listed twice is read once', async (t) => {
  t.same(await read({ branches: [{ name: 'main' }, { name: 'main' }] }), [{ name: 'main', sources: [] }])
})

t.test('what is not a branch, a protection or a list of rules fails', async (t) => {
  const answers: Answers[] = [
    { branches: {} },
    { branches: [{}] },
    { branches: [{ name: 'x'.repeat(256) }] },
    { protection: [] },
    { protection: 'fine' },
    { rules: { rules: [] } }
  ]
  for (const one of answers)
    await t.rejects(read(one), { code: 'host_unavailable' }, JSON.stringify(one).slice(0, 60))
})

t.test('a host that hides a protection does not call its branch unprotected', async (t) => {
  const fake = await startFakeHost()
  t.teardown(() => fake.close())
  fake.on(`${AT}/branches`, { body: [{ name: 'main' }] })
  fake.on(`${AT}/rules/branches/main`, { body: [] })
  const { host } = connect(fake)
  const failureOf = async (status: number, message: string) => {
    fake.on(`${AT}/branches/main/protection`, { status, body: { message } })
    try {
      for await (const branch of host.protectedBranches(access)) return branch
    } catch (error) {
      return error
    }
    return undefined
  }
  t.match(await failureOf(404, 'Branch not protected'), { name: 'main', sources: [] })
  t.match(await failureOf(404, 'Not Found'), { failure: 'host_not_found' })
  t.match(await failureOf(404, 'Branch not found'), { failure: 'host_unavailable' })
  t.match(await failureOf(403, 'Branch not protected'), { failure: 'host_forbidden' })
  t.match(await failureOf(403, 'Resource not accessible by integration'), { failure: 'host_forbidden' })
})
