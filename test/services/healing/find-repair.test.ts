import { format } from 'prettier'
import t from 'tap'
import { type Fault, refusal } from '#demo/world/faults.js'
import type { JsonObject } from '#schemas/common.js'
import { auditEntries } from '#tables/audit/audit-entries.js'
import {
  DEPRECATED_ACTION,
  type HealService,
  NETWORK,
  TYPE_ERROR,
  UNFORMATTED
} from '#test/fixtures/heal-service.js'
import { checkSums } from '#test/fixtures/recount.js'
import { A, startRepairService, WORKFLOW } from '#test/fixtures/repair-service.js'

const TREE = 'GET /repos/{owner}/{repo}/git/trees/{tree_sha}'

const pullOf = ({ repository }: HealService) => repository.issues.get(repository.lastNumber)

t.test('unformatted files end in a pull request that Prettier accepts', async (t) => {
  const healed = await startRepairService(t)
  const broken = healed.failedAtHead(UNFORMATTED)
  await healed.send(broken)
  const branch = `service/heal-${broken.run.id}`
  const number = healed.repository.lastNumber
  t.same(
    [...healed.deeds.written].sort(),
    [
      `ask octocat about ${number}`,
      `branch ${branch}`,
      `comment on ${A}`,
      `label ci-heal on ${number}`,
      `label lint_format on ${number}`,
      `pull of ${branch}`
    ].sort()
  )
  const content = String(healed.changedOn(branch)['src/a.ts'])
  t.equal(content, "export const a = { b: 'c' }\n")
  t.equal(await format(content, { filepath: 'src/a.ts', semi: false, singleQuote: true }), content)
  t.match(pullOf(healed), {
    title: 'Resolve lint_format in src/a.ts',
    pull: { base: 'main', head: branch }
  })
  t.match(healed.deeds.commits.get(healed.deeds.refs.get(branch) ?? '')?.message, /\[service-heal\]/)
  t.match(await healed.healsOf(broken.run.id), [
    {
      status: 'healed',
      strategy: 'patch_pr',
      repair: 'formatting',
      outcome: 'pending',
      prStatus: 'open',
      healBranch: branch,
      prNumber: number,
      prTitle: 'Resolve lint_format in src/a.ts',
      riskLevel: 'low',
      filesChanged: ['src/a.ts'],
      sourceFile: 'src/a.ts',
      skipReason: null,
      error: null
    }
  ])
  t.match(await healed.runOf(broken.run.id), {
    healStatus: 'healed',
    healPrNumber: number,
    healedAt: Date,
    healFixApplied: `Proposed in #${number}.`
  })
  t.match(healed.comments(), [new RegExp(`lint_format.*#${number}`, 's')])
  t.match(await healed.decisionsOf(), [{ decision: 'acted', evaluator: 'ci_heal', evaluatorVersion: 2 }])
  t.match(await healed.feedOf(), [{ status: 'open', targetNumber: number, detail: 'src/a.ts' }])
  const audited = await healed.deps.db.select().from(auditEntries)
  t.match(
    audited.filter(({ category }) => category === 'heal'),
    [{ eventType: 'patch_pr' }]
  )
  await checkSums(t, healed.deps)
})

t.test('a workflow with a retired action ends in a pull request that changes nothing else', async (t) => {
  const healed = await startRepairService(t)
  const broken = healed.failedAtHead(DEPRECATED_ACTION)
  await healed.send(broken)
  t.same(healed.changedOn(`service/heal-${broken.run.id}`), {
    '.github/workflows/test.yml': WORKFLOW.replace('@v2', '@v4')
  })
  t.match(await healed.healsOf(broken.run.id), [
    { status: 'healed', repair: 'retired_actions', failureType: 'config_error' }
  ])
})

t.test('an obstacle to a repair ends in a comment with the reason, and in no branch', async (t) => {
  const healed = await startRepairService(t)
  const cases: [JsonObject, string, RegExp][] = [
    [{ auto_patch: false }, 'auto_patch_off', /auto_patch/],
    [{ blocked_file_patterns: ['src/**'] }, 'file_blocked', /src\/a\.ts/],
    [{ allowed_file_patterns: ['docs/**'] }, 'file_blocked', /none of the patterns/]
  ]
  for (const [settings, skipReason, why] of cases) {
    await healed.configure({ pillars: { ci_healing: settings } })
    const broken = healed.failedAtHead(UNFORMATTED)
    await healed.send(broken)
    t.match(await healed.healsOf(broken.run.id), [{ status: 'skipped', skipReason, prNumber: null }])
    t.match((await healed.decisionsOf()).at(-1), { reason: why })
    t.same([...healed.deeds.refs.keys()], ['main'])
  }
  t.match(
    healed.comments(),
    [/Nothing\.\sThe setting auto_patch/],
    'of one failure of a commit it is told once'
  )
})

