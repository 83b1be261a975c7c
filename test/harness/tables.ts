// Every table of the schema, as the build has them: no list names them all.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { PACKAGE_FOLDER } from '#paths.js'

const FOLDER = join(PACKAGE_FOLDER, 'dist/drizzle/tables')

/** By the names under which they are exported. Tests that are bundled have copies of their own: compare names. */
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
