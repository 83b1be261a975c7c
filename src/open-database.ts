// Opens the database that the settings name. Loads only the driver in use, which saves time and memory.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Settings } from '#settings/settings.js'
import type { OnFatal } from '#store/embedded/fatal.js'
import type { Database } from '#store/sql/database.js'
import { DATABASE_IMAGE } from './paths.js'

/** `onFatal` is called when the embedded database fails beyond recovery. */
export async function openDatabase(
  { databaseUrl, databaseLimits, dataDir }: Settings,
  log: FastifyBaseLogger,
  onFatal?: OnFatal
): Promise<Database> {
  if (databaseUrl !== undefined)
    return (await import('#store/sql/postgres.js')).openPostgres(databaseUrl, databaseLimits)
  const { openEmbedded } = await import('#store/embedded/embedded.js')
  const image = existsSync(DATABASE_IMAGE) ? { image: DATABASE_IMAGE } : {}
  return openEmbedded({ directory: databaseIn(dataDir), ...image, ...(onFatal ? { onFatal } : {}), log })
}

export const databaseIn = (dataDir: string) => join(dataDir, 'database')
