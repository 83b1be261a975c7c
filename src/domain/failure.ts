// What may be kept of a failure: its text, short and without secrets.
import { storable } from '../../schemas/storable.js'
import { redacted } from './secrets.js'

const LONGEST_ERROR = 2_000
/** Causes may form a ring. */
const DEEPEST_CAUSE = 10

export function errorText(error: unknown): string {
  const root = rootOf(error)
  const text = root instanceof Error ? wordsOf(root) : String(root)
  return storable(redacted(text.slice(0, 4 * LONGEST_ERROR)).slice(0, LONGEST_ERROR))
}

/** Postgres' codes for a value that it refuses; the message quotes the value. */
const REFUSED_VALUE = /^22[0-9A-Z]{3}$/

function wordsOf(root: Error): string {
  const code = 'code' in root ? String(root.code) : ''
  return REFUSED_VALUE.test(code) ? `the database refused a value (${code})` : root.message
}

/** The outer errors of a database library repeat the query and its values, which are nobody's business. */
function rootOf(error: unknown, depth = 0): unknown {
  const isWrapped = error instanceof Error && error.cause instanceof Error && depth < DEEPEST_CAUSE
  return isWrapped ? rootOf(error.cause, depth + 1) : error
}

/** An error for the log: where it came from and what it says, without what it carried. */
export function loggable(error: Error) {
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? []
  const root = rootOf(error)
  return {
    type: error.name,
    message: errorText(error),
    code: root instanceof Error && 'code' in root ? root.code : undefined,
    stack: frames.join('\n')
  }
}
