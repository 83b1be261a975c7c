// Failures of the embedded database after which its answers cannot be trusted.
import type { PGlite, Transaction } from '@electric-sql/pglite'

export type OnFatal = (error: Error) => void

/** How messages of WebAssembly and its runtime begin when they crash. No text of users precedes them. */
const FATAL_MESSAGE = /^(?:Aborted\(|Program terminated with exit)/
const NAMES = new Set(['RuntimeError', 'ExitStatus'])

/**
 * Finds the error that the driver threw. Errors of Postgres have an SQLSTATE, except those that end it. The message of
 * a failed query contains its parameters, which users may have written, so only its cause is read.
 */
export function fatalIn(error: unknown): Error | undefined {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if ('severity' in at && at.severity === 'PANIC') return at
    if ('code' in at) return undefined
    if (NAMES.has(at.name) || (!('params' in at) && FATAL_MESSAGE.test(at.message))) return at
  }
  return undefined
}

/** Reports such a failure, whichever statement meets it. */
export function withFatalHandler(client: PGlite, onFatal: OnFatal): PGlite {
  const report = fatalReporter(onFatal)
  const transaction: PGlite['transaction'] = async (work) => {
    // The work may throw anything, texts of users included; its statements report failures of the database themselves.
    let ofWork: { error: unknown } | undefined
    const watched = async (tx: Transaction) => {
      try {
        return await work(watchCalls(tx, report))
      } catch (error) {
        ofWork = { error }
        throw error
      }
    }
    try {
      return await client.transaction(watched)
    } catch (error) {
      if (error !== ofWork?.error) report(error)
      throw error
    }
  }
  const whole = watchCalls(client, report)
  return new Proxy(whole, {
    get: (target, name) => (name === 'transaction' ? transaction : Reflect.get(target, name, target))
  })
}

function fatalReporter(onFatal: OnFatal) {
  return (error: unknown) => {
    const fatal = fatalIn(error)
    if (fatal) onFatal(fatal)
  }
}

const QUERY_METHODS = new Set<string | symbol>(['query', 'exec', 'sql'])

function watchCalls<Target extends object>(client: Target, report: (error: unknown) => void): Target {
  return new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      if (!QUERY_METHODS.has(name)) return value.bind(target)
      return async (...given: unknown[]) => {
        try {
          return await value.apply(target, given)
        } catch (error) {
          report(error)
          throw error
        }
      }
    }
  })
}
