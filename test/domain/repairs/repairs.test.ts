import t from 'tap'
import { patchVerdict } from '#domain/patches/guard/guard.js'
import { toRepairChange } from '#domain/repairs/formatted-change.js'
import { repairFor } from '#domain/repairs/index.js'
import type { RepairContext } from '#domain/repairs/repair.js'
import { format } from '#formatter/index.js'
import { REPAIR_NAMES } from '#schemas/healing/enums.js'
import { type Case, CI } from './case.js'
import { CASES } from './cases.js'

const LIMITS = { files: 50, lines: 5_000, characters: 500_000 }

function groundOf({ log, type = 'config_error', job = 'build', before, links = [] }: Case): RepairContext {
  return {
    failure: { type, job, lines: log },
    workflow: CI,
    paths: new Set(Object.keys(before)),
    others: new Set(links)
  }
}

function planned(one: Case) {
  const ground = groundOf(one)
  const repair = repairFor(ground.failure)
  if (!repair) return undefined
  const paths = repair.needs(ground) ?? []
  const files = new Map(
    Object.entries(one.before).filter(([path]) => paths.includes(path) && !one.unread?.includes(path))
  )
  return { repair, plan: repair.plan(ground, files) }
}

/** What becomes of several, in one go where they are to be laid out: whoever does that takes a while to begin. */
async function mended(cases: readonly Case[]) {
  const all = cases.map(planned)
  const texts = all.flatMap((one) => (one?.plan.is === 'format' ? one.plan.files : []))
  const formatted = texts.length > 0 ? await format(texts) : { texts: [] }
  let at = 0
  return all.map((one) => {
    if (one?.plan.is !== 'format') return one
    const { length } = one.plan.files
    at += length
    const own = formatted.why === undefined ? { texts: formatted.texts.slice(at - length, at) } : formatted
    return { ...one, plan: toRepairChange(one.plan, own) }
  })
}

t.test('every repair has fixtures that it mends and fixtures that it leaves alone', async (t) => {
  for (const name of REPAIR_NAMES) {
    const own = CASES.filter(({ repair }) => repair === name)
    t.ok(own.some(({ after }) => after) && own.some(({ refused }) => refused), name)
  }
})

const REPAIRED = CASES.filter(({ after }) => after)
const LEFT = CASES.filter(({ refused }) => refused)

t.test('every fixture is mended as it says, past the guard', async (t) => {
  for (const [at, found] of (await mended(REPAIRED)).entries()) {
    const { repair, what = '', after } = REPAIRED[at] ?? {}
    t.equal(found?.repair.name, repair, what)
    const plan = found?.plan
    if (!found || plan?.is !== 'change') {
      t.fail(`${repair}: ${what}: ${JSON.stringify(plan)}`)
      continue
    }
    t.same(Object.fromEntries(plan.files.map((file) => [file.path, file.after])), after, what)
    t.ok(plan.explanation.length > 0)
    const rules = { blockedPaths: [], isWorkflowRepair: found.repair.isOfWorkflow, limits: LIMITS }
    const { findings } = patchVerdict(plan.files, rules)
    t.same(findings, [], what)
  }
})

t.test('what is mended is not mended again', async (t) => {
  const again = REPAIRED.map((one) => ({ ...one, before: { ...one.before, ...one.after } }))
  for (const found of await mended(again)) t.match(found?.plan, { is: 'refused' })
})

t.test('what only a person can mend is left to people, with the reason', async (t) => {
  for (const one of LEFT) {
    const [found] = await mended([one])
    t.match(found, { repair: { name: one.repair }, plan: { is: 'refused', reason: one.refused } }, one.what)
  }
})

t.test('no permission to write is given past the guard', async (t) => {
  const after = 'permissions:\n  contents: read\n  issues: write\n'
  const files = [{ path: CI, before: 'permissions:\n  contents: read\n', after }]
  const rules = { blockedPaths: [], isWorkflowRepair: true, limits: LIMITS }
  t.notOk(patchVerdict(files, rules).passes)
})

t.test('a failure that no repair knows is none of theirs', async (t) => {
  for (const log of [
    ["src/a.ts(1,1): error TS2322: Type 'string' is not assignable to type 'number'."],
    ['The `set-output` command is deprecated and will be disabled soon.'],
    ['Error: Resource not accessible by integration'],
    ['npm error code ECONNRESET'],
    ['The ubuntu-20.04 runner image will be removed on 2025-04-15.'],
    ['##[warning]The macos-12 runner image is deprecated and will be retired soon.'],
    ['Brownouts of the windows-2019 runner image are planned for June.'],
    ['The following actions uses node12 which is deprecated: actions/checkout@v2'],
    ['This version of actions/cache will be removed, and actions/cache@v2 with it.'],
    ['Your workflow uses a deprecated version of `actions/cache: v1`, which will be retired.']
  ])
    t.equal(repairFor({ type: 'config_error', job: 'build', lines: log }), undefined, log.join())
})

t.test('what several packages say at once names no file, as each has its own', async (t) => {
  for (const line of ['packages/a format:check: [warn] src/index.ts', '@octo/a:format: [warn] src/index.ts'])
    t.equal(repairFor({ type: 'lint_format', job: 'build', lines: [line] }), undefined, line)
})

t.test('a line that a repair knows proves nothing where the job failed otherwise', async (t) => {
  for (const { log, what } of CASES)
    t.equal(repairFor({ type: 'test_failure', job: 'build', lines: log }), undefined, what)
})

// With the square of its length any of them would outlast the time that a file of tests has.
t.test('a manifest that is no JSON is looked through in one go, however long it is', async (t) => {
  const log = ['npm error code EJSONPARSE', 'npm error path /home/runner/work/a/a/package.json']
  for (const text of [
    '\\"'.repeat(250_000),
    '"'.repeat(500_000),
    ','.repeat(500_000),
    '"\\'.repeat(250_000)
  ]) {
    const found = planned({ repair: 'manifest', what: '', log, before: { 'package.json': text } })
    t.match(found?.plan, { is: 'refused', reason: /not only because of a trailing comma/ }, text.slice(0, 4))
  }
})
