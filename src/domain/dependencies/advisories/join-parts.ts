// What several parts of an advisory say of one package together: what one calls fixed may be affected by another.
import type { AffectedPackage } from './advisory.js'

type JoinedParts = Pick<AffectedPackage, 'ecosystem' | 'versions' | 'ranges'>

/** As many versions are joined to the first part; who says more wants to be read for ever. */
const MOST_VERSIONS = 40_000
/** To compare a version with an event costs more than with the spelling of another. */
const VERSIONS_PER_EVENT = 20

export function joinParts(first: AffectedPackage, all: readonly AffectedPackage[]): JoinedParts {
  const { ecosystem } = first
  const parts = [first]
  let room = MOST_VERSIONS
  for (const part of all) {
    if (part === first) continue
    room -= costOf(part)
    if (room < 0) break
    parts.push(part)
  }
  return {
    ecosystem,
    versions: parts.flatMap(({ versions }) => versions),
    ranges: parts.flatMap(({ ranges }) => ranges)
  }
}

const costOf = ({ versions, ranges }: AffectedPackage) =>
  versions.length + VERSIONS_PER_EVENT * ranges.reduce((sum, events) => sum + events.length, 0)
