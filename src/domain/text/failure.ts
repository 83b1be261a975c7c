// Reduces errors to short texts without secrets.

import { storeErrorText, storeFaultOf } from '#errors/store.js'
import { redactSecrets } from './secrets.js'
import { storable } from './storable.js'

const LONGEST_ERROR = 2_000
/** A chain of causes may be circular. */
const DEEPEST_CAUSE = 10

export function errorText(error: unknown): string {
  const fault = storeFaultOf(error)
  return fault ? storeErrorText(fault) : textOf(rootOf(error))
}

/** For logs and the operator: includes the message of the database, unless it quotes values. */
export function logText(error: unknown): string {
  const fault = storeFaultOf(error)
  return fault?.code.startsWith(QUOTES_VALUES) ? storeErrorText(fault) : textOf(rootOf(error))
}

/** The class of Postgres error codes whose messages quote the input. */
const QUOTES_VALUES = '22'

function textOf(root: unknown): string {
  const text = root instanceof Error ? root.message : String(root)
  return storable(redactSecrets(text.slice(0, 4 * LONGEST_ERROR)).slice(0, LONGEST_ERROR))
}

/** The outer errors of a database library contain the query and its values, so the innermost one is used. */
function rootOf(error: unknown, depth = 0): unknown {
  const isWrapped = error instanceof Error && error.cause instanceof Error && depth < DEEPEST_CAUSE
  return isWrapped ? rootOf(error.cause, depth + 1) : error
}

/** An error for the log: its origin and message without its data. */
export function loggableError(error: Error) {
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? []
  const root = rootOf(error)
  return {
    type: error.name,
    message: logText(error),
    code: root instanceof Error && 'code' in root ? root.code : undefined,
    stack: frames.join('\n')
  }
}
