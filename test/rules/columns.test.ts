// Statements take tables and their columns from the schema: a renamed column does not compile, and which tables a file
// reads is told by its imports.
import { getTableColumns, getTableName } from 'drizzle-orm'
import t from 'tap'
import ts from 'typescript'
import { everyTable } from '#test/harness/tables.js'
import { nodesIn, sourcesIn } from './syntax.js'

/** Columns of a single word (`state`, `number`) cannot be told from words of SQL. */
const SEVERAL_WORDS = /^[a-z0-9]+(?:_[a-z0-9]+)+$/

const columns = new Set(
  [...everyTable.values()]
    .flatMap((table) => Object.values(getTableColumns(table)).map(({ name }) => name))
    .filter((name) => SEVERAL_WORDS.test(name))
)

const tables = new Set([...everyTable.values()].map(getTableName))

function isStatement(node: ts.Node): boolean {
  return ts.isTaggedTemplateExpression(node) && /^sql\b/.test(node.tag.getText())
}

/** The text of a statement without values and columns that are put into it, comments, literals and names of results. */
function textOf(node: ts.Node): string {
  if (!ts.isTaggedTemplateExpression(node)) return ''
  const { template } = node
  const parts = ts.isNoSubstitutionTemplateLiteral(template)
    ? [template]
    : [template.head, ...template.templateSpans.map(({ literal }) => literal)]
  return parts
    .map(({ text }) => text)
    .join('$')
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/'(?:[^']|'')*'/g, '')
    .replaceAll(/\bas "?\w+"?/g, '')
}

function columnsNamedIn(source: ts.SourceFile): string[] {
  return nodesIn(source, isStatement)
    .flatMap((node) => textOf(node).split(/\W+/))
    .filter((word) => columns.has(word))
}

/** Where a statement names a table; in other places a word may be a column. */
const TABLE = /\b(?:from|join|into|update|using|table)\s+(?:"?public"?\.)?"?(\w+)/gi

function tablesNamedIn(source: ts.SourceFile): string[] {
  return nodesIn(source, isStatement)
    .flatMap((node) => [...textOf(node).matchAll(TABLE)].map(([, name = '']) => name))
    .filter((name) => tables.has(name))
}

const sources = sourcesIn('src')

const placesOf = (namesIn: (source: ts.SourceFile) => string[]) =>
  sources.flatMap((source) => namesIn(source).map((name) => `${source.fileName}: ${name}`))

t.test('statements name no columns in their text', (t) => {
  t.ok(columns.size > 200, `${columns.size} columns of several words are known`)
  t.same(placesOf(columnsNamedIn), [], 'put the column of a table into the statement')
  t.end()
})

t.test('statements name no tables in their text', (t) => {
  t.ok(tables.size > 40, `${tables.size} tables are known`)
  t.same(placesOf(tablesNamedIn), [], 'put the table into the statement')
  t.end()
})

t.test('a table that is named in the text of a statement is found', (t) => {
  const planted = (text: string) =>
    tablesNamedIn(ts.createSourceFile('planted.ts', text, ts.ScriptTarget.ES2023, true))
  t.same(planted('sql`select 1 from issues join\n "triages" on true`'), ['issues', 'triages'])
  t.same(planted('sql`with x as (update issues set a = 1) delete from waivers using labels`'), [
    'issues',
    'waivers',
    'labels'
  ])
  t.same(planted(`sql\`select issues from \${issues} join x using (labels) -- from issues\``), [])
  t.end()
})

t.test('a column that is named in the text of a statement is found', (t) => {
  const planted = (text: string) =>
    columnsNamedIn(ts.createSourceFile('planted.ts', text, ts.ScriptTarget.ES2023, true))
  t.same(planted('sql<number>`select repo_id`'), ['repo_id'])
  t.same(planted(`sql\`select t.host_id from issues t where \${sql\`t.gone_at is null\`}\``), [
    'host_id',
    'gone_at'
  ])
  t.same(planted(`sql\`update issues set gone_at = \${at}\``), ['gone_at'])
  t.same(planted(`sql\`select \${t.hostId} as host_id, 'repo_id' from \${issues} t -- gone_at\``), [])
  t.same(planted('const repo_id = `repo_id`'), [])
  t.end()
})
