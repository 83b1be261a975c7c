import fc from 'fast-check'
import t, { type Test } from 'tap'
import { type ProtectionBody, protectionsOf } from '#demo/world/protections/protection-state.js'
import { hostWritesOf } from '#demo/world/writes/host-writes.js'
import type { ProtectionWish } from '#schemas/host/protection.js'
import { repoConfigs } from '#tables/configuration/configs.js'
import { startPeople } from '#test/fixtures/people-service.js'
import { runs } from '#test/harness/runs.js'

const ROUTE = '/api/maintainer/branch-rules/{owner}/{repo}/{pattern}'

async function startProtections(t: Test) {
  const people = await startPeople(t)
  const { client, world, repository, sync } = people
  world.addMember('octo-org', 'mona')
  world.addCollaborator(repository, 'root', 'admin')
  world.addCollaborator(repository, 'reader', 'pull')
  world.addBranch(repository, 'main')
  t.same(await sync(), [])
  return {
    ...people,
    written: hostWritesOf(repository).written,
    classic: (branch = 'main') => protectionsOf(repository).classic.get(branch),
    put: (body: ProtectionWish, pattern = 'main', repo = 'hello') =>
      client.PUT(ROUTE, { params: { path: { owner: 'octo-org', repo, pattern } }, body }),
    rules: async () =>
      (
        await client.GET('/api/maintainer/branch-rules/{owner}/{repo}', {
          params: { path: { owner: 'octo-org', repo: 'hello' } }
        })
      ).data?.data ?? [],
    entries: async () => (await client.GET('/api/maintainer/audit')).data?.data ?? []
  }
}

const PUSHERS = { users: ['root'], teams: ['core'], apps: [] } satisfies ProtectionBody['restrictions']

/** Everything that a protection can have, most of it unknown to the service. */
const RICH: ProtectionBody = {
  required_status_checks: {
    strict: true,
    checks: [
      { context: 'build', app_id: 15_368 },
      { context: 'lint', app_id: null }
    ]
  },
  enforce_admins: true,
  required_pull_request_reviews: {
    required_approving_review_count: 2,
    dismiss_stale_reviews: true,
    require_code_owner_reviews: true,
    require_last_push_approval: true,
    dismissal_restrictions: { users: ['root'], teams: ['core'], apps: [] },
    bypass_pull_request_allowances: { users: [], teams: [], apps: ['release-bot'] }
  },
  restrictions: { users: ['root'], teams: ['core'], apps: ['release-bot'] },
  required_linear_history: true,
  allow_force_pushes: false,
  allow_deletions: false,
  block_creations: true,
  required_conversation_resolution: true,
  lock_branch: false,
  allow_fork_syncing: true,
  required_signatures: true
}

t.test('a branch is protected, and the reply shows what the host shows', async (t) => {
  const { put, rules, written, entries } = await startProtections(t)
  const { data } = await put({
    required_reviews: 2,
    required_status_checks: ['build'],
    require_signed_commits: true
  })
  const shown = {
    pattern: 'main',
    required_reviews: 2,
    require_status_checks: true,
    required_status_checks: ['build'],
    require_signed_commits: true,
    allow_force_pushes: false,
    allow_deletions: false,
    repo_full_name: 'octo-org/hello'
  }
  t.match(data, shown)
  t.match(await rules(), [shown])
  t.same(written, ['protection of main', 'signatures on main'])
  t.match(await entries(), [
    {
      action: 'branch_rule.update',
      target_type: 'branch_rule',
      target_id: 'octo-org/hello:main',
      success: true,
      payload: { before: null, after: { required_reviews: 2 }, action_id: Number }
    }
  ])
  t.match((await put({ required_reviews: 2 })).data, { required_reviews: 2 })
  t.equal(written.length, 2, 'what is so already is not written again')
})

