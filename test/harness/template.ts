// Makes the database on the server of which every test file gets a copy; it stays until the next run makes it anew.
import { prepareDatabase } from '#prepare-database.js'
import { openPostgres } from '#store/sql/postgres.js'
import { newDatabase, SERVER, TEMPLATE } from './server.js'

if (SERVER === undefined) throw new Error('TEST_DATABASE_URL names no server')
const { url } = await newDatabase(SERVER, { name: TEMPLATE })
const database = openPostgres(url)
await prepareDatabase(database)
await database.close()
