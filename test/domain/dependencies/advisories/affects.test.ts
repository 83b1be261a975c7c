import fc from 'fast-check'
import t from 'tap'
import type { AffectedPackage, RangeEvent } from '#domain/dependencies/advisories/advisory.js'
import { readAffected } from '#domain/dependencies/advisories/affected-record.js'
import { affectsVersion, patchedVersion } from '#domain/dependencies/advisories/affects.js'
import { describeAffected } from '#domain/dependencies/advisories/range-words.js'

type EventFields = Partial<Record<RangeEvent['kind'], string>>

function affected(events: EventFields[][], versions: string[] = [], ecosystem = 'npm'): AffectedPackage {
  const ranges = events.map((one) => ({ type: 'ECOSYSTEM', events: one }))
  const { part } = readAffected({ package: { ecosystem, name: 'a' }, ranges, versions })
  if (!part) throw new Error(`no package of ${ecosystem}`)
  return part
}

const spans = affected([
  [{ introduced: '0' }, { fixed: '1.4.2' }, { introduced: '2.0.0' }, { last_affected: '2.0.3' }]
])

t.test('a version is affected from where it is introduced to before where it is fixed', async (t) => {
  for (const version of ['0.0.1', '1.4.1', '1.4.2-rc.1', '2.0.0', '2.0.3'])
    t.equal(affectsVersion(spans, version), true, version)
  for (const version of ['1.4.2', '1.9.0', '2.0.0-rc.1', '2.0.4', '3.0.0'])
    t.equal(affectsVersion(spans, version), false, version)
})

t.test('the events of a range need not be in order', async (t) => {
  const events = [{ fixed: '1.10.0' }, { introduced: '2.0.0' }, { introduced: '1.9.0' }]
  t.equal(affectsVersion(affected([events]), '1.9.5'), true)
  t.equal(affectsVersion(affected([events]), '1.10.0'), false)
  t.equal(affectsVersion(affected([events]), '5.0.0'), true)
})

t.test('a version that is listed is affected, whatever the ranges say', async (t) => {
  const listed = affected([[{ introduced: '2.0' }, { fixed: '2.1' }]], ['1.0', 'not-a-version'], 'PyPI')
  t.equal(affectsVersion(listed, '1.0'), true)
  t.equal(affectsVersion(listed, 'not-a-version'), true)
  t.equal(affectsVersion(affected([], ['1.0'], 'PyPI'), '1.0.0'), true, 'as the ecosystem takes them for one')
  t.equal(affectsVersion(affected([], ['1.0'], 'PyPI'), '1.0.1'), false)
})

t.test('a range ends at its limit, and at the last one of several', async (t) => {
  const limited = affected([[{ introduced: '0' }, { limit: '2.0.0' }, { limit: '3.0.0' }]])
  t.equal(affectsVersion(limited, '2.5.0'), true)
  t.equal(affectsVersion(limited, '3.0.0'), false)
  t.equal(affectsVersion(affected([[{ introduced: '0' }, { limit: '*' }]]), '9.0.0'), true)
})

t.test('what nobody can compare is neither affected nor not', async (t) => {
  t.equal(affectsVersion(spans, 'latest'), null)
  t.equal(affectsVersion(affected([]), '1.0.0'), null)
  t.equal(patchedVersion(spans, 'latest'), null)
})

t.test('the patched version is the lowest that is fixed above the installed one, and sound', async (t) => {
  t.equal(patchedVersion(spans, '1.0.0'), '1.4.2')
  t.equal(patchedVersion(spans, '2.0.1'), null, 'no fix is known')
  const two = affected([
    [{ introduced: '1.0.0' }, { fixed: '1.2.0' }],
    [{ introduced: '0' }, { fixed: '1.5.0' }, { introduced: '2.0.0' }, { fixed: '2.1.0' }]
  ])
  t.equal(patchedVersion(two, '1.1.0'), '1.5.0', '1.2.0 is in the other range')
  t.equal(patchedVersion(two, '2.0.0'), '2.1.0')
  t.equal(
    patchedVersion(affected([[{ introduced: '1.0.0' }, { fixed: '1.0.1' }]], ['0.9.0']), '0.9.0'),
    '1.0.1'
  )
})

t.test('the affected versions can be said in words', async (t) => {
  const words: readonly (readonly [AffectedPackage, string])[] = [
    [spans, '< 1.4.2 || >= 2.0.0, <= 2.0.3'],
    [affected([[{ introduced: '0' }]]), 'all versions'],
    [affected([[{ introduced: '1.0.0' }]]), '>= 1.0.0'],
    [affected([[{ introduced: '1.0.0' }, { last_affected: '1.0.0' }]]), '= 1.0.0'],
    [affected([[{ introduced: '1.0.0' }, { limit: '2.0.0' }]]), '>= 1.0.0, < 2.0.0'],
    [affected([[{ introduced: '0' }, { limit: '*' }]]), 'all versions'],
    [affected([[{ fixed: '1.0.0' }]], ['0.1', '0.2']), '0.1, 0.2'],
    [
      affected(
        [],
        Array.from({ length: 12 }, (_, at) => `0.${at}`)
      ),
      '0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, … (2 more)'
    ]
  ]
  for (const [one, expected] of words) t.equal(describeAffected(one), expected)
})

/** The pseudocode of the specification, word for word, over versions that are whole numbers. */
function isVulnerable(ranges: readonly EventFields[][], listed: readonly number[], version: number): boolean {
  if (listed.includes(version)) return true
  return ranges.some((events) => isWithin(events, version))
}

function isWithin(events: readonly EventFields[], version: number): boolean {
  const limits = events.flatMap(({ limit }) => limit ?? [])
  const isBeforeLimits = limits.length === 0 || limits.some((one) => one === '*' || version < Number(one))
  const timeline = events
    .filter(({ limit }) => limit === undefined)
    .toSorted((a, b) => placeOf(a) - placeOf(b))
  return timeline.reduce((was, event) => stateAfter(was, event, version), false) && isBeforeLimits
}

function stateAfter(was: boolean, event: EventFields, version: number): boolean {
  if (event.introduced !== undefined && version >= placeOf(event)) return true
  if (event.fixed !== undefined && version >= placeOf(event)) return false
  return event.last_affected !== undefined && version > placeOf(event) ? false : was
}

/** An introduction at 0 is before every version. */
const placeOf = (event: EventFields) => (event.introduced === '0' ? -1 : Number(Object.values(event)[0]))

const number = fc.nat(12).map(String)
const event: fc.Arbitrary<EventFields> = fc.oneof(
  number.map((introduced) => ({ introduced })),
  number.map((fixed) => ({ fixed })),
  number.map((last) => ({ last_affected: last })),
  fc.oneof(number, fc.constant('*')).map((limit) => ({ limit }))
)
const ranges = fc.array(fc.array(event, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 3 })

t.test('every range is evaluated as the specification writes it down', async (t) => {
  fc.assert(
    fc.property(ranges, fc.array(fc.nat(12), { maxLength: 2 }), fc.nat(12), (all, listed, version) => {
      const part = affected(all, listed.map(String), 'PyPI')
      return affectsVersion(part, String(version)) === isVulnerable(all, listed, version)
    }),
    { numRuns: 2_000 }
  )
  t.pass()
})

t.test('a patched version is never affected, and always newer', async (t) => {
  fc.assert(
    fc.property(ranges, fc.nat(12), (all, version) => {
      const patched = patchedVersion(affected(all), String(version))
      return (
        patched === null || (Number(patched) > version && affectsVersion(affected(all), patched) === false)
      )
    })
  )
  t.pass()
})
