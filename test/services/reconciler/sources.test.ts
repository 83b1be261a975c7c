// Where wishes come from: the organisation's file, repositories, and policies beside them; and what becomes of them in
// random live states.
import fc from 'fast-check'
import t from 'tap'
import type { ProtectionBody } from '#demo/world/protections/protection-state.js'
import { shortfallsOf } from '#domain/host/protection.js'
import { MINUTE_MS } from '#domain/time/durations.js'
import type { Baseline } from '#schemas/configuration/baseline.js'
import { checkNames, liveProtection, promisesAt, ruleAt } from '#test/fixtures/random-protection.js'
import { startReconciler } from '#test/fixtures/reconcile-service.js'
import { runs } from '#test/harness/runs.js'

const NAMES = ['octo-org/hello', 'octo-org/service-config']
const service = await startReconciler(t, NAMES)
const { world, repositories, reconcile, configure, stateOf, written, policy, ask, client } = service
const { repository, deps, settings } = service
const HELLO = { repo: 'octo-org/hello' }
const [, organisation] = repositories

const flag = fc.boolean()
const baseline: fc.Arbitrary<Baseline> = fc.record(
  {
    protection: fc.record(
      {
        min_reviews: fc.nat(3),
        require_linear_history: flag,
        block_force_pushes: flag,
        block_deletions: flag,
        enforce_admins: flag,
        require_signed_commits: flag,
        require_status_checks: flag,
        required_status_check_contexts: checkNames
      },
      { requiredKeys: [] }
    ),
    labels: fc.dictionary(fc.constantFrom('bug', 'docs'), fc.constantFrom('d73a4a', '0075ca')),
    settings: fc.record({ has_wiki: flag, allow_merge_commit: flag }, { requiredKeys: [] })
  },
  { requiredKeys: [] }
)

/** The repository as it is, and what the baseline asks of it. */
async function prepare(body: ProtectionBody | null, wished: Baseline, hasWiki: boolean) {
  if (body) world.protectBranch(repository, 'main', body)
  else world.unprotectBranch(repository, 'main')
  settings.has_wiki = hasWiki
  repository.labels.splice(0)
  written.length = 0
  await configure({ baseline: wished })
}

t.test('no field is weaker after a run, and the repository is in sync or says what is not', async (t) => {
  const property = fc.asyncProperty(
    fc.option(liveProtection),
    baseline,
    flag,
    async (body, wished, hasWiki) => {
      await prepare(body, wished, hasWiki)
      const before = await promisesAt(deps, repository.id, 'main')
      const run = await reconcile(HELLO)
      const state = await stateOf()
      t.same(shortfallsOf(await ruleAt(deps, repository.id, 'main'), before), [], 'no field is weaker')
      t.equal(state.in_sync, state.drift_fields.length === 0)
      t.equal(run.writes_planned === 0, written.length === 0, `${written}`)
      t.ok(Object.keys(wished).length > 0 || written.length === 0)
      const again = await reconcile(HELLO)
      t.match(again, { repos_synced: 1, writes_planned: 0 }, 'what is in sync is left alone')
    }
  )
  await fc.assert(property, { numRuns: runs(5) })
})

t.test(
  "the organisation's file asks of all repositories, and what it locks cannot be loosened",
  async (t) => {
    if (!organisation) throw new Error('the organisation has a file')
    const text = [
      'locked: [baseline.protection.min_reviews, baseline.settings.has_wiki]',
      'baseline:',
      '  protection: { min_reviews: 2, block_deletions: true }',
      '  labels: { bug: "d73a4a" }',
      '  settings: { has_wiki: false, has_projects: false }'
    ]
    await service.fresh()
    world.push(organisation, [{ '.service.yml': text.join('\n') }])
    world.advance(6 * MINUTE_MS)
    const protection = { min_reviews: 1, block_deletions: false, block_force_pushes: true }
    await configure({ baseline: { protection, labels: { docs: '0075ca' }, settings: { has_wiki: true } } })
    t.match(await reconcile(HELLO), { repos_corrected: 1, writes_planned: 4 })
    t.match((await stateOf()).desired_state, {
      labels: { bug: 'd73a4a', docs: '0075ca' },
      settings: { has_wiki: false, has_projects: false },
      protection: [
        { field: 'required_reviews', value: 2 },
        { field: 'allow_force_pushes', value: false }
      ]
    })
    t.equal(written.length, 4)
  }
)

t.test(
  'enforcement and the reconciler, asked at the same time, write the same protection once',
  async (t) => {
    written.length = 0
    const { id } = await policy({ min_reviews: 3, repo_filter: 'octo-org/hello', enforce_admins: false })
    const { run_id } = await ask(HELLO)
    await client.POST('/api/enforcement/run', { body: HELLO })
    t.same(await service.workReconciler(['reconciler', 'enforcement', 'action']), [])
    t.same(written, ['protection of main'])
    t.match(await stateOf(), {
      in_sync: true,
      desired_state: { protection: [{ field: 'required_reviews', value: 3, policy_ids: [id] }] }
    })
    t.match((await service.runs())[0], { id: run_id, status: 'completed', repos_corrected: 1 })
  }
)
