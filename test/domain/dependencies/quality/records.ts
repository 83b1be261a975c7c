// Records as a whole: withdrawn ones, names, other ecosystems, aliases and severities.
import { type AdvisoryCase, type AliasCase, advisory, range, type SeverityCase } from './case.js'

const ALL = range([{ introduced: '0' }])
const asked = (ecosystem: string, name: string, version: string, affected: boolean) => ({
  ecosystem,
  package: name,
  version,
  affected
})

export const recordAdvisories: readonly AdvisoryCase[] = [
  {
    name: 'A withdrawn record affects nothing',
    record: advisory('npm', 'pad', ALL, { withdrawn: '2026-02-03T04:05:06Z' }),
    queries: [asked('npm', 'pad', '1.0.0', false)]
  },
  {
    name: 'Ranges of commits say nothing about versions',
    record: advisory('npm', 'pad', {
      ranges: [
        {
          type: 'GIT',
          repo: 'https://github.com/acme/pad.git',
          events: [{ introduced: '0' }, { fixed: '0123456789abcdef0123456789abcdef01234567' }]
        }
      ]
    }),
    queries: [asked('npm', 'pad', '1.0.0', false)]
  },
  {
    name: 'Versions that are listed beside a range of commits are affected',
    record: advisory('PyPI', 'pad', {
      ranges: [{ type: 'GIT', repo: 'https://github.com/acme/pad', events: [{ introduced: '0' }] }],
      versions: ['1.0', '1.1']
    }),
    queries: [asked('PyPI', 'pad', '1.1', true), asked('PyPI', 'pad', '1.2', false)]
  },
  {
    name: 'A record without ranges and versions affects no version',
    record: advisory('npm', 'pad', {}),
    queries: [asked('npm', 'pad', '1.0.0', false)]
  },
  {
    name: 'A record without affected packages affects nothing',
    record: { id: 'TEST-2026-0004', modified: '2026-01-02T03:04:05Z' },
    queries: [asked('npm', 'pad', '1.0.0', false)]
  },
  {
    name: 'An entry without a package affects nothing and takes no other entry with it',
    record: {
      id: 'TEST-2026-0005',
      modified: '2026-01-02T03:04:05Z',
      affected: [
        { ranges: [{ type: 'GIT', repo: 'https://github.com/acme/pad', events: [{ introduced: '0' }] }] },
        { package: { ecosystem: 'npm', name: 'pad' }, ...range([{ introduced: '0' }], 'SEMVER') }
      ]
    },
    queries: [asked('npm', 'pad', '1.0.0', true), asked('npm', 'undefined', '1.0.0', false)]
  },
  {
    // No manifest names a package of such an ecosystem, so there is nothing that the record could be matched with.
    name: 'A record of an ecosystem that nobody knows affects no package',
    record: advisory('Galaxy', 'pad', { versions: ['one', '2.x'] }),
    queries: [asked('Galaxy', 'pad', 'one', false), asked('Galaxy', 'pad', 'two', false)]
  },
  {
    name: 'One name in another ecosystem is another package',
    record: advisory('PyPI', 'requests', ALL),
    queries: [asked('PyPI', 'requests', '1.0', true), asked('npm', 'requests', '1.0.0', false)]
  },
  {
    name: 'PyPI: case, underscores, dots and runs of them are one spelling of a name',
    record: advisory('PyPI', 'Zope.Interface', ALL),
    queries: [
      asked('PyPI', 'zope-interface', '1.0', true),
      asked('PyPI', 'zope_interface', '1.0', true),
      asked('PyPI', 'ZOPE-_.interface', '1.0', true),
      asked('PyPI', 'zopeinterface', '1.0', false)
    ]
  },
  {
    name: 'npm: names differ by case',
    record: advisory('npm', 'JSONStream', range([{ introduced: '0' }], 'SEMVER')),
    queries: [asked('npm', 'JSONStream', '1.0.0', true), asked('npm', 'jsonstream', '1.0.0', false)]
  },
  {
    name: 'NuGet and Packagist: names do not differ by case',
    record: {
      id: 'TEST-2026-0006',
      modified: '2026-01-02T03:04:05Z',
      affected: [
        { package: { ecosystem: 'NuGet', name: 'Newtonsoft.Json' }, ...ALL },
        { package: { ecosystem: 'Packagist', name: 'Acme/Tool' }, ...ALL }
      ]
    },
    queries: [
      asked('NuGet', 'newtonsoft.json', '1.0.0', true),
      asked('Packagist', 'acme/tool', '1.0.0', true)
    ]
  },
  {
    name: 'RubyGems: a hyphen and an underscore are two names',
    record: advisory('RubyGems', 'active-record', ALL),
    queries: [
      asked('RubyGems', 'active-record', '1.0', true),
      asked('RubyGems', 'active_record', '1.0', false)
    ]
  },
  {
    name: 'A package called as what every object inherits is a package like others',
    record: advisory('npm', 'constructor', range([{ introduced: '0' }, { fixed: '2.0.0' }], 'SEMVER')),
    queries: [
      asked('npm', 'constructor', '1.0.0', true),
      asked('npm', 'toString', '1.0.0', false),
      asked('npm', '__proto__', '1.0.0', false)
    ]
  }
]

