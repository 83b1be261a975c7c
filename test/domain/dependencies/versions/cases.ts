// Versions of each ecosystem in their order, from first to last, and such that are the same.
import type { Ecosystem } from '#schemas/dependencies/enums.js'

export const IN_ORDER: Readonly<Partial<Record<Ecosystem, readonly string[]>>> = {
  npm: [
    '0.0.9',
    '0.9',
    '1.0.0-1',
    '1.0.0-a',
    '1.0.0-a.2',
    '1.0.0-a.10',
    '1.0.0-b',
    '1.0.0',
    'v1.0.1',
    '10.0.0'
  ],
  go: [
    'v0.0.0-20190101000000-aaaaaaaaaaaa',
    'v0.0.0-20200101000000-000000000000',
    'v0.1.0',
    'v2.0.0-rc.1+incompatible',
    'v2.0.0+incompatible'
  ],
  conan: ['1.0.0-rc1', '1.0', '1.0.1'],
  cargo: ['0.3.0-alpha.1', '0.3.0', '0.3.1'],
  pub: ['1.0.0-dev', '1.0.0', '1.0.0+1', '1.0.0+2', '1.0.0+10'],
  nuget: ['1.0.0-Alpha', '1.0.0-beta', '1.0', '1.0.0.1', '1.0.0.10'],
  pip: [
    'any-old-thing',
    '1.0.dev1',
    '1.0a0.dev2',
    '1.0alpha',
    '1.0a1',
    '1.0b2',
    '1.0c1',
    '1.0',
    '1.0+cuda',
    '1.0+1',
    '1.0-1',
    '1.0.post2.dev1',
    '1.0.post2',
    '1.0.1',
    '1!0.1'
  ],
  maven: [
    '1.0-alpha-1',
    '1.0-a2',
    '1.0-beta',
    '1.0-M1',
    '1.0.RC1',
    '1.0-SNAPSHOT',
    '1.0',
    '1.0-sp1',
    '1.0-jre8',
    '1.0-1',
    '1.0.1',
    '1.10'
  ],
  rubygems: ['1.0.a', '1.0.b1', '1.0.b2', '1.0-1', '1.0', '1.0.0.1', '1.2', '1.10.0.rc1', '1.10'],
  composer: [
    '1.0.0-dev',
    '1.0.0-alpha2',
    '1.0.0-beta',
    '1.0.0-RC1',
    '1.0.0',
    '1.0.0-p1',
    '1.0.1',
    '1.x-dev',
    '2.0'
  ],
  hackage: ['1', '1.0', '1.0.0', '1.0.1', '1.10'],
  cran: ['1.0', '1.0-1', '1.0.2', '1.1']
}

export const SAME: readonly (readonly [Ecosystem, string, string])[] = [
  ['npm', '1.0.0+linux', 'v1.0.0+darwin'],
  ['npm', '1.2', '1.2.0'],
  ['go', 'v3.0.0', 'v3.0.0+incompatible'],
  ['nuget', '2.0-RC', '2.0.0.0-rc'],
  ['pip', '1.0', 'v1.0.0'],
  ['pip', '1.0_ALPHA.3', '1.0a3'],
  ['pip', '1.0-2', '1.0.rev2'],
  ['maven', '1.0.0.Final', '1'],
  ['maven', '1-m3', '1.0-milestone-3'],
  ['maven', '2.0.cr1', '2-rc1'],
  ['rubygems', '2', '2.0.0'],
  ['composer', '1.2', 'v1.2.0.0'],
  ['composer', '1.2.3-stable', '1.2.3'],
  ['composer', '1.0-RC2', '1.0rc2'],
  ['hackage', '1.02', '1.2']
]
