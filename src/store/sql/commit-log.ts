// Log lines of a transaction, written once it has committed: what is rolled back has not happened.
import type { Transaction, Tx } from './database.js'

interface CommitLog {
  info(facts: object, message: string): void
}

type Line = [facts: object, message: string]

const linesOf = new WeakMap<Tx, Line[]>()

export function loggedTransaction(transaction: Transaction, log: CommitLog): Transaction {
  return async (work) => {
    let lines: Line[] = []
    const result = await transaction((tx) => {
      // The work may run again.
      lines = []
      linesOf.set(tx, lines)
      return work(tx)
    })
    for (const line of lines) log.info(...line)
    return result
  }
}

/** Says nothing where nobody logs. */
export function logAfterCommit(tx: Tx, facts: object, message: string): void {
  linesOf.get(tx)?.push([facts, message])
}
