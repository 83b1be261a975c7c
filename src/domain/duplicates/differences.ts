// Differences between reports that use the same words: other numbers, other error codes, other stack frames, or a title
// that differs in one name.

import { TERM_KINDS } from '../text/terms.js'
import { LEAST_OF_DUPLICATES, LEAST_OF_RELATED } from './cut-offs.js'

/** How many terms of one kind each report has, and how many both share. */
export class SharedCounts {
  here = 0
  there = 0
  shared = 0

  get own(): [number, number] {
    return [this.here - this.shared, this.there - this.shared]
  }

  /** Each report has terms that the other lacks. */
  get isCrossed(): boolean {
    return this.own.every((count) => count > 0)
  }
}

/** Distinctive words of a title: all of them, and those that the other report never uses. */
export interface TitleWords {
  count: number
  own: number
}

export interface Differences {
  numbers: SharedCounts
  codes: SharedCounts
  frames: SharedCounts
  title: { here: TitleWords; there: TitleWords }
}

/** The counts for a kind of terms that can tell reports apart. */
export function sharedCountsOf(
  differences: Omit<Differences, 'title'>,
  kind: number
): SharedCounts | undefined {
  if (kind === TERM_KINDS.number) return differences.numbers
  if (kind === TERM_KINDS.code) return differences.codes
  return kind === TERM_KINDS.frame ? differences.frames : undefined
}

/** Up to this many differing words are one name in the place of another. */
const MOST_OF_A_NAME = 2
const FEWEST_FRAMES = 2
/** Traces that share less than this part of the shorter one are different failures. */
const SAME_TRACE_FROM = 0.25

/** Just below the lowest possible threshold. */
const BELOW = 0.01
/** The limit for reports that each have numbers of their own: not even related. */
const OTHER_NUMBER = LEAST_OF_RELATED - BELOW
/** The limit for reports about different things of one kind: related. */
const OTHER_THING = LEAST_OF_DUPLICATES - BELOW

/** The highest similarity that the differences allow. */
export function similarityLimit(differences: Differences): number {
  if (differences.numbers.isCrossed || differences.codes.isCrossed) return OTHER_NUMBER
  return isOtherTrace(differences.frames) || isOtherName(differences.title) ? OTHER_THING : 1
}

function isOtherTrace({ here, there, shared }: SharedCounts): boolean {
  const fewer = Math.min(here, there)
  return fewer >= FEWEST_FRAMES && shared < fewer * SAME_TRACE_FROM
}

function isOtherName({ here, there }: Differences['title']): boolean {
  return [here, there].every(
    ({ count, own }) => own > 0 && own <= MOST_OF_A_NAME && count - own >= Math.max(here.own, there.own)
  )
}
