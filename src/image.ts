// Creates the image of a migrated database, which makes the first start faster. Run by the build.
import { writeFile } from 'node:fs/promises'
import { openEmbedded } from '#store/embedded/embedded.js'
import { DATABASE_IMAGE } from './paths.js'
import { prepareDatabase } from './prepare-database.js'

const database = await openEmbedded({})
await prepareDatabase(database)
// What Postgres says of its own functions and operators is shown by clients alone, and half a megabyte.
await database.execute('delete from pg_description', [])
// The migrations and the partitions of the queue leave a tenth of the catalog behind as rows that nobody reads any more.
await database.execute('vacuum full', [])
// Drops the template databases: the embedded service never needs them, and they would triple the image.
await database.execute('update pg_database set datistemplate = false', [])
for (const name of ['template0', 'template1']) await database.execute(`drop database ${name}`, [])
// From a new segment of the log on, so that no earlier one is needed beside it.
await database.execute('select pg_switch_wal()', [])
await database.execute('checkpoint', [])
await writeFile(DATABASE_IMAGE, await database.dump())
await database.close()
