// Which versions the ranges of a record contain, and how versions are ordered, where each ecosystem has its own rules.
import { type AdvisoryCase, advisory, type OrderCase, range, type VersionQuery } from './case.js'

/** A record with one range, and versions that it affects, and others. */
const between = (
  name: string,
  [ecosystem, introduced, fixed]: readonly [string, string, string],
  affected: readonly string[],
  others: readonly string[]
): AdvisoryCase => {
  const query = { ecosystem, package: 'acme' }
  return {
    name,
    record: advisory(ecosystem, 'acme', range([{ introduced }, { fixed }])),
    queries: [
      ...affected.map((version): VersionQuery => ({ ...query, version, affected: true, patched: fixed })),
      ...others.map((version): VersionQuery => ({ ...query, version, affected: false }))
    ]
  }
}

export const versionAdvisories: readonly AdvisoryCase[] = [
  between(
    'PyPI: candidates and development releases of the fix are affected; post and local releases are not',
    ['PyPI', '0', '2.0'],
    ['1.9', '2.0.dev3', '2.0a1', '2.0b2.dev1', '2.0rc1', '2.0c2', '2.0-rc.3', '1.9.post9', '1.9+local'],
    ['2.0', '2', '2.0.0', 'v2.0', '2.0.post1', '2.0+cpu', '2.0.1.dev1', '10.0']
  ),
  between(
    'PyPI: an epoch outranks every number after it',
    ['PyPI', '1!0.5', '1!1.0'],
    ['1!0.5', '1!0.9'],
    ['2023.1', '1.0', '0.7', '1!1.0', '2!0.1']
  ),
  between(
    'PyPI: zeros at the end say nothing',
    ['PyPI', '1.0', '1.1.0'],
    ['1', '1.0.0', '1.0.5'],
    ['1.1', '1.1.0.0', '0.9']
  ),
  between(
    'Maven: qualifiers before a release are below it, sp is above it, and ga and Final are the release',
    ['Maven', '0', '2.0'],
    ['2.0-alpha-1', '2.0-beta2', '2.0-M1', '2.0-rc1', '2.0-SNAPSHOT', '1.9.9', '1.10'],
    ['2.0', '2.0.0', '2.0-ga', '2.0.Final', '2.0-sp1', '2.0-1', '2.0.1-SNAPSHOT', '2.1-alpha-1']
  ),
  between(
    'Maven: a fourth number counts',
    ['Maven', '2.9.0', '2.9.10.8'],
    ['2.9.10', '2.9.10.7', '2.9.9'],
    ['2.9.10.8', '2.9.10.10', '2.10.0', '2.8.11']
  ),
  between(
    'Maven: builds for another platform keep the order of their numbers',
    ['Maven', '0', '32.0.0-android'],
    ['31.1-jre', '31.1-android'],
    ['32.0.0-android', '32.0.0-jre', '33.0.0-android']
  ),
  between(
    'RubyGems: a letter makes a version a pre-release, and numbers after letters are numbers',
    ['RubyGems', '0', '7.0.0'],
    ['7.0.0.alpha2', '7.0.0.beta1', '7.0.0.rc1', '7.0.0.rc10', '7.0.0.pre', '6.1.7.6'],
    ['7.0.0', '7.0', '7', '7.0.0.1', '7.0.1.rc1', '10.0.0']
  ),
  between(
    'RubyGems: a fourth number counts',
    ['RubyGems', '6.1.0', '6.1.7.3'],
    ['6.1.7', '6.1.7.2', '6.1.0'],
    ['6.1.7.3', '6.1.7.10', '6.1.0.rc1', '6.0.6.1']
  ),
  between(
    'NuGet: versions have up to four numbers, and pre-releases ignore case',
    ['NuGet', '4.0.0', '4.7.1.2'],
    ['4.0.0', '4.0', '4.7.1', '4.7.1.1', '4.7.1.2-beta', '4.7.1.0'],
    ['4.7.1.2', '4.7.1.10', '4.0.0-RC', '4.7.2-alpha', '4.7.1.2+meta']
  ),
  between(
    'NuGet: numbers within pre-releases are numbers',
    ['NuGet', '5.0.0-preview.2', '5.0.0-Preview.10'],
    ['5.0.0-preview.2', '5.0.0-PREVIEW.9'],
    ['5.0.0-preview.10', '5.0.0-preview.1', '5.0.0', '5.0.0-rc.1']
  ),
  between(
    'Packagist: v and zeros say nothing, and stabilities are ordered',
    ['Packagist', '5.0.0', '5.4.0'],
    ['v5.0.0', '5.3.9', 'v5.4.0-RC1', '5.4.0-beta2', '5.4.0-alpha1', '5.3.9.1'],
    ['5.4.0', 'v5.4.0', '5.4', '5.4.0.0', '5.4.0-patch1', 'v5.4.1', '5.0.0-RC1', 'v4.9.9']
  ),
  between(
    'Hex: candidates are below their release',
    ['Hex', '1.0.0', '1.5.0'],
    ['1.0.0', '1.5.0-rc.0', '1.4.99'],
    ['1.5.0', '1.0.0-rc.1', '1.10.0']
  )
]

