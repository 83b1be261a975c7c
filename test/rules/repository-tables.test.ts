import { getTableName } from 'drizzle-orm'
import { bigint, getTableConfig, type PgTable, pgTable, text, unique } from 'drizzle-orm/pg-core'
import t from 'tap'
import { registry } from '#capabilities/index.js'
import type { RepositoryTable } from '#store/sql/repository-table.js'
import { issues } from '#tables/mirror/issues.js'
import { repositories } from '#tables/mirror/repositories.js'
import { everyTable } from '#test/harness/tables.js'

/** Columns that tell of a repository and do not move with it, and why. Each must still be there. */
const STAYS: Record<string, string> = {
  'activity_sums.repo_id': 'sums of rows that move: they are added to those of the other repository',
  'audit_entries.repo_full_name':
    'the trail says what a repository was called when it happened, and is never changed',
  'tallies.repo_id': 'sums of rows that move: they are added to those of the other repository',
  'evidence_tallies.repo_id': 'sums of rows that move: they are added to those of the other repository',
  'syncs.repo_id': 'how the sync of that very repository stands',
  'sync_walks.repo_id': 'how far the lists of that very repository have been read',
  'config_files.repo_id': 'the file of that very repository, as the host has it'
}

const tables: PgTable[] = [...everyTable.values()]

const isSame = (one: PgTable, other: PgTable) => getTableName(one) === getTableName(other)

/** Columns that refer to a repository, by their constraint or by their name. */
function idsIn(table: PgTable): string[] {
  const { columns, foreignKeys } = getTableConfig(table)
  const references = foreignKeys
    .map((key) => key.reference())
    .filter(({ foreignTable }) => isSame(foreignTable, repositories))
    .flatMap(({ columns }) => columns.map(({ name }) => name))
  const named = columns.map(({ name }) => name).filter((name) => /(^|_)repo(sitory)?_id$/.test(name))
  return [...new Set([...references, ...named])]
}

/** Columns that repeat the name of a repository. */
function namesIn(table: PgTable): string[] {
  if (isSame(table, repositories)) return []
  return getTableConfig(table)
    .columns.map(({ name }) => name)
    .filter((name) => /^(repo(sitory)?(_full_name|_name|_owner)?|full_name)$/.test(name))
}

const columnNames = (columns: readonly { name: string }[] = []) =>
  columns
    .map(({ name }) => name)
    .sort()
    .join()

/** What else must be equal where rows of one repository are equal, for each of the table's unique keys. */
function keysIn({ table, repoId }: RepositoryTable): string[] {
  const { primaryKeys, uniqueConstraints, indexes, columns } = getTableConfig(table)
  const unique = indexes.filter(({ config }) => config.unique)
  const sets = [
    ...primaryKeys.map((key) => columnNames(key.columns)),
    ...uniqueConstraints.map((key) => columnNames(key.columns)),
    // An expression in a unique index has no name: whoever adds one has to think of it here.
    ...unique.map(({ config }) =>
      columnNames(config.columns.map((one) => ({ name: 'name' in one ? String(one.name) : '?' })))
    ),
    ...columns.filter((column) => column.primary || column.isUnique).map(({ name }) => name)
  ]
  return sets
    .map((set) => set.split(','))
    .filter((set) => set.includes(repoId.name))
    .map((set) => set.filter((name) => name !== repoId.name).join())
}

/** Constraints of any table that refer to a row of this one. */
function referencesTo(all: readonly PgTable[], { table }: RepositoryTable): string[] {
  return all.flatMap((child) =>
    getTableConfig(child)
      .foreignKeys.map((key) => key.reference())
      .filter(({ foreignTable }) => isSame(foreignTable, table))
      .map(({ columns }) => `${getTableName(child)}.${columnNames(columns)}`)
  )
}

