// Statements take the names of columns from the tables of the schema, so that a renamed column does not compile.
import { getTableColumns } from 'drizzle-orm'
import t from 'tap'
import ts from 'typescript'
import { everyTable } from '#test/harness/tables.js'
import { nodesIn, sourcesIn } from './syntax.js'

/** How many columns a file still names in its text. A number may only shrink, and a file without any leaves the list. */
const STILL_AS_TEXT: Record<string, number> = {
  'src/store/accounts/rate-limits.ts': 1,
  'src/store/activity/activity.ts': 19,
  'src/store/activity/reports.ts': 4,
  'src/store/audit/audit.ts': 2,
  'src/store/audit/reads.ts': 2,
  'src/store/config-lab/recorded-decisions.ts': 1,
  'src/store/configuration/configs.ts': 1,
  'src/store/counters/evidence-tallies.ts': 1,
  'src/store/counters/tallies.ts': 32,
  'src/store/decisions/reports.ts': 3,
  'src/store/deliveries/hours.ts': 4,
  'src/store/deliveries/order.ts': 2,
  'src/store/deliveries/reports.ts': 5,
  'src/store/duplicates/compared-issues.ts': 1,
  'src/store/duplicates/signals.ts': 7,
  'src/store/gates/metrics.ts': 7,
  'src/store/gates/reports.ts': 5,
  'src/store/insights/insights.ts': 6,
  'src/store/mirror/labels.ts': 7,
  'src/store/mirror/repo-health.ts': 1,
  'src/store/mirror/repos.ts': 3,
  'src/store/mirror/syncs.ts': 2,
  'src/store/recount/recounts.ts': 5,
  'src/store/sql/list.ts': 10,
  'src/store/sql/migrate.ts': 4,
  'src/store/sql/order.ts': 1,
  'src/store/sql/repository-name.ts': 1,
  'src/store/transfers/orphans.ts': 5,
  'src/store/triage/triages.ts': 1
}

/** Columns of a single word (`state`, `number`) cannot be told from words of SQL. */
const SEVERAL_WORDS = /^[a-z0-9]+(?:_[a-z0-9]+)+$/

const columns = new Set(
  [...everyTable.values()]
    .flatMap((table) => Object.values(getTableColumns(table)).map(({ name }) => name))
    .filter((name) => SEVERAL_WORDS.test(name))
)

function isStatement(node: ts.Node): boolean {
  return ts.isTaggedTemplateExpression(node) && /^sql\b/.test(node.tag.getText())
}

/** What a statement says itself: neither values and columns that are put into it, nor comments, texts and the names of results. */
function wordsOf(node: ts.Node): string[] {
  if (!ts.isTaggedTemplateExpression(node)) return []
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
    .split(/\W+/)
}

function columnsNamedIn(source: ts.SourceFile): string[] {
  return nodesIn(source, isStatement)
    .flatMap(wordsOf)
    .filter((word) => columns.has(word))
}

t.test('statements name no columns in their text', (t) => {
  t.ok(columns.size > 200, `${columns.size} columns of several words are known`)
  const named = sourcesIn('src/store')
    .map((source) => [source.fileName, columnsNamedIn(source).length] as const)
    .filter(([, count]) => count > 0)
  t.same(
    Object.fromEntries(named),
    STILL_AS_TEXT,
    'put the column of a table into the statement; where there are fewer now, lower the number'
  )
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
