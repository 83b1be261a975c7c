// The events of a range: where it begins and where it ends, in the order of versions.
import type { Ecosystem } from '#schemas/dependencies/enums.js'
import { compareVersions } from '../versions/versions.js'
import type { RangeEvent } from './advisory.js'

/** Before every version, whatever the order of the ecosystem. */
export const isStart = ({ kind, version }: RangeEvent) => kind === 'introduced' && version === '0'

/** Of events at one version those come first that the record names first. */
export function sortEvents(ecosystem: Ecosystem, events: readonly RangeEvent[]): RangeEvent[] {
  return events.toSorted((a, b) => {
    if (isStart(a) || isStart(b)) return Number(isStart(b)) - Number(isStart(a))
    return compareVersions(ecosystem, a.version, b.version) ?? 0
  })
}
