// Makes a prepared database, so that a first start need not make one from nothing. Run by the build.
import { writeFile } from 'node:fs/promises'
import { openEmbedded } from '#store/sql/embedded.js'
import { DATABASE_IMAGE } from './paths.js'
import { prepareDatabase } from './prepare-database.js'

const database = await openEmbedded({})
await prepareDatabase(database)
// An embedded database is never made from another: two of three would be copied at each first start for nothing.
await database.execute('update pg_database set datistemplate = false', [])
for (const name of ['template0', 'template1']) await database.execute(`drop database ${name}`, [])
await database.execute('checkpoint', [])
await writeFile(DATABASE_IMAGE, await database.dump())
await database.close()