t.test('a repair that cannot be made is reported with its reason', async (t) => {
  const healed = await startRepairService(t)
  healed.repository.files.set('prettier.config.mjs', 'export default {}')
  healed.repository.files.delete('.prettierrc')
  const broken = healed.failedAtHead(UNFORMATTED)
  await healed.send(broken)
  t.match(await healed.healsOf(broken.run.id), [{ status: 'skipped', skipReason: 'not_auto_fixable' }])
  t.match(healed.comments(), [/Nothing\.\sprettier\.config\.mjs is a program/], 'with its reason')
})

t.test('no file is read for a repair if the branch has new commits or patches are disabled', async (t) => {
  const healed = await startRepairService(t)
  healed.world.forgetCounts()
  const broken = healed.failed([{ log: UNFORMATTED }])
  await healed.send(broken)
  t.match(await healed.healsOf(broken.run.id), [{ status: 'skipped', skipReason: 'superseded' }])
  t.equal(healed.world.count(TREE), 0, 'nothing is read for it')
  await healed.configure({ pillars: { ci_healing: { auto_patch: false } } })
  await healed.send(healed.failedAtHead(UNFORMATTED))
  t.equal(healed.world.count(TREE), 0, 'nor where patches are off')
})

t.test('files that the host shows partly or not at all are not repaired', async (t) => {
  const healed = await startRepairService(t)
  const cases: [Fault, RegExp][] = [
    [({ body, ...more }) => ({ ...more, body: { ...Object(body), truncated: true } }), /more files than/],
    [() => refusal(403, 'Resource not accessible by integration'), /could not be read/]
  ]
  for (const [fault, reason] of cases) {
    healed.world.failNext(TREE, 1, fault)
    const broken = healed.failedAtHead(UNFORMATTED)
    await healed.send(broken)
    t.match(await healed.healsOf(broken.run.id), [
      { status: 'skipped', skipReason: 'not_auto_fixable', failureType: 'lint_format' }
    ])
    t.match((await healed.decisionsOf()).at(-1), { reason })
  }
  t.same([...healed.deeds.refs.keys()], ['main'])
})

t.test('given a healed run, a retry that is skipped leaves it healed', async (t) => {
  const healed = await startRepairService(t)
  const broken = healed.failedAtHead(UNFORMATTED)
  await healed.send(broken)
  const before = await healed.runOf(broken.run.id)
  t.match(before, { healStatus: 'healed', healedAt: Date, healFixApplied: /Proposed in #/ })
  for (const attempt of [2, 3]) {
    healed.world.advance(1_000)
    const path = { runId: before?.id ?? 0 }
    const { response } = await healed.client.POST('/api/ci/{runId}/retry', { params: { path } })
    t.equal(response.status, 202)
    await healed.send({ events: [] })
    const attempts = await healed.healsOf(broken.run.id)
    t.match(attempts.at(-1), { attempt, status: 'skipped', skipReason: 'duplicate_patch' })
    t.match(attempts[0], { status: 'healed', prStatus: 'open' })
    t.same(await healed.runOf(broken.run.id), before)
  }
  await checkSums(t, healed.deps)
})

t.test('the same repair is proposed once a week', async (t) => {
  const healed = await startRepairService(t)
  for (const wanted of [{ status: 'healed' }, { status: 'skipped', skipReason: 'duplicate_patch' }]) {
    const broken = healed.failedAtHead(UNFORMATTED)
    await healed.send(broken)
    t.match(await healed.healsOf(broken.run.id), [wanted])
  }
  healed.repository.files.set('lib/a.ts', 'b( )\n')
  const other = healed.failedAtHead(UNFORMATTED.replace('src/a.ts', 'lib/a.ts'))
  await healed.send(other)
  t.match(await healed.healsOf(other.run.id), [{ status: 'healed' }], 'that of another file is another')
})

t.test('a dry run decides on a repair and writes nothing on the host', async (t) => {
  const healed = await startRepairService(t)
  await healed.configure({ settings: { dry_run: true } })
  const broken = healed.failedAtHead(UNFORMATTED)
  await healed.send(broken)
  t.same(healed.deeds.written, [])
  t.match(await healed.healsOf(broken.run.id), [
    { status: 'skipped', skipReason: 'dry_run', strategy: 'patch_pr', filesChanged: ['src/a.ts'] }
  ])
  t.same(await healed.actionsOf(), [])
})

t.test('a run of a commit marked as a repair by the service is not healed', async (t) => {
  const healed = await startRepairService(t)
  healed.deeds.commits.set(A, { message: 'Resolve it [service-heal]', tree: 'd'.repeat(40) })
  const broken = healed.failedAtHead(NETWORK)
  await healed.send(broken)
  t.match(await healed.healsOf(broken.run.id), [{ status: 'skipped', skipReason: 'self_activity' }])
  t.same(healed.deeds.written, [])
})

t.test('a failure without a matching repair ends with its diagnosis', async (t) => {
  const healed = await startRepairService(t)
  const broken = healed.failedAtHead(TYPE_ERROR)
  await healed.send(broken)
  t.match(await healed.healsOf(broken.run.id), [{ status: 'skipped', skipReason: 'no_model', repair: null }])
})
