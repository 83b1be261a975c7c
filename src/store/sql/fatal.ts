// Failures of the embedded database after which nothing it says can be relied on.
import type { PGlite, Transaction } from '@electric-sql/pglite'

export type OnFatal = (error: Error) => void

/** How WebAssembly and what surrounds it begin their last words. Nobody's text stands before them. */
const FATAL_MESSAGE = /^(?:Aborted\(|Program terminated with exit)/
const NAMES = new Set(['RuntimeError', 'ExitStatus'])

/**
 * What the driver itself threw. What Postgres refuses has an SQLSTATE, unless it ends by it. A message that tells of a
 * query holds its parameters, which anybody may have written: only its cause is looked at.
 */
export function fatalIn(error: unknown): Error | undefined {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if ('severity' in at && at.severity === 'PANIC') return at
    if ('code' in at) return undefined
    if (NAMES.has(at.name) || (!('params' in at) && FATAL_MESSAGE.test(at.message))) return at
  }
  return undefined
}

/** The same client, which tells of such a failure whoever met it. */
export function withFatalHandler(client: PGlite, onFatal: OnFatal): PGlite {
  const report = fatalReporter(onFatal)
  const transaction: PGlite['transaction'] = async (work) => {
    // The work may fail by anything, texts of people among it; what the database did in it is told by itself.
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
