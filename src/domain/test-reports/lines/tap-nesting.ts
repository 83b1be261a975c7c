// Which subtests of a TAP stream are open, and what became of the tests within them.
import type { ReportedStatus } from '../report.js'
import { type FoundTest, isBad } from '../tally.js'

export interface TapPoint {
  depth: number
  status: ReportedStatus
  name: string
  durationMs: number | null
}

export interface TapNesting {
  /** How many tests are on the outermost level. */
  outermost(): number
  /** A comment names the test that the following subtests belong to. */
  enter(depth: number, name: string): void
  /** A point that ends with a brace has its subtests after it. */
  open(point: TapPoint): void
  close(depth: number): FoundTest | undefined
  /** Undefined for a point that sums up its subtests. */
  pointAt(point: TapPoint): FoundTest | undefined
}

export function createTapNesting(): TapNesting {
  const names: string[] = []
  const points: { all: number; bad: number }[] = []
  const opened: (TapPoint | undefined)[] = []
  const pointAt = ({ depth, status, name, durationMs }: TapPoint): FoundTest | undefined => {
    const within = points[depth + 1] ?? { all: 0, bad: 0 }
    points.length = Math.min(points.length, depth + 1)
    const own = points[depth] ?? { all: 0, bad: 0 }
    points[depth] = { all: own.all + 1, bad: own.bad + (isBad(status) ? 1 : 0) }
    const failsByItself = isBad(status) && within.bad === 0
    if (within.all > 0 && !failsByItself) return undefined
    return { suite: names.slice(0, depth).filter(Boolean).join(' > '), name, status, durationMs }
  }
  return {
    outermost: () => points[0]?.all ?? 0,
    enter(depth, name) {
      names[depth] = name
    },
    open(point) {
      names[point.depth] = point.name
      opened[point.depth] = point
    },
    close(depth) {
      const point = opened[depth]
      opened[depth] = undefined
      return point && pointAt(point)
    },
    pointAt
  }
}
