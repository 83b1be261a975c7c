// Which of two versions is newer, by the order of their ecosystem.
import type { Ecosystem } from '#schemas/dependencies/enums.js'
import { COMPOSER_ORDER } from './composer.js'
import { CRAN_ORDER, HACKAGE_ORDER } from './dotted.js'
import { MAVEN_ORDER } from './maven.js'
import { LONGEST_VERSION, type VersionOrder, type VersionParts } from './parts.js'
import { PYTHON_ORDER } from './pep440.js'
import { RUBYGEMS_ORDER } from './rubygems.js'
import { NUGET_ORDER, PUB_ORDER, SEMVER_ORDER } from './semver.js'

/** A version that was read once, for many comparisons. */
export interface ReadVersion extends VersionParts {
  /** Below 0 if it comes before the other; null where that is no version. */
  compareTo(other: string): number | null
}

type Reader = (text: string) => ReadVersion | null

function readerOf<Version extends VersionParts>({ parse, compare }: VersionOrder<Version>): Reader {
  return (text) => {
    const version = parse(text)
    if (!version) return null
    const { numbers, isPrerelease } = version
    const compareTo = (other: string) => {
      const parsed = isReadable(other) ? parse(other) : null
      return parsed && Math.sign(compare(version, parsed))
    }
    return { numbers, isPrerelease, compareTo }
  }
}

const isReadable = (text: string) => text.length <= LONGEST_VERSION && text.trim() !== ''

const SEMVER = readerOf(SEMVER_ORDER)
const READERS: Readonly<Record<Ecosystem, Reader | null>> = {
  npm: SEMVER,
  go: SEMVER,
  cargo: SEMVER,
  hex: SEMVER,
  conan: SEMVER,
  swift: SEMVER,
  actions: SEMVER,
  pub: readerOf(PUB_ORDER),
  nuget: readerOf(NUGET_ORDER),
  pip: readerOf(PYTHON_ORDER),
  maven: readerOf(MAVEN_ORDER),
  rubygems: readerOf(RUBYGEMS_ORDER),
  composer: readerOf(COMPOSER_ORDER),
  hackage: readerOf(HACKAGE_ORDER),
  cran: readerOf(CRAN_ORDER),
  unknown: null
}

/** Null where the text is no version of the ecosystem, or nobody knows its order. */
export function readVersion(ecosystem: Ecosystem, text: string): ReadVersion | null {
  return isReadable(text) ? (READERS[ecosystem]?.(text) ?? null) : null
}

/** -1, 0 or 1; null where either is no version of the ecosystem, or nobody knows its order. */
export function compareVersions(ecosystem: Ecosystem, a: string, b: string): number | null {
  return readVersion(ecosystem, a)?.compareTo(b) ?? null
}

export function isPrerelease(ecosystem: Ecosystem, version: string): boolean {
  return readVersion(ecosystem, version)?.isPrerelease ?? false
}

/** What may break when it changes: the first number, or all up to the first that is not 0. */
export function majorOf(ecosystem: Ecosystem, version: string): string | null {
  const numbers = readVersion(ecosystem, version)?.numbers
  if (!numbers || numbers.length === 0) return null
  const first = numbers.findIndex((number) => number !== '0')
  return numbers.slice(0, first < 0 ? numbers.length : first + 1).join('.')
}
