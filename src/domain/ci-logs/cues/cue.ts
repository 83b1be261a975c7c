// A cue: what lines of any tool say about whether a failure passes, whatever its type.

export interface LogCue {
  id: string
  pattern: RegExp
  /** A line that has it. */
  example: string
  /** No re-run changes it, whatever else is said. */
  isFinal?: true
}
