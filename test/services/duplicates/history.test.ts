import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import t, { type Test } from 'tap'
import { ISSUE_STATES } from '#schemas/host/enums.js'
import { answerSignal } from '#services/duplicates/answers.js'
import { runScan } from '#services/duplicates/scan.js'
import { mirrorIssues } from '#services/mirror/mirror.js'
import { duplicateSignals } from '#tables/duplicates/duplicate-signals.js'
import { issues } from '#tables/mirror/issues.js'
import { textAbout } from '#test/fixtures/duplicate-service.js'
import { resetHistory } from '#test/fixtures/random-history.js'
import { checkSums } from '#test/fixtures/recount.js'
import { issueAt, minute, seedRepository } from '#test/fixtures/seed.js'
import { startTestService } from '#test/harness/app.js'
import { runs } from '#test/harness/runs.js'

const NOW = 1_000
const service = await startTestService({ work: false, deps: { now: () => minute(NOW) } })
t.teardown(() => service.close())
const { client, deps } = service

const REPOS = [1, 2]
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('issue' as const),
      repoId: fc.constantFrom(...REPOS),
      subject: fc.integer({ min: 1, max: 5 }),
      text: fc.constantFrom(0, 0, 0, 1),
      state: fc.constantFrom('open' as const, 'open' as const, ...ISSUE_STATES),
      gone: fc.integer({ min: 0, max: 11 }).map((one) => one === 0)
    })
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('answer' as const),
      nth: fc.nat(20),
      said: fc.constantFrom('confirmed' as const, 'dismissed' as const)
    })
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('repository' as const),
      repoId: fc.constantFrom(...REPOS),
      change: fc.constantFrom('present' as const, 'present' as const, 'present' as const, 'removed' as const)
    })
  }
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** A history that surely tells a pair, whatever the others come to. */
const REPEATED: Step[] = [1, 2].map((subject) => {
  return { kind: 'issue', repoId: 1, subject, text: 0, state: 'open', gone: false }
})

/** Both repositories use the same numbers; some issues have the same id in both, as if they had gone there. */
const idOf = (repoId: number, subject: number) => (subject === 5 ? 500 : repoId * 100 + subject)

async function take(one: Step, at: number): Promise<void> {
  if (one.kind === 'repository')
    return seedRepository(deps, { hostId: one.repoId, change: one.change, at: minute(at) })
  if (one.kind === 'answer') {
    const rows = await deps.db.select().from(duplicateSignals).orderBy(duplicateSignals.id)
    const row = rows[one.nth % Math.max(rows.length, 1)]
    // What is gone, or was answered otherwise, is refused.
    if (row) await answerSignal(deps, row.id, { status: one.said, actor: 'me' }).catch(() => {})
    return
  }
  const { repoId, subject, text, state, gone } = one
  const hostId = idOf(repoId, subject)
  const said = { ...textAbout(text), number: subject, state, createdAt: minute(subject) }
  const account = { repoId, ...(gone ? { goneAt: minute(at) } : {}) }
  await deps.transaction((tx) => mirrorIssues(deps, tx, account, [issueAt(hostId, at, said)]))
  await runScan(deps, { issue_id: hostId, trigger_event: 'issues.edited' }, randomUUID())
}

/** No pair twice, none with a stranger or with itself, and one issue at the end of each repetition. */
async function checkPairs(t: Test): Promise<void> {
  const rows = await deps.db.select().from(issues)
  const known = new Map(rows.map((row) => [row.hostId, row]))
  const signals = await deps.db.select().from(duplicateSignals)
  const there = signals.filter(({ goneAt }) => goneAt === null)
  const pairs = there.map(({ sourceIssueId: a, targetIssueId: b }) => [Math.min(a, b), Math.max(a, b)].join())
  t.equal(new Set(pairs).size, pairs.length)
  for (const { repoId, sourceIssueId, targetIssueId } of there)
    for (const id of [sourceIssueId, targetIssueId]) t.match(known.get(id), { repoId, goneAt: null })
}

async function live(t: Test, steps: readonly Step[], from: number): Promise<void> {
  for (const [at, one] of steps.entries()) await take(one, from + at)
  await checkPairs(t)
  await checkSums(t, deps)
}

async function merge(t: Test): Promise<void> {
  for (const hostId of REPOS) await seedRepository(deps, { hostId, at: minute(400) })
  await checkSums(t, deps)
  const { response } = await client.POST('/api/transfers/reconcile/merge', {
    body: { orphan: 'octo-org/repo-1', live: 'octo-org/repo-2', confirm_low_confidence: true }
  })
  t.equal(response.status, 200)
  await checkPairs(t)
  await checkSums(t, deps)
}

/** What happened in either repository, as if it had happened in the one that is left. */
const inOne = (steps: readonly Step[]) =>
  steps.flatMap((one) =>
    one.kind === 'repository' ? [] : [one.kind === 'issue' ? { ...one, repoId: 2 } : one]
  )

t.test('after any history, the counters equal the signals, and so they do after a merge', async (t) => {
  let found = 0
  const property = fc.asyncProperty(fc.array(step, { minLength: 25, maxLength: 40 }), async (steps) => {
    await resetHistory(deps)
    await live(t, steps, 1)
    found += (await deps.db.select().from(duplicateSignals)).length
    await merge(t)
    await live(t, inOne(steps), 500)
    if (!t.passing()) throw new Error('see above')
  })
  await fc.assert(property, { numRuns: runs(8), endOnFailure: true, examples: [[REPEATED]] })
  t.ok(found > 0, 'pairs are told')
})
