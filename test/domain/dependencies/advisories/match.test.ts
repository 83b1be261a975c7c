import t from 'tap'
import type { Advisory } from '#domain/dependencies/advisories/advisory.js'
import { matchPackages } from '#domain/dependencies/advisories/match.js'
import { packageKey } from '#domain/dependencies/advisories/names.js'
import { readAdvisory } from '#domain/dependencies/advisories/record.js'

const HIGH = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N'

function database(...records: object[]): Map<string, Advisory[]> {
  const advisories = new Map<string, Advisory[]>()
  for (const record of records) {
    const reading = readAdvisory(record)
    if ('fault' in reading) throw new Error(reading.fault)
    const { advisory } = reading
    for (const { ecosystem, name } of advisory.affected) {
      const key = packageKey(ecosystem, name)
      advisories.set(key, [...(advisories.get(key) ?? []), advisory])
    }
  }
  return advisories
}

const affected = (fixed: string, ecosystem = 'PyPI') => [
  { package: { ecosystem, name: 'Some.Package' }, ranges: [{ events: [{ introduced: '0' }, { fixed }] }] }
]
const some = (version: string) => ({ ecosystem: 'pip' as const, name: 'some_package', version })

t.test(
  'what several databases tell of one vulnerability is one finding, with the fix that satisfies all',
  async (t) => {
    const advisories = database(
      { id: 'PYSEC-1', aliases: ['CVE-1'], severity: [{ score: HIGH }], affected: affected('1.10') },
      { id: 'GHSA-a', aliases: ['CVE-1'], summary: 'Bad', affected: affected('1.9') },
      { id: 'CVE-2', affected: affected('3.0') }
    )
    const { findings, undecided } = matchPackages([some('1.0')], advisories)
    t.same(undecided, [])
    t.match(findings, [
      {
        ids: ['GHSA-a', 'CVE-1', 'PYSEC-1'],
        summary: 'Bad',
        severity: 'high',
        score: 7.5,
        affectedVersions: '< 1.9',
        patchedVersion: '1.10'
      },
      { ids: ['CVE-2'], severity: null, patchedVersion: '3.0' }
    ])
  }
)

t.test(
  'a withdrawn record finds nothing, and neither does another package or another ecosystem',
  async (t) => {
    const withdrawn = { id: 'A-1', withdrawn: '2024-01-01T00:00:00Z', affected: affected('2.0') }
    const others = { id: 'A-2', affected: affected('2.0', 'npm') }
    t.same(matchPackages([some('1.0')], database(withdrawn, others)), { findings: [], undecided: [] })
    t.same(matchPackages([{ ...some('1.0'), name: 'another' }], database(others)), {
      findings: [],
      undecided: []
    })
  }
)

t.test('where nobody can tell whether a version is affected, that is said', async (t) => {
  const silent = { id: 'A-1', affected: [{ package: { ecosystem: 'PyPI', name: 'some-package' } }] }
  t.same(matchPackages([some('1.0')], database(silent)), {
    findings: [],
    undecided: [{ package: some('1.0'), id: 'A-1' }]
  })
})

t.test('a package that a record names twice is affected if either part says so', async (t) => {
  const twice = {
    id: 'A-1',
    affected: [
      { package: { ecosystem: 'PyPI', name: 'some-package' }, versions: ['0.1'] },
      { package: { ecosystem: 'PyPI', name: 'Some_Package' }, versions: ['0.2'] }
    ]
  }
  t.match(matchPackages([some('0.2')], database(twice)).findings, [{ ids: ['A-1'], affectedVersions: '0.2' }])
})

t.test('a package that is rated for itself is not rated as the others of its record', async (t) => {
  const rated = {
    id: 'A-1',
    affected: [
      {
        package: { ecosystem: 'npm', name: 'other' },
        database_specific: { severity: 'LOW' },
        versions: ['1.0']
      },
      { package: { ecosystem: 'PyPI', name: 'some-package' }, severity: [{ score: HIGH }], versions: ['1.0'] }
    ]
  }
  t.match(matchPackages([some('1.0')], database(rated)).findings, [{ severity: 'high', score: 7.5 }])
})
