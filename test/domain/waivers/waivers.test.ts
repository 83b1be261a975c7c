import fc from 'fast-check'
import t from 'tap'
import { findScopeFault, mostSpecificWaiver, type ScopedWaiver } from '#domain/waivers/waivers.js'
import { WAIVER_SCOPES } from '#schemas/waivers/waivers.js'

const waiver = (id: number, scope: ScopedWaiver['scope'], scopeValue: string | null, expires?: string) => ({
  id,
  scope,
  scopeValue,
  expiresAt: expires === undefined ? null : new Date(expires)
})
const whole = waiver(1, 'repo', null)
const releases = waiver(2, 'branch', 'release/*')
const pull = waiver(3, 'pr', '17')
const issue = waiver(4, 'issue', '17')
const all = [whole, releases, pull, issue]
const thing = { issue: 17, pr: 17, branches: ['main', 'release/1/2'] }

t.test('of all that fit the most specific wins: issue, pull request, branch, repository', async (t) => {
  t.equal(mostSpecificWaiver(all, thing), issue)
  t.equal(mostSpecificWaiver([whole, releases, pull], thing), pull)
  t.equal(mostSpecificWaiver([whole, releases], thing), releases)
  t.equal(mostSpecificWaiver(all, {}), whole)
  t.equal(mostSpecificWaiver([], thing), undefined)
})

t.test('a waiver of another subject does not hide one that applies', async (t) => {
  const other = waiver(5, 'pr', '18')
  t.equal(mostSpecificWaiver([other, releases], thing), releases)
  t.equal(mostSpecificWaiver([waiver(6, 'branch', 'next'), releases], thing), releases)
  t.equal(mostSpecificWaiver([other], thing), undefined)
})

t.test('the number of a pull request is not that of an issue', async (t) => {
  t.equal(mostSpecificWaiver([issue], { pr: 17 }), undefined)
  t.equal(mostSpecificWaiver([pull], { issue: 17 }), undefined)
  t.equal(mostSpecificWaiver([pull], { pr: 1, branches: ['17'] }), undefined)
})

t.test('among equals the one that lasts longest wins, then the one that was first', async (t) => {
  const short = waiver(1, 'repo', null, '2026-01-01T00:00:00Z')
  const long = waiver(2, 'repo', null, '2026-01-02T00:00:00Z')
  t.equal(mostSpecificWaiver([short, long], {}), long)
  t.equal(mostSpecificWaiver([long, waiver(9, 'repo', null)], {})?.id, 9)
  t.equal(mostSpecificWaiver([waiver(8, 'repo', null), waiver(7, 'repo', null)], {})?.id, 7)
})

t.test('any of the branches that are known is enough, and a pattern is no regular expression', async (t) => {
  t.ok(mostSpecificWaiver([releases], { branches: ['release/1'] }))
  t.notOk(mostSpecificWaiver([releases], { branches: ['my-release/1'] }))
  t.notOk(mostSpecificWaiver([waiver(1, 'branch', '(')], { branches: ['main'] }))
  t.ok(mostSpecificWaiver([waiver(1, 'branch', 'a+(b')], { branches: ['a+(b'] }))
})

t.test('in whatever order they are looked at, the same one wins', async () => {
  const any = fc.record({
    scope: fc.constantFrom(...WAIVER_SCOPES),
    scopeValue: fc.constantFrom('17', '18', 'main', '*'),
    expiresAt: fc.constantFrom(null, new Date(0), new Date(1))
  })
  fc.assert(
    fc.property(fc.array(any, { maxLength: 8 }), fc.infiniteStream(fc.nat()), (some, chance) => {
      const waivers = some.map((one, at) => ({ ...one, id: at + 1 }))
      const keys = new Map(waivers.map(({ id }) => [id, chance.next().value]))
      const shuffled = waivers.toSorted((one, other) => (keys.get(one.id) ?? 0) - (keys.get(other.id) ?? 0))
      return mostSpecificWaiver(waivers, thing) === mostSpecificWaiver(shuffled, thing)
    })
  )
})

t.test('a scope says what it holds for, and nothing else', async (t) => {
  const fault = (scope: ScopedWaiver['scope'], value: string | null) =>
    findScopeFault('/scope_value', scope, value)
  for (const [scope, value] of [
    ['repo', null],
    ['branch', 'release/*'],
    ['pr', '1'],
    ['issue', '999999999']
  ] as const)
    t.equal(fault(scope, value), undefined)
  for (const [scope, value] of [
    ['repo', 'main'],
    ['branch', null],
    ['branch', '  '],
    ['pr', null],
    ['pr', '0'],
    ['pr', '-1'],
    ['pr', '1.5'],
    ['issue', '017'],
    ['issue', '1e3'],
    ['issue', '٣'],
    ['issue', '17\n']
  ] as const)
    t.match(fault(scope, value), { status: 400, message: /^\/scope_value: / }, `${scope} ${value}`)
})