t.test('what was changed is evidence for the control of branch protection', async (t) => {
  const { put, client } = await startProtections(t)
  await put({ required_reviews: 2 })
  await put({ required_reviews: 1 })
  const { data } = await client.GET('/api/audit/entries', { params: { query: { category: 'branch_rule' } } })
  const entry = { actor: 'api', repo_full_name: 'octo-org/hello', control_id: 'CC6.6' }
  const payload = { branch: 'main', action: 'set-protection', action_id: Number }
  const [one, two] = [{ required_reviews: 1 }, { required_reviews: 2 }]
  t.match(data?.data, [
    { ...entry, event_type: 'update', payload: { ...payload, before: two, after: one } },
    { ...entry, event_type: 'create', payload: { ...payload, before: null, after: two } }
  ])
})

t.test('what the body leaves out keeps its value, known to the service or not', async (t) => {
  const { world, repository, put, classic, entries } = await startProtections(t)
  world.protectBranch(repository, 'main', RICH)
  t.match((await put({ required_reviews: 1 })).data, { required_reviews: 1, require_linear_history: true })
  const checks = [
    { context: 'build', app_id: 15_368 },
    { context: 'lint', app_id: -1 }
  ]
  t.same(classic(), {
    ...RICH,
    required_status_checks: { strict: true, checks },
    required_pull_request_reviews: {
      ...RICH.required_pull_request_reviews,
      required_approving_review_count: 1
    }
  })
  t.match(await entries(), [
    { payload: { before: { required_reviews: 2 }, after: { required_reviews: 1, enforce_admins: true } } }
  ])
})

t.test('whatever is there and whatever is wished for: the wish holds, and all else stays', async (t) => {
  const { world, repository, put, classic } = await startProtections(t)
  const flag = fc.boolean()
  const live = fc.record({
    required_status_checks: fc.option(
      fc.record({ strict: flag, contexts: fc.subarray(['build', 'lint', 'test']) })
    ),
    enforce_admins: flag,
    required_pull_request_reviews: fc.option(
      fc.record({ required_approving_review_count: fc.nat(6), require_last_push_approval: flag })
    ),
    restrictions: fc.option(fc.constant(PUSHERS)),
    required_linear_history: flag,
    allow_force_pushes: flag,
    lock_branch: flag,
    required_conversation_resolution: flag,
    required_signatures: flag
  })
  const wish = fc
    .record(
      {
        required_reviews: fc.nat(6),
        dismiss_stale_reviews: flag,
        required_status_checks: fc.subarray(['build', 'deploy']),
        enforce_admins: flag,
        allow_force_pushes: flag,
        allow_deletions: flag,
        require_linear_history: flag,
        require_signed_commits: flag
      },
      { requiredKeys: [] }
    )
    .filter((one) => Object.keys(one).length > 0)
  await fc.assert(
    fc.asyncProperty(live, wish, async (before, wanted) => {
      world.protectBranch(repository, 'main', structuredClone(before))
      const { data } = await put(wanted)
      const { required_status_checks: checks = [], ...others } = wanted
      t.match(data, others)
      const after = classic()
      const kept = ['lock_branch', 'required_conversation_resolution', 'restrictions'] as const
      t.same(
        kept.map((key) => after?.[key]),
        kept.map((key) => before[key])
      )
      t.equal(
        after?.required_pull_request_reviews?.require_last_push_approval ?? false,
        before.required_pull_request_reviews?.require_last_push_approval ?? false
      )
      const required = data && 'required_status_checks' in data ? data.required_status_checks : undefined
      const contexts = wanted.required_status_checks ? checks : before.required_status_checks?.contexts
      t.same(required, [...(contexts ?? [])].sort())
    }),
    { numRuns: runs(25) }
  )
})

/** More than the service looks up at once, and all of them one person. */
const SPELLINGS = Array.from({ length: 12 }, (_, at) =>
  [...'root'].map((letter, place) => (at & (1 << place) ? letter.toUpperCase() : letter)).join('')
)

