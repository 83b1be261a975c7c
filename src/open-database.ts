// Opens the database that the settings name. Loads only the driver in use, which saves time and memory.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Settings } from '#settings/settings.js'
import type { OnFatal } from '#store/embedded/fatal.js'
import type { Database } from '#store/sql/database.js'
import { DATABASE_IMAGE } from './paths.js'

/** What lives briefly works hard meanwhile, which repays that V8 optimises what it runs. */
const SOON_BYTES = 5_000_000

/** `onFatal` is called when the embedded database fails beyond recovery. */
export async function openDatabase(
  { databaseUrl, sessionUrl, databaseLimits, dataDir, isDemo }: Settings,
  log: FastifyBaseLogger,
  onFatal?: OnFatal
): Promise<Database> {
  if (databaseUrl !== undefined) {
    const { openerAt, openPostgres } = await import('#store/sql/postgres.js')
    const { requireUsableAddresses } = await import('#store/sql/connection/addresses.js')
    const addresses = { url: databaseUrl, sessionUrl }
    await requireUsableAddresses(addresses, openerAt(databaseLimits))
    return openPostgres(addresses, databaseLimits)
  }
  const { openEmbedded } = await import('#store/embedded/embedded.js')
  const image = existsSync(DATABASE_IMAGE) ? { image: DATABASE_IMAGE } : {}
  const place = isDemo ? { optimiseAfterBytes: SOON_BYTES } : { directory: databaseIn(dataDir) }
  return openEmbedded({ ...place, ...image, ...(onFatal ? { onFatal } : {}), log })
}

export const databaseIn = (dataDir: string) => join(dataDir, 'database')
