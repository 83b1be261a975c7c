import fc from 'fast-check'
import t from 'tap'
import type { Advisory } from '#domain/dependencies/advisories/advisory.js'
import { ecosystemNamed, normalisePackageName, packageKey } from '#domain/dependencies/advisories/names.js'
import { readAdvisory } from '#domain/dependencies/advisories/record.js'

function advisoryIn(json: unknown): Advisory {
  const reading = readAdvisory(json)
  if ('fault' in reading) throw new Error(reading.fault)
  return reading.advisory
}

const HIGH = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N'
const CRITICAL = 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N'
const affected = (more: object) => ({ package: { ecosystem: 'PyPI', name: 'Some.Package' }, ...more })
const range = (type: string) => ({ type, events: [{ introduced: '0' }, { fixed: '1.0' }] })

t.test('a record is read as it stands', async (t) => {
  const advisory = advisoryIn({
    id: 'PYSEC-1',
    aliases: ['CVE-1', 'CVE-1', 'PYSEC-1', 7],
    summary: 'Short',
    details: 'Long',
    published: '2024-01-02T00:00:00Z',
    modified: '2024-01-03T00:00:00Z',
    severity: [{ type: 'CVSS_V3', score: HIGH }],
    affected: [affected({ ranges: [range('ECOSYSTEM')], versions: ['0.9'] })],
    references: [{ type: 'WEB', url: 'https://example.org/1' }, {}]
  })
  t.same(advisory, {
    id: 'PYSEC-1',
    aliases: ['CVE-1'],
    summary: 'Short',
    details: 'Long',
    isWithdrawn: false,
    publishedAt: '2024-01-02T00:00:00Z',
    modifiedAt: '2024-01-03T00:00:00Z',
    severity: 'high',
    score: 7.5,
    vector: HIGH,
    affected: [
      {
        ecosystem: 'pip',
        name: 'Some.Package',
        normalName: 'some-package',
        versions: ['0.9'],
        ranges: [
          [
            { kind: 'introduced', version: '0' },
            { kind: 'fixed', version: '1.0' }
          ]
        ],
        rating: null
      }
    ],
    links: ['https://example.org/1'],
    leftOut: []
  })
})

t.test('what is missing is missing, and without an id nothing is an advisory', async (t) => {
  const bare = advisoryIn({ id: 'A-1' })
  t.match(bare, { aliases: [], affected: [], severity: null, score: null, publishedAt: null, leftOut: [] })
  for (const json of [null, 7, 'A-1', ['A-1']]) t.same(readAdvisory(json), { fault: 'not_an_object' })
  for (const json of [{}, { id: 7 }, JSON.parse('{"__proto__":{"id":"A-1"}}')])
    t.same(readAdvisory(json), { fault: 'no_id' })
})

t.test('what nobody can match is said to be left out', async (t) => {
  const reasons = (...parts: unknown[]) => advisoryIn({ id: 'A-1', affected: parts }).leftOut
  t.same(reasons(affected({ ranges: [range('GIT'), range('ECOSYSTEM')] })), [
    { reason: 'git_ranges', name: 'Some.Package' }
  ])
  t.same(reasons({ ranges: [range('GIT')] }), [{ reason: 'git_ranges', name: '' }])
  t.same(reasons({ package: { ecosystem: 'Debian:12', name: 'curl' } }), [
    { reason: 'unknown_ecosystem', name: 'curl' }
  ])
  t.same(reasons(affected({})), [{ reason: 'nothing_said', name: 'Some.Package' }])
  t.same(reasons(affected({ versions: ['1'], ranges: [null, 7, { events: 'none' }] })), [])
})

t.test('the newest vector counts, then a word, then what is said of a package', async (t) => {
  const severity = (json: object) => {
    const { severity, score } = advisoryIn({ id: 'A-1', ...json })
    return [severity, score]
  }
  const vectors = [{ score: CRITICAL }, { score: HIGH }, { score: 'AV:N/AC:L/Au:N/C:N/I:N/A:C' }]
  const word = { database_specific: { severity: 'MODERATE' } }
  t.same(severity({ severity: vectors, ...word }), ['critical', 9.3])
  t.same(severity({ severity: [{ score: 'CVSS:4.0/broken' }, { score: HIGH }] }), ['high', 7.5])
  t.same(severity(word), ['medium', null])
  t.same(severity({ affected: [{}, affected({ severity: [{ score: HIGH }] })] }), ['high', 7.5])
  t.same(severity({ affected: [affected({ ecosystem_specific: { severity: 'Low' } })] }), ['low', null])
  t.same(severity({ database_specific: { severity: 'constructor' } }), [null, null])
})

t.test('a withdrawn record says so', async (t) => {
  t.equal(advisoryIn({ id: 'A-1', withdrawn: '2024-01-02T00:00:00Z' }).isWithdrawn, true)
  t.equal(advisoryIn({ id: 'A-1', withdrawn: null }).isWithdrawn, false)
})

t.test('a record that does not end is cut, and what that costs is said', async (t) => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => `${at}.0`)
  const advisory = advisoryIn({
    id: 'A-1',
    aliases: many(100_000),
    details: 'x'.repeat(1_000_000),
    affected: [
      affected({ versions: many(100_000) }),
      affected({ ranges: [{ events: many(100_000).map((introduced) => ({ introduced })) }] }),
      ...Array.from({ length: 100_000 }, () => affected({ versions: ['1'] }))
    ]
  })
  t.equal(advisory.aliases.length, 100)
  t.equal(advisory.details.length, 20_000)
  t.equal(advisory.affected.length, 1_000)
  t.same(
    advisory.leftOut.map(({ reason }) => reason),
    ['too_much', 'too_much', 'too_much']
  )
})

t.test('no JSON is too strange to be read', async (t) => {
  const names = fc.constantFrom(
    'id',
    'aliases',
    'severity',
    'affected',
    'package',
    'ranges',
    'events',
    'versions',
    'score'
  )
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'medium' },
      fc.constantFrom(null, 7, '', 'npm', HIGH),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(names, tie('value'), { maxKeys: 5 })
    )
  }))
  fc.assert(fc.property(value, (json) => typeof readAdvisory(json) === 'object'))
  t.pass()
})

t.test('ecosystems have the name of the product, whoever names them', async (t) => {
  const named = [
    'PyPI',
    'pip',
    'crates.io',
    'rust',
    'Maven:https://maven.example.org',
    'Packagist',
    'GitHub Actions',
    'SwiftURL'
  ]
  t.same(named.map(ecosystemNamed), ['pip', 'pip', 'cargo', 'cargo', 'maven', 'composer', 'actions', 'swift'])
  for (const name of ['Debian:12', 'Alpine:v3.20', '', '__proto__', 'Root:PyPI'])
    t.equal(ecosystemNamed(name), 'unknown')
})

t.test('two spellings of a package are one where its ecosystem takes them for one', async (t) => {
  t.equal(packageKey('pip', 'Zope._.Interface'), 'pip:zope-interface')
  t.equal(packageKey('cargo', 'serde_json'), packageKey('cargo', 'Serde-JSON'))
  t.equal(normalisePackageName('nuget', 'Newtonsoft.Json'), 'newtonsoft.json')
  t.equal(normalisePackageName('swift', 'https://github.com/Owner/Name.git'), 'github.com/owner/name')
  t.equal(normalisePackageName('go', 'github.com/Owner/Name'), 'github.com/Owner/Name')
  t.equal(normalisePackageName('npm', 'JSONStream'), 'JSONStream')
})
