// Files of the embedded database that really reach the disk.
import { fsyncSync } from 'node:fs'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Init = NodeFS['init']

interface FileSystems {
  NODEFS?: { stream_ops: { fsync?: (stream: { nfd?: number }) => number } }
}

/** PGlite's file system ignores sync requests: a commit would survive the process, but not a power cut. */
export class DurableFiles extends NodeFS {
  override async init(...[database, options]: Parameters<Init>): ReturnType<Init> {
    const { emscriptenOpts } = await super.init(database, options)
    const preRun = [...[emscriptenOpts.preRun ?? []].flat(), (module: FileSystems) => enableSync(module)]
    // Cast: the types of the WebAssembly runtime do not declare its file systems.
    return { emscriptenOpts: { ...emscriptenOpts, preRun: preRun as never } }
  }
}

function enableSync({ NODEFS }: FileSystems): void {
  if (!NODEFS) throw new Error('this version of PGlite keeps its files in another way')
  NODEFS.stream_ops.fsync = ({ nfd }) => {
    if (nfd !== undefined) fsyncSync(nfd)
    return 0
  }
}

/** Keeps Postgres from syncing, which is right in memory. */
export const NO_SYNC = '-F'

/** Triggers note nothing for other processes: there are none. */
const IS_ALONE = 'service.is_alone=on'

/**
 * Of the ways to sync only `fsync` reaches the file system. One connection needs little memory. A segment of the log that
 * is no longer needed is removed: checkpoints are too rare for it to be of use again.
 */
export const START_PARAMETERS: NonNullable<PGliteOptions['startParams']> = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== NO_SYNC),
  ...[
    'wal_sync_method=fsync',
    'wal_recycle=off',
    'shared_buffers=8MB',
    'max_connections=5',
    IS_ALONE
  ].flatMap((setting) => ['-c', setting])
]

/** A new database needs two segments of its log, of 16 MB each by default. */
export const INITDB_PARAMETERS = ['--wal-segsize=1']
