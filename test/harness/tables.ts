// All tables of the schema, found in the build instead of a list.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { PACKAGE_FOLDER } from '#paths.js'

const FOLDER = join(PACKAGE_FOLDER, 'dist/drizzle/tables')

/** By their exported names. Bundled tests have copies of the tables: compare by name. */
export const everyTable: ReadonlyMap<string, PgTable> = new Map(
  (
    await Promise.all(
      readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.js'))
        .map(async (file) => Object.entries<unknown>(await import(join(FOLDER, file))))
    )
  )
    .flat()
    .flatMap(([name, one]) => (is<typeof PgTable>(one, PgTable) ? [[name, one] as const] : []))
)
