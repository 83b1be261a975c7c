// What a line looks like that says by itself what went wrong, and where what belongs to it stands.
import type { FailureType } from '#schemas/mirror/ci.js'

/**
 * A rule tells of what type a failure is, by a count as well as by a message; a telling finds the message that a person
 * would quote. Of what its patterns capture, `file`, `line` and `rule` say where it points to.
 */
export interface QuotePattern {
  types: readonly FailureType[]
  pattern: RegExp
  /** What is said only where nothing better is. */
  isFallback?: true
  /** Lines below that are quoted with it; or one above, where a tool speaks before it names what failed. */
  more?: RegExp
  before?: RegExp
  /** The first line below, or the nearest above, that says where it is. */
  below?: RegExp
  above?: RegExp
  /** Its words are those of many tools: only with a place it is meant. */
  requiresFile?: true
  /** A line that fits. */
  example: string
}
