// What tells two reports apart though they use the same words: other numbers, other codes, other places in the code, or a
// title that is the same but for one thing.
import { LEAST_OF_DUPLICATES, LEAST_OF_RELATED } from './cut-offs.js'
import { TERM_KINDS } from './text/terms.js'

/** How many of something the one has, the other, and both. */
export class SharedCounts {
  here = 0
  there = 0
  shared = 0

  get own(): [number, number] {
    return [this.here - this.shared, this.there - this.shared]
  }

  /** Each has what the other has not. */
  get isCrossed(): boolean {
    return this.own.every((count) => count > 0)
  }
}

/** Words of a title that tell what it is about: how many there are, and how many the other says nowhere. */
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

/** A kind of terms that tells reports apart. */
export function sharedCountsOf(
  differences: Omit<Differences, 'title'>,
  kind: number
): SharedCounts | undefined {
  if (kind === TERM_KINDS.number) return differences.numbers
  if (kind === TERM_KINDS.code) return differences.codes
  return kind === TERM_KINDS.frame ? differences.frames : undefined
}

/** So many words of a title are a name that stands where the other title has another. */
const MOST_OF_A_NAME = 2
const FEWEST_FRAMES = 2
/** Traces that share less of the shorter one fail in different places. */
const SAME_TRACE_FROM = 0.25

/** Below any cut-off that answers may lead to. */
const BELOW = 0.01
/** What a pair of which each has numbers of its own can be at most: not even related. */
const OTHER_NUMBER = LEAST_OF_RELATED - BELOW
/** What a pair can be at most that is about different things of one kind: related. */
const OTHER_THING = LEAST_OF_DUPLICATES - BELOW

/** The most that two reports can be alike. */
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
