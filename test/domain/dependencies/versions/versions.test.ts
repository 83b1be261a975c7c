import fc from 'fast-check'
import t from 'tap'
import { compareVersions, isPrerelease, majorOf } from '#domain/dependencies/versions/versions.js'
import { ECOSYSTEMS, type Ecosystem } from '#schemas/dependencies/enums.js'
import { IN_ORDER, SAME } from './cases.js'

const ORDERED = ECOSYSTEMS.filter((one) => one !== 'unknown')

t.test('versions of an ecosystem stand in its order, each before all that follow', async (t) => {
  for (const ecosystem of ECOSYSTEMS) {
    const versions = IN_ORDER[ecosystem] ?? []
    versions.forEach((a, left) => {
      versions.forEach((b, right) => {
        t.equal(compareVersions(ecosystem, a, b), Math.sign(left - right), `${ecosystem} ${a} ${b}`)
      })
    })
  }
})

t.test('two spellings of one version are the same version', async (t) => {
  for (const [ecosystem, a, b] of SAME) t.equal(compareVersions(ecosystem, a, b), 0, `${ecosystem} ${a} ${b}`)
})

t.test('what is no version, or of no known ecosystem, has no order', async (t) => {
  t.equal(compareVersions('unknown', '1.0', '2.0'), null)
  for (const text of ['', '  ', 'latest', 'workspace:*']) t.equal(compareVersions('npm', '1.0.0', text), null)
  t.equal(compareVersions('composer', 'dev-main', '1.0'), null)
  t.equal(compareVersions('hackage', '1.a', '1.0'), null)
  t.equal(compareVersions('npm', '1'.repeat(20_001), '1'), null)
})

t.test('numbers count in full, however many digits they have', async (t) => {
  const long = '9'.repeat(9_000)
  for (const ecosystem of ORDERED) {
    t.equal(compareVersions(ecosystem, '9007199254740993.0', '9007199254740992.0'), 1, ecosystem)
    t.equal(compareVersions(ecosystem, `1.${long}8`, `1.${long}9`), -1, ecosystem)
    t.equal(compareVersions(ecosystem, `1.${long}`, `1.1${long}`), -1, ecosystem)
    t.equal(compareVersions(ecosystem, `1.${'0'.repeat(9_000)}1`, '1.1'), 0, ecosystem)
  }
})

t.test('what comes before a release is a pre-release', async (t) => {
  const early: readonly (readonly [Ecosystem, string])[] = [
    ['npm', '1.0.0-beta.1'],
    ['go', 'v0.0.0-20190101000000-aaaaaaaaaaaa'],
    ['pip', '1.0rc1'],
    ['pip', '1.0.post1.dev2'],
    ['maven', '1.0-M3'],
    ['maven', '1.0-SNAPSHOT'],
    ['rubygems', '1.0.pre'],
    ['composer', '1.0-RC1'],
    ['nuget', '1.0-preview']
  ]
  for (const [ecosystem, version] of early) t.equal(isPrerelease(ecosystem, version), true, version)
  const final: readonly (readonly [Ecosystem, string])[] = [
    ['npm', '1.0.0+build'],
    ['pip', '1.0.post1'],
    ['pip', '1.0+local'],
    ['maven', '1.0.Final'],
    ['maven', '1.0-jre8'],
    ['rubygems', '1.0.0'],
    ['composer', '1.0-p2'],
    ['unknown', '1.0-beta']
  ]
  for (const [ecosystem, version] of final) t.equal(isPrerelease(ecosystem, version), false, version)
})

t.test('a major version is what may break: of 0.x the second number as well', async (t) => {
  t.equal(majorOf('npm', '3.4.5'), '3')
  t.equal(majorOf('npm', '0.4.5'), '0.4')
  t.equal(majorOf('cargo', '0.0.5'), '0.0.5')
  t.equal(majorOf('npm', '0.0.0'), '0.0.0')
  t.equal(majorOf('go', 'v2.1.0+incompatible'), '2')
  t.equal(majorOf('pip', 'any-old-thing'), null)
  t.equal(majorOf('unknown', '1.0'), null)
})

const BITS = [
  '0',
  '1',
  '2',
  '10',
  'a',
  'alpha',
  'b',
  'rc',
  'dev',
  'post',
  'sp',
  'final',
  'x',
  'pre',
  'SNAPSHOT',
  'z'
]
const pieces = fc.array(fc.tuple(fc.constantFrom('.', '-', '', '+', '_', '!'), fc.constantFrom(...BITS)), {
  maxLength: 5
})
const version = pieces.map((all) => `1${all.map(([separator, bit]) => separator + bit).join('')}`)

/** Two that do not lead apart lead on to the third. */
const isTransitive = (ab: number, bc: number, ac: number) => ab * bc < 0 || Math.sign(ab + bc) === ac

for (const ecosystem of ORDERED) {
  t.test(`the order of ${ecosystem} is one: there and back, and across a third`, async (t) => {
    const order = (a: string, b: string) => compareVersions(ecosystem, a, b) ?? Number.NaN
    const readable = version.filter((one) => compareVersions(ecosystem, one, one) === 0)
    fc.assert(
      fc.property(
        readable,
        readable,
        readable,
        (a, b, c) => order(a, b) + order(b, a) === 0 && isTransitive(order(a, b), order(b, c), order(a, c))
      ),
      { numRuns: 2_000 }
    )
    t.pass()
  })
}
