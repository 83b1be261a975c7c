import fc from 'fast-check'
import t from 'tap'
import type { Delivery } from '#demo/world/world.js'
import { triages } from '#tables/triage/triages.js'
import { checkSums } from '#test/fixtures/recount.js'
import { seedRepository } from '#test/fixtures/seed.js'
import { BUG, checkTriageSums, FEATURE_REQUEST, startTriageService } from '#test/fixtures/triage-service.js'
import { runs } from '#test/harness/runs.js'

const triaged = await startTriageService(t)
const { world, repository, deps, client, send } = triaged

const text = fc.constantFrom(BUG, FEATURE_REQUEST, { title: 'It', body: '' })
const step = fc.record({
  kind: fc.constantFrom(...(['open', 'edit', 'label', 'reopen', 'delete', 'pull', 'push', 'size'] as const)),
  nth: fc.nat(3),
  text,
  name: fc.constantFrom('bug', 'enhancement', 'question', 'priority:high'),
  size: fc.constantFrom('size/XS', 'size/XL'),
  additions: fc.nat(600)
})
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** Numbers of what is there. */
interface Known {
  issues: number[]
  pulls: number[]
}

/** What the host sends when it happens; on nothing nothing happens. */
const HAPPENS: Record<Step['kind'], (one: Step, known: Known) => readonly Delivery[]> = {
  open({ text }, { issues }) {
    const { issue, events } = world.createIssue(repository, text)
    issues.push(issue.number)
    return events
  },
  pull(_, { pulls }) {
    const { issue, events } = world.openPull(repository)
    pulls.push(issue.number)
    return events
  },
  edit: ({ nth, text }, { issues }) => on(issues[nth], (number) => world.editIssue(repository, number, text)),
  label: ({ nth, name }, { issues }) =>
    on(issues[nth], (number) => world.labelIssue(repository, number, name)),
  reopen: ({ nth }, { issues }) =>
    on(issues[nth], (number) => {
      world.closeIssue(repository, number)
      return world.reopenIssue(repository, number)
    }),
  delete: ({ nth }, { issues }) =>
    on(issues.splice(nth, 1)[0], (number) => world.deleteIssue(repository, number)),
  push: ({ additions }, { pulls }) =>
    on(pulls[0], (number) => {
      Object.assign(repository.issues.get(number)?.pull ?? {}, { additions })
      return world.pushToPull(repository, number)
    }),
  size: ({ size }, { pulls }) => on(pulls[0], (number) => world.labelPull(repository, number, size))
}

function on(number: number | undefined, happen: (number: number) => readonly Delivery[]) {
  return number === undefined ? [] : happen(number)
}

t.test('after any history the counters of the mirror and of triage equal the rows', async (t) => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 20 }), async (steps) => {
    const known: Known = { issues: [], pulls: [] }
    for (const one of steps) await send({ events: HAPPENS[one.kind](one, known) })
    await checkSums(t, deps)
    await checkTriageSums(t, triaged)
    if (!t.passing()) throw new Error('see above')
  })
  await fc.assert(property, { numRuns: runs(6), endOnFailure: true })
})

t.test("after a merge, a repository has the orphan's triages and their counters", async (t) => {
  // Whatever happened above by chance: this one is labelled, and a person agrees.
  const { issue, events } = world.createIssue(repository, BUG)
  await send({ events })
  await send({ events: world.labelIssue(repository, issue.number, 'bug') })
  const count = (await deps.db.select().from(triages)).length
  await seedRepository(deps, { hostId: 77, fullName: 'octo-org/anew', installationId: 7 })
  const { response } = await client.POST('/api/transfers/reconcile/merge', {
    body: { orphan: 'octo-org/hello', live: 'octo-org/anew', confirm_low_confidence: true }
  })
  t.equal(response.status, 200)
  const rows = await deps.db.select().from(triages)
  t.same([...new Set(rows.map(({ repoId }) => repoId))], [77])
  t.equal(rows.length, count)
  await checkTriageSums(t, triaged)
  const { data } = await client.GET('/api/triage/quality', { params: { query: { repo: 'octo-org/anew' } } })
  t.ok((data?.data[0]?.labels ?? []).length > 0)
})