const record = (id: string, aliases: readonly string[], more: object = {}) =>
  advisory('PyPI', 'pad', ALL, { id, aliases, ...more })

export const aliasCases: readonly AliasCase[] = [
  {
    name: 'Records that name one CVE are one vulnerability, in whatever order they come',
    records: [
      record('GHSA-aaaa-bbbb-cccc', ['CVE-2026-0001']),
      record('CVE-2026-0001', []),
      record('PYSEC-2026-1', ['CVE-2026-0001', 'GHSA-aaaa-bbbb-cccc']),
      record('GHSA-dddd-eeee-ffff', ['CVE-2026-0002'])
    ],
    groups: [['CVE-2026-0001', 'GHSA-aaaa-bbbb-cccc', 'PYSEC-2026-1'], ['GHSA-dddd-eeee-ffff']]
  },
  {
    name: 'Two records are one through a CVE that has no record of its own',
    records: [record('GHSA-aaaa-bbbb-cccc', ['CVE-2026-0001']), record('PYSEC-2026-1', ['CVE-2026-0001'])],
    groups: [['GHSA-aaaa-bbbb-cccc', 'PYSEC-2026-1']]
  },
  {
    name: 'A chain of aliases is one group, though its ends do not know each other',
    records: [record('A-1', ['X-1']), record('C-1', ['X-2']), record('B-1', ['X-1', 'X-2'])],
    groups: [['A-1', 'B-1', 'C-1']]
  },
  {
    name: 'Related records are other vulnerabilities',
    records: [
      record('GHSA-aaaa-bbbb-cccc', [], { related: ['CVE-2026-0003'] }),
      record('CVE-2026-0003', [], { related: ['GHSA-aaaa-bbbb-cccc'] })
    ],
    groups: [['CVE-2026-0003'], ['GHSA-aaaa-bbbb-cccc']]
  }
]

const scored = (vector: string, score: number, level: SeverityCase['level'], remark = ''): SeverityCase => ({
  name: `${vector} has the score ${score}${remark}`,
  vector,
  score,
  level
})
const noVector = (vector: string): SeverityCase => ({
  name: `${JSON.stringify(vector.slice(0, 60))} is no vector`,
  vector,
  score: null,
  level: null
})

export const severities: readonly SeverityCase[] = [
  scored('CVSS:3.0/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 9.8, 'critical'),
  scored('CVSS:3.0/AV:N/AC:L/PR:L/UI:N/S:C/C:H/I:H/A:H', 9.9, 'critical'),
  scored('CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H', 10, 'critical'),
  scored('CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:N', 9.1, 'critical'),
  scored('CVSS:3.1/AV:L/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H', 7.8, 'high'),
  scored('CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H', 7.5, 'high'),
  scored('CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:L/A:L', 7.3, 'high'),
  scored('CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N', 6.1, 'medium'),
  scored('CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:N/A:N', 3.7, 'low'),
  scored('CVSS:3.1/AV:P/AC:H/PR:H/UI:R/S:U/C:L/I:N/A:N', 1.6, 'low'),
  scored('CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N', 0, 'none'),
  scored('CVSS:3.1/A:H/I:H/C:H/S:U/UI:N/PR:N/AC:L/AV:N', 9.8, 'critical', ' in whatever order'),
  scored('CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:H/SI:H/SA:H', 10, 'critical'),
  scored('CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N', 9.3, 'critical'),
  scored('CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:N/VA:N/SC:N/SI:N/SA:N', 8.7, 'high'),
  scored('CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:N/VI:N/VA:H/SC:N/SI:N/SA:N', 8.7, 'high'),
  scored('CVSS:4.0/AV:L/AC:L/AT:P/PR:L/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N', 7.3, 'high'),
  scored('CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:A/VC:N/VI:N/VA:N/SC:L/SI:L/SA:N', 5.1, 'medium'),
  scored('CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:N/VI:N/VA:N/SC:N/SI:N/SA:N', 0, 'none'),
  noVector(''),
  noVector('9.8'),
  noVector('CVSS:3.1/AV:N'),
  noVector('CVSS:3.1/AV:X/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'),
  noVector(`CVSS:3.1/${'AV:N/'.repeat(20_000)}`)
]
