// Columns that count for sums are written through one door, so that rows and sums never part.
import { getTableColumns, getTableName } from 'drizzle-orm'
import t from 'tap'
import ts from 'typescript'
import { everyTable } from '#test/harness/tables.js'
import { nodesIn, placeOf, sourcesIn } from './syntax.js'

/** The columns of each table by which its rows count for something. */
const TALLIED: Record<string, readonly string[]> = {
  issues: [
    ...['repoId', 'goneAt', 'state', 'triageType', 'triagePriority', 'triagedAt', 'assignees', 'labels'],
    ...['dupCheckAt', 'createdAt', 'updatedAt', 'closedAt']
  ],
  pullRequests: [
    ...['repoId', 'goneAt', 'state', 'draft', 'triageSize', 'triageRisk', 'createdAt', 'closedAt', 'mergedAt']
  ],
  ciRuns: ['repoId', 'goneAt', 'conclusion', 'healStatus', 'healFailureType', 'createdAt'],
  healAttempts: [
    ...['repoId', 'status', 'strategy', 'repair', 'failureType', 'rule', 'outcome', 'prStatus', 'createdAt']
  ],
  duplicateSignals: ['repoId', 'goneAt', 'sourceIssueId', 'kind', 'status', 'similarity', 'createdAt'],
  waivers: ['repoId', 'pillar', 'scope', 'active', 'expiredAt', 'revokedAt'],
  managedActions: [
    'repoId',
    'status',
    'pillar',
    'actionType',
    'blockedReason',
    'executedAt',
    'reconciliationStatus'
  ],
  decisions: ['repoId', 'source', 'decision', 'pillar', 'createdAt'],
  triages: ['repoId', 'targetType', 'type', 'probability', 'isSure', 'heard'],
  triageFailures: ['repoId', 'state'],
  collaborators: ['repoId', 'permission'],
  branchRules: ['repoId', 'compliant'],
  violations: ['repoId', 'policyId', 'status', 'remediatedBy', 'detectedAt'],
  reconcileStates: ['repoId', 'inSync'],
  vulnerabilities: [
    ...['repoId', 'ecosystem', 'status', 'severity', 'patchedVersion', 'detectedAt', 'fixedAt', 'dismissedAt']
  ],
  pipelineEvents: ['repoId', 'eventType', 'durationMs', 'metadata', 'occurredAt'],
  maintenanceActions: ['repoId', 'actionType', 'targetType', 'status']
}

/** They write whole sets of rows whose sums move, or stay, with them. */
const WITH_THEIR_SUMS: Record<string, string> = {
  moveRows: 'the sums of a repository that is merged move at once (moveTallies, moveEvidence)',
  renameRows: 'writes nothing but the current name of the repository',
  setRowsShown: 'writes nothing but whether rows are shown, which their repository says'
}

const named = [...everyTable].filter(([key]) => key in TALLIED)
const columnsOf = new Map<string, { column: string; name: string | undefined }[]>(
  named.map(([key, table]) => {
    const columns: Record<string, { name: string }> = getTableColumns(table)
    return [
      getTableName(table),
      (TALLIED[key] ?? []).map((column) => ({ column, name: columns[column]?.name }))
    ]
  })
)

t.test('every column listed as counted exists', (t) => {
  t.equal(named.length, Object.keys(TALLIED).length)
  for (const [table, columns] of columnsOf)
    for (const { column, name } of columns) t.type(name, 'string', `${table}.${column}`)
  t.end()
})

const functions = sourcesIn('src').flatMap((source) =>
  nodesIn(source, (node) => ts.isFunctionDeclaration(node) && isWriter(node))
)

t.test('whatever writes a column that counts takes a transaction that only the door gives', (t) => {
  t.ok(functions.length > 20, `${functions.length} functions write columns that count`)
  const outside = functions.filter((one) => !isWithinDoor(one) && !(nameOf(one) in WITH_THEIR_SUMS))
  t.same(outside.map(placeOf), [])
  t.same(
    Object.keys(WITH_THEIR_SUMS).filter((name) => !functions.some((one) => nameOf(one) === name)),
    [],
    'every exception is still needed'
  )
  t.end()
})

const PLANTED = `
function byDrizzle(tx: Tx) { tx.update(issues).set({ labels: [] }) }
function bySpread(tx: Tx, row) { tx.update(issues).set({ ...row }) }
function byText(tx: Tx) { tx.execute(sql\`update issues set title = 'x', labels = '{}' where id = 1\`) }
const column = bareColumns(issues)
function byColumn(tx: Tx) { tx.execute(sql\`update \${issues} set title = 'x', \${column.labels} = '{}'\`) }
function byName(tx: Tx, table) { tx.execute(sql\`update \${table} set labels = '{}'\`) }
function untallied(tx: Tx) { tx.update(issues).set({ dupJobId }) }
function uncounted(tx: Tx) { tx.execute(sql\`update \${issues} set \${column.title} = 'x'\`) }
function within(tx: TalliedTx) { tx.insert(issues).values(row) }
`

