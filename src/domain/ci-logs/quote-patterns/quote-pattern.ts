// Recognizes a line that is worth quoting, and where its file, line and rule are printed.
import type { FailureType } from '#schemas/mirror/ci.js'

/**
 * A rule finds the type of a failure, even from a summary; a quote pattern finds the message that a person would quote.
 * Its groups `file`, `line` and `rule` say what the message points to.
 */
export interface QuotePattern {
  types: readonly FailureType[]
  pattern: RegExp
  /** Quoted only if no other pattern matches. */
  isFallback?: true
  /** Lines below that are quoted too, or one line above, for tools that print the message before the name. */
  more?: RegExp
  before?: RegExp
  /** The first line below, or the nearest one above, that names the place. */
  below?: RegExp
  above?: RegExp
  /** Its words are common to many tools, so it counts only together with a file. */
  requiresFile?: true
  /** A matching line. */
  example: string
}
