// Ends a command in an orderly way on a signal.
import { constants } from 'node:os'
import { BackupError } from '#backup/error.js'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Signals end the process as they do anyway, but the listeners of its `exit` run before. */
export function exitOnSignals(): () => void {
  const exit = (name: NodeJS.Signals) => process.exit(codeOf(name))
  for (const name of SIGNALS) process.on(name, exit)
  return () => {
    for (const name of SIGNALS) process.off(name, exit)
  }
}

/** As shells tell it. */
const codeOf = (name: NodeJS.Signals) => 128 + constants.signals[name]

/**
 * Work that cleans up after itself when it fails, as it does once its signal is aborted. The exit code is then that of the
 * signal.
 */
export async function interruptible(work: (signal: AbortSignal) => Promise<number>): Promise<number> {
  const interruption = new AbortController()
  let interrupted = 0
  const interrupt = (name: NodeJS.Signals) => {
    interrupted ||= codeOf(name)
    interruption.abort(
      new BackupError(`${name} has interrupted the command. Nothing was changed, and nothing is left behind.`)
    )
  }
  for (const name of SIGNALS) process.on(name, interrupt)
  try {
    const code = await work(interruption.signal)
    return code === 0 ? code : interrupted || code
  } finally {
    for (const name of SIGNALS) process.off(name, interrupt)
  }
}