t.test('a request that cannot be met says why, writes nothing and is recorded once', async (t) => {
  const { put, written, entries, world, repository } = await startProtections(t)
  world.addBranch(repository, 'release/1')
  const cases: [ProtectionWish, { status: number; message: RegExp }, string?, string?][] = [
    [{}, { status: 400, message: /body/ }],
    [{ required_reviews: 7 }, { status: 400, message: /required_reviews.*6/ }],
    [{ restrict_pushes: true }, { status: 400, message: /push_allowlist/ }],
    [
      { restrict_pushes: true, push_allowlist: [] },
      { status: 400, message: /push_allowlist/ }
    ],
    [{ push_allowlist: ['ghost'] }, { status: 400, message: /ghost/ }],
    [{ push_allowlist: ['reader'] }, { status: 400, message: /reader/ }],
    [{ push_allowlist: [...SPELLINGS, 'reader'] }, { status: 400, message: /reader/ }],
    [{ push_allowlist: ['team:nobody'] }, { status: 400, message: /team:nobody/ }],
    [
      { require_status_checks: false, required_status_checks: ['a'] },
      { status: 400, message: /required_status_checks/ }
    ],
    [{ required_reviews: 1 }, { status: 400, message: /release\/\*/ }, 'release/*'],
    [{ required_reviews: 1 }, { status: 404, message: /no such branch/ }, 'gone'],
    [{ required_reviews: 1 }, { status: 404, message: /nowhere/ }, 'main', 'nowhere']
  ]
  for (const [body, error, branch, repo] of cases) t.match((await put(body, branch, repo)).error, error)
  t.same(written, [])
  t.same(
    (await entries()).map(({ success }) => success),
    cases.map(() => false)
  )
  t.match((await put({ push_allowlist: ['Root', 'team:core'] }, 'release/1')).data, {
    pattern: 'release/1',
    restrict_pushes: true,
    push_allowlist: ['root', 'team:core']
  })
})

t.test('a protection that the host does not show is never replaced', async (t) => {
  const { world, repository, put, written } = await startProtections(t)
  world.protectBranch(repository, 'main', RICH)
  const NOT_SHOWN = () => ({ status: 404, body: { message: 'Not Found' } })
  world.failNext('GET /repos/{owner}/{repo}/branches/{branch}/protection', 1, NOT_SHOWN)
  t.match((await put({ required_reviews: 0 })).error, { status: 502, message: /does not show/ })
  t.same(written, [])
})

t.test('a host that refuses, or accepts without effect, is said to have done so', async (t) => {
  const { world, repository, put, entries } = await startProtections(t)
  const WRITE = 'PUT /repos/{owner}/{repo}/branches/{branch}/protection'
  world.failNext(WRITE, 1, () => ({ status: 403, body: { message: 'Upgrade to GitHub Pro' } }))
  t.match((await put({ required_reviews: 1 })).error, { status: 502, code: 'permission_denied' })
  world.unprotectBranch(repository, 'main')
  world.failNext(WRITE, 1, (answer) => {
    protectionsOf(repository).classic.set('main', {})
    return answer
  })
  t.match((await put({ required_reviews: 3 })).error, {
    status: 502,
    message: /shows other values of required_reviews/
  })
  t.same(
    (await entries()).map(({ success }) => success),
    [false, false]
  )
})

t.test('in a dry run nothing is written, and the reply and the log say so', async (t) => {
  const { deps, repository, put, written, entries } = await startProtections(t)
  const overrides = { settings: { dry_run: true } }
  await deps.db.insert(repoConfigs).values({ repoId: repository.id, overrides, version: 1 })
  t.match((await put({ required_reviews: 1 })).data, { updated: false, pattern: 'main', message: /dry/i })
  t.same(written, [])
  t.match(await entries(), [{ success: false, error: /dry/i }])
})
