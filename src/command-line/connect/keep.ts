// Keeps what a connection is made of: in the data directory, or in a file for an operator's own store.
import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs'
import type { StoredConnection } from '#domain/operation/connection.js'
import { requireWritable, storeConnection, storedConnection } from '../../stored-connection.js'
import { UsageError } from '../command.js'
import { exitOnSignals } from '../interruption.js'

export interface Keeper {
  /** Says where it is kept; no value is in it. */
  keep(connection: StoredConnection): string
  /** Leaves nothing if nothing was kept. */
  close(): void
}

interface Destination {
  dataDir: string
  /** The file of an operator, if there is one. */
  print: string | undefined
  replace: boolean
}

/** Made before anything else, because the host tells the key of an App once. */
export function openKeeper(destination: Destination): Keeper {
  return destination.print === undefined ? directoryKeeper(destination) : fileKeeper(destination.print)
}

function directoryKeeper({ dataDir, replace }: Destination): Keeper {
  if (!replace && storedConnection(dataDir) !== undefined)
    throw new UsageError(`${dataDir} holds a connection already. Use --check to examine it, or --replace.`)
  requireWritable(dataDir)
  return {
    keep(connection) {
      storeConnection(dataDir, connection)
      return `Stored in ${dataDir}, for its user alone. It takes effect at the next start of the service.`
    },
    close: () => {}
  }
}

function fileKeeper(path: string): Keeper {
  const file = openNew(path)
  let isKept = false
  const drop = () => {
    if (!isKept) rmSync(path, { force: true })
  }
  process.on('exit', drop)
  const ignoreSignals = exitOnSignals()
  return {
    keep({ settings }) {
      writeFileSync(file, Object.entries(settings).map(settingLine).join(''), { flush: true })
      isKept = true
      const names = Object.keys(settings).map((name) => `  ${name}`)
      return `Set these variables for the service. Their values are in ${path}, which only you can read:\n${names.join('\n')}`
    },
    close() {
      closeSync(file)
      drop()
      process.off('exit', drop)
      ignoreSignals()
    }
  }
}

/** A file that is there may be read by others, or be a link to one. */
function openNew(path: string): number {
  try {
    return openSync(path, 'wx', 0o600)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new UsageError(`--print needs a file that can be made anew: ${why}`)
  }
}

/** On one line, as files of variables are read. The service takes \n for the line breaks of a key. */
const settingLine = ([name, value]: [string, string]) => `${name}=${value.trim().replaceAll('\n', '\\n')}\n`
