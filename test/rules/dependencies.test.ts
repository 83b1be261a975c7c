import { dirname, join } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import t from 'tap'
import ts from 'typescript'
import { capabilities } from '#capabilities/index.js'
import { PACKAGE_FOLDER } from '#paths.js'
import { arrowRules, roomsOf } from './rooms.js'
import { stairOf, upwardArrows } from './stair.js'
import { isNamed, nodesIn, placeOf, placesIn, sourcesIn } from './syntax.js'

const OWN = '^(schemas|drizzle|openapi|src|demo(?!/fleet))/'
const PROGRAMS =
  '^(src/(main|image|manual/emit|verify-audit|(diagnosis|formatter|watchdog)/worker|dashboard/app)|openapi/(emit|client))\\.tsx?$'
const error = 'error' as const

const stair = stairOf(capabilities.map(({ name }) => name))

const forbidden = [
  ...arrowRules(),
  { name: 'what is imported exists', severity: error, from: {}, to: { couldNotResolve: true } },
  {
    name: 'what runs is installed where it runs',
    severity: error,
    // The bundle of the dashboard holds what it imports; the documentation is rendered by the build.
    from: { path: OWN, pathNot: '^(openapi/emit\\.ts$|src/(dashboard|manual)/)' },
    to: { dependencyTypes: ['npm-dev' as const, 'npm-no-pkg' as const, 'npm-unknown' as const] }
  },
  {
    name: 'no cycle',
    severity: error,
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only' as const] } }
  },
  {
    name: 'no orphan: every file is needed by a program or the client',
    severity: error,
    from: { path: PROGRAMS },
    // The migrations read every table.
    to: { path: OWN, pathNot: `${PROGRAMS}|^drizzle/tables/`, reachable: false }
  }
]

const { output } = await cruise(
  ['schemas', 'drizzle/tables', 'openapi', 'src'],
  {
    baseDir: PACKAGE_FOLDER,
    doNotFollow: { path: 'node_modules' },
    // It is there while somebody packs the client.
    exclude: { path: '^openapi/client/lib/' },
    tsPreCompilationDeps: true,
    validate: true,
    ruleSet: { forbidden }
  },
  { exportsFields: ['exports'], conditionNames: ['types', 'import', 'node', 'default'] }
)
// Without a reporter the output is the result itself.
const { modules, summary } = output as ICruiseResult
const own = modules.map(({ source }) => source).filter((source) => new RegExp(OWN).test(source))

t.test('all of the code is read, and each file belongs to exactly one room', async (t) => {
  t.ok(own.length > 60, `${own.length} files were read`)
  t.same(
    own.filter((file) => roomsOf(file).length !== 1),
    []
  )
})

