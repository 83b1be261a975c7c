// Which versions the ranges of a record contain, where versions are semantic.
import { type AdvisoryCase, advisory, range, type VersionQuery } from './case.js'

const npm = (version: string, patched: string | null | false): VersionQuery =>
  of('npm', 'pad', version, patched)
function of(ecosystem: string, name: string, version: string, patched: string | null | false): VersionQuery {
  const query = { ecosystem, package: name, version }
  return patched === false ? { ...query, affected: false } : { ...query, affected: true, patched }
}
const events = (...list: readonly object[]) => range(list, 'SEMVER')

export const rangeAdvisories: readonly AdvisoryCase[] = [
  {
    name: 'A range from 0 contains everything below the fix, and the fix itself not',
    record: advisory('npm', 'pad', events({ introduced: '0' }, { fixed: '1.2.3' })),
    queries: [
      npm('0.0.0', '1.2.3'),
      npm('0.0.1-alpha', '1.2.3'),
      npm('1.2.2', '1.2.3'),
      npm('1.2.3', false),
      npm('2.0.0', false)
    ]
  },
  {
    name: 'A candidate of the fixed version is affected',
    record: advisory('npm', 'pad', events({ introduced: '0' }, { fixed: '1.0.0' })),
    queries: [
      npm('1.0.0-rc.1', '1.0.0'),
      npm('1.0.0-0', '1.0.0'),
      npm('1.0.0', false),
      npm('1.0.1-rc.1', false)
    ]
  },
  {
    name: 'A candidate of the version that brought the fault is below it',
    record: advisory('npm', 'pad', events({ introduced: '2.0.0' }, { fixed: '2.1.0' })),
    queries: [
      npm('2.0.0-rc.1', false),
      npm('2.0.0', '2.1.0'),
      npm('2.1.0-beta', '2.1.0'),
      npm('1.9.9', false)
    ]
  },
  {
    name: 'A fault that candidates brought begins with the candidate',
    record: advisory('npm', 'pad', events({ introduced: '2.0.0-beta.2' }, { fixed: '2.0.0-beta.10' })),
    queries: [
      npm('2.0.0-beta.1', false),
      npm('2.0.0-beta.2', '2.0.0-beta.10'),
      npm('2.0.0-beta.9', '2.0.0-beta.10'),
      npm('2.0.0-beta.10', false),
      npm('2.0.0-alpha.99', false),
      npm('2.0.0', false)
    ]
  },
  {
    name: 'Numbers of versions are compared as numbers',
    record: advisory('npm', 'pad', events({ introduced: '1.9.0' }, { fixed: '1.10.0' })),
    queries: [npm('1.9.10', '1.10.0'), npm('1.10.0', false), npm('1.2.0', false), npm('1.100.0', false)]
  },
  {
    name: 'Metadata of the build make a version neither newer nor older',
    record: advisory('npm', 'pad', events({ introduced: '0' }, { fixed: '1.0.0' })),
    queries: [npm('1.0.0+build.5', false), npm('0.9.9+z', '1.0.0'), npm('1.0.0-rc.1+z', '1.0.0')]
  },
  {
    name: 'Of several ranges the one that contains the version names the patch',
    record: advisory('npm', 'pad', {
      ranges: [
        { type: 'SEMVER', events: [{ introduced: '2.0.0' }, { fixed: '2.0.4' }] },
        { type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.2.3' }] }
      ]
    }),
    queries: [npm('1.2.0', '1.2.3'), npm('2.0.1', '2.0.4'), npm('1.5.0', false), npm('2.0.4', false)]
  },
  {
    name: 'One range may bring and fix a fault several times',
    record: advisory(
      'npm',
      'pad',
      events({ introduced: '0' }, { fixed: '1.2.0' }, { introduced: '1.3.0' }, { fixed: '1.3.5' })
    ),
    queries: [npm('1.1.0', '1.2.0'), npm('1.2.5', false), npm('1.3.0', '1.3.5'), npm('1.3.5', false)]
  },
  {
    name: 'Events mean the same in any order',
    record: advisory(
      'npm',
      'pad',
      events({ fixed: '3.0.1' }, { introduced: '3.0.0' }, { fixed: '1.10.0' }, { introduced: '0' })
    ),
    queries: [npm('1.9.0', '1.10.0'), npm('2.0.0', false), npm('3.0.0', '3.0.1'), npm('3.0.1', false)]
  },
  {
    name: 'The last affected version is affected, and names no patch',
    record: advisory('npm', 'pad', events({ introduced: '1.0.0' }, { last_affected: '1.4.2' })),
    queries: [
      npm('1.4.2', null),
      npm('1.0.0', null),
      npm('1.4.3', false),
      npm('1.4.3-rc.1', false),
      npm('0.9.0', false)
    ]
  },
  {
    name: 'A last affected version in one range and a fix in another do not mix',
    record: advisory('npm', 'pad', {
      ranges: [
        { type: 'SEMVER', events: [{ introduced: '1.0.0' }, { last_affected: '1.4.2' }] },
        { type: 'SEMVER', events: [{ introduced: '2.0.0' }, { fixed: '2.1.0' }] }
      ]
    }),
    queries: [npm('1.4.3', false), npm('2.0.0', '2.1.0')]
  },
  {
    name: 'A fault that nothing has fixed affects every later version and names no patch',
    record: advisory('npm', 'pad', events({ introduced: '2.0.0' })),
    queries: [npm('2.0.0', null), npm('99.0.0', null), npm('1.9.9', false)]
  },
  {
    name: 'What lies at a limit or beyond it is not affected',
    record: advisory('npm', 'pad', events({ introduced: '1.0.0' }, { limit: '2.0.0' })),
    queries: [
      { ecosystem: 'npm', package: 'pad', version: '1.5.0', affected: true },
      npm('2.0.0', false),
      npm('2.5.0', false)
    ]
  },
  {
    name: 'A limit of a star limits nothing',
    record: advisory('npm', 'pad', events({ introduced: '1.0.0' }, { fixed: '3.0.0' }, { limit: '*' })),
    queries: [npm('2.5.0', '3.0.0'), npm('3.0.0', false)]
  },
  {
    name: 'A list of versions affects exactly those',
    record: advisory('npm', 'pad', { versions: ['1.0.0', '1.2.0'] }),
    queries: [npm('1.0.0', null), npm('1.2.0', null), npm('1.1.0', false)]
  },
  {
    name: 'A list and a range affect what either of them names',
    record: advisory('npm', 'pad', {
      versions: ['1.0.0'],
      ...events({ introduced: '2.0.0' }, { fixed: '2.1.0' })
    }),
    queries: [
      { ecosystem: 'npm', package: 'pad', version: '1.0.0', affected: true },
      npm('2.0.5', '2.1.0'),
      npm('1.0.5', false)
    ]
  },
  {
    name: 'A patch of one entry that another entry of the same package affects is no patch',
    record: {
      id: 'TEST-2026-0002',
      modified: '2026-01-02T03:04:05Z',
      affected: [
        { package: { ecosystem: 'npm', name: 'pad' }, ...events({ introduced: '0' }, { fixed: '1.5.0' }) },
        { package: { ecosystem: 'npm', name: 'pad' }, ...events({ introduced: '1.5.0' }, { fixed: '1.8.0' }) }
      ]
    },
    queries: [npm('1.4.0', '1.8.0'), npm('1.6.0', '1.8.0'), npm('1.8.0', false)]
  },
  {
    name: 'One record may name two packages, each with its own versions',
    record: {
      id: 'TEST-2026-0003',
      modified: '2026-01-02T03:04:05Z',
      affected: [
        { package: { ecosystem: 'npm', name: 'pad' }, ...events({ introduced: '0' }, { fixed: '1.0.0' }) },
        { package: { ecosystem: 'npm', name: 'pad-dom' }, ...events({ introduced: '0' }, { fixed: '9.0.0' }) }
      ]
    },
    queries: [
      npm('1.5.0', false),
      npm('0.5.0', '1.0.0'),
      of('npm', 'pad-dom', '1.5.0', '9.0.0'),
      of('npm', 'pa', '0.1.0', false)
    ]
  },
  {
    name: 'crates.io: numbers beyond the exact ones of JavaScript are told apart',
    record: advisory('crates.io', 'big', events({ introduced: '0' }, { fixed: '1.0.9007199254740993' })),
    queries: [
      of('crates.io', 'big', '1.0.9007199254740992', '1.0.9007199254740993'),
      of('crates.io', 'big', '1.0.9007199254740993', false),
      of('crates.io', 'big', '1.0.9007199254740994', false)
    ]
  },
  {
    name: 'Go: pseudo-versions are ordered by their time, and come before the release that follows',
    record: advisory(
      'Go',
      'example.com/x',
      events({ introduced: '0' }, { fixed: '0.0.0-20220314234659-1baeb1ce4c0b' })
    ),
    queries: [
      of('Go', 'example.com/x', '0.0.0-20211202192323-5770296d904e', '0.0.0-20220314234659-1baeb1ce4c0b'),
      of('Go', 'example.com/x', '0.0.0-20220314234659-1baeb1ce4c0b', false),
      of('Go', 'example.com/x', '0.0.0-20230101000000-000000000000', false),
      of('Go', 'example.com/x', '0.1.0', false)
    ]
  },
  {
    name: 'Go: a pseudo-version after a release is above the release, and below the next one',
    record: advisory('Go', 'example.com/x', events({ introduced: '0' }, { fixed: '1.2.4' })),
    queries: [
      of('Go', 'example.com/x', '1.2.4-0.20230101000000-0123456789ab', '1.2.4'),
      of('Go', 'example.com/x', '1.2.5-0.20230101000000-0123456789ab', false)
    ]
  },
  {
    name: 'Go: +incompatible says nothing about the order',
    record: advisory('Go', 'github.com/docker/docker', events({ introduced: '24.0.0' }, { fixed: '24.0.7' })),
    queries: [
      of('Go', 'github.com/docker/docker', '24.0.6+incompatible', '24.0.7'),
      of('Go', 'github.com/docker/docker', '24.0.7+incompatible', false),
      of('Go', 'github.com/docker/docker', '23.0.9+incompatible', false)
    ]
  },
  {
    name: 'Go: another major version of a module is another package',
    record: advisory('Go', 'example.com/x', events({ introduced: '0' })),
    queries: [
      of('Go', 'example.com/x', '1.0.0', null),
      of('Go', 'example.com/x/v2', '2.0.0', false),
      of('Go', 'example.com/xy', '1.0.0', false)
    ]
  }
]