t.test('the plain transaction does not pass for one of the door', (t) => {
  const source = ts.createSourceFile('planted.ts', PLANTED, ts.ScriptTarget.ES2023, true)
  const found = nodesIn(source, (node) => ts.isFunctionDeclaration(node) && isWriter(node))
  t.same(found.filter((one) => !isWithinDoor(one)).map(nameOf), [
    'byDrizzle',
    'bySpread',
    'byText',
    'byColumn',
    'byName'
  ])
  t.end()
})

function nameOf(node: ts.Node): string {
  return (ts.isFunctionDeclaration(node) && node.name?.text) || ''
}

function isWithinDoor(node: ts.Node): boolean {
  if (!ts.isFunctionDeclaration(node)) return false
  const isDoor = nodesIn(
    node,
    (one) => ts.isCallExpression(one) && /^change(Tallied|Evidence)$/.test(one.expression.getText())
  )
  return node.parameters[0]?.type?.getText() === 'TalliedTx' || isDoor.length > 0
}

function isWriter(node: ts.Node): boolean {
  return nodesIn(node, (one) => isDrizzleWrite(one) || isWrittenStatement(one)).length > 0
}

/** `tx.insert(issues)`, `tx.delete(issues)`, or `tx.update(issues).set(…)` of a column that counts. */
function isDrizzleWrite(node: ts.Node): boolean {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false
  const verb = node.expression.name.text
  if (!['insert', 'update', 'delete'].includes(verb)) return false
  const table = tableCalled(node.arguments[0]?.getText() ?? '', node)
  if (table === undefined) return false
  return verb !== 'update' || setsCounted(node, TALLIED[table] ?? [])
}

/** Files call tables by short names of their own. */
function tableCalled(name: string, node: ts.Node): string | undefined {
  if (name in TALLIED) return name
  const alias = new RegExp(`const ${name} = (\\w+)$`, 'm').exec(node.getSourceFile().text)?.[1]
  return alias !== undefined && alias in TALLIED ? alias : undefined
}

/** Whether what is set has, or may have, one of these columns. */
function setsCounted(update: ts.CallExpression, counted: readonly string[]): boolean {
  const set = ts.isPropertyAccessExpression(update.parent) ? update.parent.parent : undefined
  const given = set && ts.isCallExpression(set) ? set.arguments[0] : undefined
  if (!given || !ts.isObjectLiteralExpression(given)) return !isNarrow(given, counted)
  return given.properties.some((one) =>
    ts.isSpreadAssignment(one)
      ? !isNarrow(one.expression, counted)
      : counted.includes(one.name?.getText() ?? '')
  )
}

/** A parameter whose written type names its columns, and none that counts. */
function isNarrow(given: ts.Node | undefined, counted: readonly string[]): boolean {
  if (!given || !ts.isIdentifier(given)) return false
  const [parameter] = nodesIn(
    given.getSourceFile(),
    (node) => ts.isParameter(node) && node.name.getText() === given.text
  )
  const written = parameter && ts.isParameter(parameter) ? (parameter.type?.getText() ?? '') : ''
  return /^(Pick<|Retry$)/.test(written) && !counted.some((column) => written.includes(`'${column}'`))
}

/** Files keep the columns of a table without its name under names of their own. */
function nameOfBare(name: string, node: ts.Node): string {
  return (
    new RegExp(`const ${name} = bareColumns\\((\\w+)\\)$`, 'm').exec(node.getSourceFile().text)?.[1] ?? name
  )
}

/** The text of a statement with the names of the tables and columns that are put into it. */
function withNames(template: ts.Node): string {
  const tableOf = (name: string) => everyTable.get(name) ?? everyTable.get(tableCalled(name, template) ?? '')
  return template
    .getText()
    .replaceAll(/\$\{(\w+)\}/g, (put, name) => {
      const table = tableOf(name)
      return table ? getTableName(table) : put
    })
    .replaceAll(/\$\{(\w+)\.(\w+)\}/g, (put, name, column) => {
      const table = tableOf(nameOfBare(name, template))
      const columns: Record<string, { name: string }> = table ? getTableColumns(table) : {}
      return columns[column]?.name ?? put
    })
}

/** A statement that writes such a column, or a table that is named only while the program runs. */
function isWrittenStatement(node: ts.Node): boolean {
  if (!ts.isTaggedTemplateExpression(node)) return false
  const text = withNames(node.template).replaceAll(/\s+/g, ' ')
  const writes = text.matchAll(
    /\b(?:insert into|delete from|update) (\$\{[^}]+\}|\w+)(?: (?!set\b)\w+)?(?: (set .*))?/gi
  )
  return [...writes].some(([, table = '', set]) => {
    if (table.startsWith('${')) return !/tally|sums/.test(table)
    const columns = columnsOf.get(table)
    const part = set?.split(/ where | from /)[0]
    return (
      columns !== undefined && (!part || columns.some(({ name }) => new RegExp(`\\b${name} =`).test(part)))
    )
  })
}