function hasIndex({ table, repoId }: RepositoryTable): boolean {
  const { primaryKeys, uniqueConstraints, indexes, columns } = getTableConfig(table)
  const firsts = [
    ...primaryKeys.map((key) => key.columns[0]?.name),
    ...uniqueConstraints.map((key) => key.columns[0]?.name),
    ...indexes
      .filter(({ config }) => config.where === undefined)
      .map(
        ({
          config: {
            columns: [first]
          }
        }) => (first && 'name' in first ? first.name : undefined)
      ),
    ...columns.filter((column) => column.primary || column.isUnique).map(({ name }) => name)
  ]
  return firsts.includes(repoId.name)
}

/** What a merge of two repositories would forget. */
function forgotten(all: readonly PgTable[], declared: readonly RepositoryTable[]): string[] {
  const moved = new Set(
    declared.flatMap(({ table, repoId, names = [] }) =>
      [repoId, ...names].map(({ name }) => `${getTableName(table)}.${name}`)
    )
  )
  const found = all.flatMap((table) =>
    [...idsIn(table), ...namesIn(table)].map((name) => `${getTableName(table)}.${name}`)
  )
  return [
    ...found
      .filter((one) => !moved.has(one) && STAYS[one] === undefined)
      .map((one) => `${one} does not move`),
    ...declared.flatMap((one) => faultsOf(all, declared, one))
  ]
}

function faultsOf(
  all: readonly PgTable[],
  declared: readonly RepositoryTable[],
  one: RepositoryTable
): string[] {
  const table = getTableName(one.table)
  const keys = (one.keys ?? []).map((key) => columnNames(key))
  const children = declared
    .flatMap(({ references = [] }) => references)
    .filter(({ to }) => to.table === one.table)
    .map(({ column }) => `${getTableName(column.table)}.${column.name}`)
  return [
    ...keysIn(one)
      .filter((key) => !keys.includes(key))
      .map((key) => `${table}: rows of two repositories may clash by (${key})`),
    ...(keys.length === 0 ? [] : referencesTo(all, one))
      .filter((child) => !children.includes(child))
      .map((child) => `${child} may refer to a row of ${table} that is dropped`),
    ...(hasIndex(one) ? [] : [`${table}: no whole index begins with ${one.repoId.name}`])
  ]
}

t.test('whatever belongs to a repository is declared, and moves when another takes its place', async (t) => {
  t.ok(tables.length >= 13, `${tables.length} tables`)
  t.same(forgotten(tables, registry.tables), [])
})

t.test('no exception outlives its column', async (t) => {
  const found = tables.flatMap((table) =>
    [...idsIn(table), ...namesIn(table)].map((name) => `${getTableName(table)}.${name}`)
  )
  t.same(
    Object.keys(STAYS).filter((one) => !found.includes(one)),
    []
  )
})

const repoId = () => bigint('repo_id', { mode: 'number' }).notNull()

t.test(
  'a table that nobody declared is found, by whatever tells that it belongs to a repository',
  async (t) => {
    const byColumn = pgTable('by_column', { repoId: repoId() })
    const byReference = pgTable('by_reference', {
      home: bigint('home', { mode: 'number' }).references(() => repositories.hostId)
    })
    const byName = pgTable('by_name', { name: text('repo_full_name') })
    t.same(forgotten([...tables, byColumn, byReference, byName], registry.tables), [
      'by_column.repo_id does not move',
      'by_reference.home does not move',
      'by_name.repo_full_name does not move'
    ])
  }
)

t.test('what is declared too carelessly is found', async (t) => {
  const careless = pgTable('careless', { repoId: repoId(), path: text('path').notNull() }, (table) => [
    unique('careless_key').on(table.path, table.repoId)
  ])
  const single = pgTable('single', { repoId: bigint('repo_id', { mode: 'number' }).primaryKey() })
  const child = pgTable('child', {
    issue: bigint('issue', { mode: 'number' }).references(() => issues.hostId)
  })
  t.same(
    forgotten(
      [...tables, careless, single, child],
      [
        ...registry.tables,
        { table: careless, repoId: careless.repoId },
        { table: single, repoId: single.repoId }
      ]
    ),
    [
      'child.issue may refer to a row of issues that is dropped',
      'careless: rows of two repositories may clash by (path)',
      'careless: no whole index begins with repo_id',
      'single: rows of two repositories may clash by ()'
    ]
  )
})
