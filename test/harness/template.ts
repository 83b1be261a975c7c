// Creates the template database that every test file copies; it stays until the next run replaces it.
import { prepareDatabase } from '#prepare-database.js'
import { openPostgres } from '#store/sql/postgres.js'
import { newDatabase, SERVER, TEMPLATE } from './server.js'

if (SERVER === undefined) throw new Error('TEST_DATABASE_URL names no server')
const { url } = await newDatabase(SERVER, { name: TEMPLATE })
const database = openPostgres(url)
await prepareDatabase(database)
await database.close()
