// Reads what an OSV record says of one package: which versions are affected, and which ranges of them.
import type { AffectedPackage, LeftOutPart, LeftOutReason, RangeEvent, RangeEventKind } from './advisory.js'
import { sortEvents } from './events.js'
import { listField, ownField, shortText, shortTexts } from './fields.js'
import { ecosystemNamed, normalisePackageName } from './names.js'
import { ratingIn } from './rating.js'

export interface AffectedReading {
  /** Null where the product knows no such packages. */
  part: AffectedPackage | null
  leftOut: LeftOutPart[]
}

const LONGEST_NAME = 500
const LONGEST_ADVISED = 300
const MOST_VERSIONS = 20_000
const MOST_RANGES = 200
/** Of all ranges together. */
const MOST_EVENTS = 1_000

const KINDS: readonly RangeEventKind[] = ['introduced', 'fixed', 'last_affected', 'limit']

export function readAffected(json: unknown): AffectedReading {
  const about = ownField(json, 'package')
  const name = shortText(about, 'name', LONGEST_NAME)
  const ecosystem = ecosystemNamed(shortText(about, 'ecosystem', LONGEST_NAME))
  const left = (reason: LeftOutReason): LeftOutPart => ({ reason, name })
  const all = listField(json, 'ranges')
  const git = all.some(isGit) ? [left('git_ranges')] : []
  if (ecosystem === 'unknown' || name === '')
    return { part: null, leftOut: git.length > 0 ? git : [left('unknown_ecosystem')] }
  const ranges = all.filter((range) => !isGit(range)).slice(0, MOST_RANGES)
  const versions = shortTexts(json, 'versions', LONGEST_ADVISED)
  const part = {
    ecosystem,
    name,
    normalName: normalisePackageName(ecosystem, name),
    versions: versions.slice(0, MOST_VERSIONS),
    ranges: rangesIn(ranges).map((events) => sortEvents(ecosystem, events)),
    rating: ratingIn(json)
  }
  const isCut =
    all.length > MOST_RANGES || versions.length > MOST_VERSIONS || countOfEvents(ranges) > MOST_EVENTS
  const isSilent = part.versions.length === 0 && part.ranges.length === 0 && git.length === 0
  return {
    part,
    leftOut: [...git, ...(isCut ? [left('too_much')] : []), ...(isSilent ? [left('nothing_said')] : [])]
  }
}

const isGit = (range: unknown) => shortText(range, 'type', LONGEST_NAME).toUpperCase() === 'GIT'
const countOfEvents = (ranges: readonly unknown[]) =>
  ranges.reduce<number>((sum, range) => sum + listField(range, 'events').length, 0)

function rangesIn(ranges: readonly unknown[]): RangeEvent[][] {
  let left = MOST_EVENTS
  const read = ranges.map((range) => {
    const events = listField(range, 'events').slice(0, left)
    left -= events.length
    return events.flatMap(eventsIn)
  })
  return read.filter((events) => events.length > 0)
}

/** An event is one field; where somebody writes several into one, each counts. */
function eventsIn(event: unknown): RangeEvent[] {
  return KINDS.flatMap((kind) => {
    const version = ownField(event, kind)
    const isVersion = typeof version === 'string' && version !== '' && version.length <= LONGEST_ADVISED
    return isVersion ? [{ kind, version }] : []
  })
}