t.test(
  'every import follows an arrow of the table, and there is neither a cycle nor an orphan',
  async (t) => {
    t.same(
      summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`),
      []
    )
  }
)

t.test('a capability knows none of those that come after it', async (t) => {
  const arrows = modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }) => ({ from: source, to: resolved }))
  )
  t.same(upwardArrows(arrows, stair), [])
})

t.test('an arrow that leads up the stair is found, by whatever room it goes', async (t) => {
  const planted = [
    { from: 'src/services/mirror/issues.ts', to: 'src/services/healing/run.ts' },
    { from: 'schemas/configuration/check.ts', to: 'schemas/triage/enums.ts' },
    { from: 'src/store/gates/gates.ts', to: 'src/domain/ci-logs/diagnose.ts' },
    { from: 'src/store/gates/metrics.ts', to: 'drizzle/tables/fixing/fix-attempts.ts' },
    { from: 'src/store/sql/list.ts', to: 'drizzle/tables/mirror/issues.ts' }
  ]
  const allowed = [
    { from: 'src/services/healing/run.ts', to: 'src/services/mirror/issues.ts' },
    { from: 'src/store/sql/list.ts', to: 'drizzle/tables/mirror/repositories.ts' }
  ]
  t.same(
    upwardArrows([...planted, ...allowed], stair),
    planted.map(({ from, to }) => `${from} -> ${to}`)
  )
})

t.test('no folder holds more than 20 files, but where each capability has one', async (t) => {
  const counts = new Map<string, number>()
  for (const file of own) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  const ofEach = ['src/capabilities', 'src/jobs', 'src/routes']
  const large = [...counts].filter(([folder, count]) => count > 20 && !ofEach.includes(folder))
  t.same(large, [])
})

t.test('only the two doors of the process read the environment', async (t) => {
  const doors = ['src/main.ts', 'src/settings/settings.ts']
  const sources = sourcesIn('schemas', 'drizzle/tables', 'src').filter(
    ({ fileName }) => !doors.includes(fileName)
  )
  t.same(placesIn(sources, readsEnvironment), [])
})

function readsEnvironment(node: ts.Node): boolean {
  if (ts.isElementAccessExpression(node))
    return ts.isStringLiteral(node.argumentExpression) && node.argumentExpression.text === 'env'
  if (ts.isPropertyAccessExpression(node)) return node.name.text === 'env'
  if (!ts.isBindingElement(node) && !ts.isImportSpecifier(node)) return false
  return (node.propertyName ?? node.name).getText() === 'env'
}

/** What tells the time, throws dice or touches the world without an import. */
const IMPURE = new Set(
  (
    'performance process fetch console globalThis require setTimeout setInterval setImmediate queueMicrotask ' +
    'random randomBytes randomUUID randomInt randomFill randomFillSync getRandomValues webcrypto'
  ).split(' ')
)

t.test('the domain and the vocabulary know no clock, no chance and no outside world', async (t) => {
  t.same(placesIn(sourcesIn('schemas', 'src/domain', 'src/http/docs'), isImpure), [])
})

function isImpure(node: ts.Node): boolean {
  if (isNamed(node, IMPURE)) return true
  if (ts.isNewExpression(node)) return node.expression.getText() === 'Date' && !node.arguments?.length
  if (ts.isPropertyAccessExpression(node)) return node.getText() === 'Date.now'
  return ts.isCallExpression(node) && /^(Date|import)$/.test(node.expression.getText())
}

t.test('only services open transactions', async (t) => {
  const rooms = ['routes', 'domain', 'http', 'jobs', 'webhooks', 'capabilities']
  const others = sourcesIn(...rooms.map((room) => `src/${room}`))
  t.same(placesIn(others, namesTransaction), [])
})

function namesTransaction(node: ts.Node): boolean {
  return (ts.isIdentifier(node) || ts.isStringLiteral(node)) && node.text === 'transaction'
}

t.test(
  'a text becomes a reply by one door, and only the store says what a text of the database holds',
  async (t) => {
    const sources = sourcesIn('src', 'schemas').filter(
      ({ fileName }) => !fileName.startsWith('src/domain/json/')
    )
    const outside = sources.filter(({ fileName }) => !fileName.startsWith('src/store/'))
    t.same(
      placesIn(outside, (node) => isNamed(node, new Set(['fromDatabase']))),
      []
    )
    t.same(placesIn(sources, namesJsonTextInCast), [])
    const casts = placesIn(sourcesIn('src/http', 'src/routes'), castsToBody)
    t.same(
      casts.map((place) => place.split(':')[0]),
      ['src/http/reply.ts']
    )
  }
)

function namesJsonTextInCast(node: ts.Node): boolean {
  return ts.isAsExpression(node) && node.type.getText().startsWith('JsonText')
}

function castsToBody(node: ts.Node): boolean {
  return ts.isAsExpression(node) && node.type.getText() === 'Body'
}

const WRITES = /\b(insert\s+into|update\s+\w+(\s+as)?(\s+\w+)?\s+set|delete\s+from|truncate|merge\s+into)\b/i

t.test('what the store offers for a plain database only reads', async (t) => {
  const readers = sourcesIn('src/store').flatMap((source) => nodesIn(source, takesPlainDatabase))
  t.ok(readers.length > 5, `${readers.length} functions take a plain database`)
  t.same(
    readers.flatMap((reader) => nodesIn(reader, writes).map(placeOf)),
    []
  )
})

function takesPlainDatabase(node: ts.Node): boolean {
  return ts.isFunctionDeclaration(node) && node.parameters.some(({ type }) => type?.getText() === 'Db')
}

function writes(node: ts.Node): boolean {
  if (ts.isTaggedTemplateExpression(node)) return WRITES.test(node.template.getText())
  if (!ts.isPropertyAccessExpression(node)) return false
  return node.expression.getText() === 'db' && /^(insert|update|delete|transaction)$/.test(node.name.text)
}

const snippetAt = (at: number) => join(PACKAGE_FOLDER, 'src', 'services', `snippet-${at}.ts`)

/** What TypeScript says of services that consist of one such call each. */
function faultsOf(calls: string[]): string[][] {
  const texts = new Map(
    calls.map((call, at) => [
      snippetAt(at),
      `import type { Deps, Tx } from '../deps.js'
       import { deleteSession } from '../store/accounts/sessions.js'
       export const attempt = (deps: Deps, tx: Tx) => [deps, tx, ${call}]`
    ])
  )
  const { config } = ts.readConfigFile(join(PACKAGE_FOLDER, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, PACKAGE_FOLDER)
  const host = ts.createCompilerHost(options)
  const { fileExists, readFile } = host
  host.fileExists = (path) => texts.has(path) || fileExists(path)
  host.readFile = (path) => texts.get(path) ?? readFile(path)
  const program = ts.createProgram([...texts.keys()], options, host)
  return [...texts.keys()].map((path) =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(path))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' ').slice(0, 200))
  )
}

t.test('a writer accepts a transaction, and does not compile with the plain database', async (t) => {
  const [withTransaction, withDatabase] = faultsOf(["deleteSession(tx, '')", "deleteSession(deps.db, '')"])
  t.same(withTransaction, [])
  t.match(withDatabase, [/Argument of type 'Db' is not assignable to parameter of type 'Tx'/])
})
