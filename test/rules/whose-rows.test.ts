import { getTableName } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import t from 'tap'
import { everyTable } from '#test/harness/tables.js'
import { readPage } from './pages.js'

/** What tells whose a row is: its repository, its installation, or what identifies these themselves. */
const OWNERS = ['repo_id', 'installation_id']

const tables = [...everyTable.values()]
const columnsOf = (table: PgTable) => getTableConfig(table).columns.map(({ name }) => name)
const isOwned = (table: PgTable) =>
  getTableName(table) === 'installations' || columnsOf(table).some((name) => OWNERS.includes(name))

/** A detail of a row that says whose it is: it always has one, and goes where that goes. */
const isDetail = (table: PgTable) =>
  getTableConfig(table).foreignKeys.some((key) => {
    const { columns, foreignTable } = key.reference()
    return columns.every(({ notNull }) => notNull) && isOwned(foreignTable)
  })

const namesOf = (some: readonly PgTable[]) => some.map((table) => getTableName(table)).sort()

/** The tables of an item of the page, by its first words. */
function listed(page: string, words: string): string[] {
  const item = page.slice(page.indexOf(`\n- ${words}`) + 1).split(/\n(?:-|\n)/)[0] ?? ''
  return [...item.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)
}

t.test('the guide to scaling names each table whose rows do not say whose they are', async (t) => {
  const page = readPage('docs/scaling.md')
  const others = tables.filter((table) => !isOwned(table))
  const details = others.filter(isDetail)
  const shared = others.filter((table) => !isDetail(table))
  t.same(listed(page, 'details of a row').sort(), namesOf(details))
  t.same(
    [...listed(page, 'of the fleet as a whole'), ...listed(page, 'the same for everybody')].sort(),
    namesOf(shared)
  )
})