const each = (...versions: readonly string[]) => versions.map((version) => [version])

export const orders: readonly OrderCase[] = [
  {
    name: 'Semantic versions are ordered as their specification says',
    ecosystem: 'npm',
    ascending: [
      ...each(
        '0.9.0',
        '1.0.0-0',
        '1.0.0-9',
        '1.0.0-alpha',
        '1.0.0-alpha.1',
        '1.0.0-alpha.beta',
        '1.0.0-alpha-1'
      ),
      ...each('1.0.0-beta', '1.0.0-beta.2', '1.0.0-beta.11', '1.0.0-rc.1'),
      ['1.0.0', '1.0.0+a', '1.0.0+b.2'],
      ...each('1.0.1', '1.0.10', '1.2.0', '1.10.0', '2.0.0', '10.0.0')
    ]
  },
  {
    name: 'Versions of Python are ordered as PEP 440 says',
    ecosystem: 'PyPI',
    ascending: [
      ...each('1.0.dev1', '1.0a1.dev1'),
      ['1.0a1', '1.0.alpha1', '1.0-ALPHA-1'],
      ...each('1.0a2', '1.0a10'),
      ['1.0b1', '1.0beta1'],
      ['1.0rc1', '1.0c1', '1.0-pre1'],
      ['1.0', '1', 'v1.0', '1.0.0'],
      ...each('1.0+abc', '1.0+abc.5', '1.0+5', '1.0.post0.dev1'),
      ['1.0.post1', '1.0-1', '1.0.r1', '1.0.rev1'],
      ...each('1.0.1', '1.1', '1.10', '2020.1', '1!0.1')
    ]
  },
  {
    name: 'Versions of Maven are ordered by qualifier',
    ecosystem: 'Maven',
    ascending: [
      ...each(
        '1.0-alpha-1',
        '1.0-alpha-2',
        '1.0-alpha-10',
        '1.0-beta-1',
        '1.0-m1',
        '1.0-milestone-2',
        '1.0-rc1',
        '1.0-CR2'
      ),
      ['1.0-SNAPSHOT', '1.0-snapshot'],
      ['1.0', '1.0.0', '1', '1.0-ga', '1.0.Final'],
      ...each('1.0-sp', '1.0-sp1', '1.0-jre', '1.0-1', '1.0.1', '1.1-SNAPSHOT', '1.1', '1.10')
    ]
  },
  {
    name: 'Versions of gems are ordered by segment',
    ecosystem: 'RubyGems',
    ascending: [
      ...each('1.0.a', '1.0.b2', '1.0.b10', '1.0.pre', '1.0.rc1'),
      ['1', '1.0', '1.0.0'],
      ...each('1.0.0.1', '1.0.1', '1.2', '1.10')
    ]
  },
  {
    name: 'Versions of NuGet are ordered by up to four numbers',
    ecosystem: 'NuGet',
    ascending: [
      ['1.0.0-alpha', '1.0.0-ALPHA', '1.0-alpha'],
      ...each('1.0.0-beta.2', '1.0.0-beta.10', '1.0.0-rc'),
      ['1.0', '1.0.0', '1.0.0.0', '1.0.0+x'],
      ...each('1.0.0.1', '1.0.0.10', '1.0.1', '1.10.0')
    ]
  },
  {
    name: 'Versions of Composer are ordered by stability',
    ecosystem: 'Packagist',
    ascending: [
      ...each('1.0.0-alpha1', '1.0.0-alpha2', '1.0.0-beta1', '1.0.0-beta10', '1.0.0-RC1', '1.0.0-RC2'),
      ['1.0.0', 'v1.0.0', '1.0', '1.0.0.0'],
      ...each('1.0.0-patch1', '1.0.1', '1.2.0', '1.10.0')
    ]
  }
]
