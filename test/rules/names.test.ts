// Exported names: one name for one thing, and types that say what something is.
import t from 'tap'
import ts from 'typescript'
import { sourcesIn } from './syntax.js'

/** Each file of schemas lists its own under this name. */
const LISTS = 'schemas'

interface Export {
  name: string
  file: string
  isType: boolean
  isOperation: boolean
}

const isExported = (node: ts.Statement) =>
  ts.canHaveModifiers(node) &&
  (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)

function exportsOf(source: ts.SourceFile): Export[] {
  const file = source.fileName
  return source.statements.filter(isExported).flatMap((node): Export[] => {
    if (ts.isVariableStatement(node))
      return node.declarationList.declarations.map(({ name, initializer }) => ({
        name: name.getText(),
        file,
        isType: false,
        isOperation: /^operation\(/.test(initializer?.getText() ?? '')
      }))
    const isType = ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)
    const name =
      isType || ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node) ? node.name : undefined
    return name ? [{ name: name.text, file, isType, isOperation: false }] : []
  })
}

/** Names of two things. What carries an operation out may be called as the operation is. */
function homonyms(exports: readonly Export[]): string[] {
  const files = new Map<string, Set<string>>()
  for (const { name, file, isOperation } of exports) {
    if (name === LISTS || isOperation) continue
    files.set(name, (files.get(name) ?? new Set()).add(file))
  }
  return [...files].filter(([, { size }]) => size > 1).map(([name, all]) => `${name}: ${[...all].join(', ')}`)
}

const PARTICIPLE =
  /^(?:[A-Z][a-z]*[^e]ed|Bound|Built|Chosen|Drawn|Found|Given|Heard|Held|Kept|Known|Left|Lost|Made|Met|Read|Said|Seen|Sent|Shown|Taken|Told|Written)$/

const sources = sourcesIn('src', 'schemas', 'drizzle/tables')
const exports = sources.flatMap(exportsOf)

t.test('no two modules export one name for two things', async (t) => {
  t.ok(exports.length > 1_000, `${exports.length} exports are read`)
  t.same(homonyms(exports), [])
})

t.test('no exported type is a bare participle: it says what something is', async (t) => {
  const types = exports.filter(({ isType }) => isType)
  t.ok(types.length > 300, `${types.length} types are read`)
  t.same(
    types.filter(({ name }) => PARTICIPLE.test(name)).map(({ name, file }) => `${file}: ${name}`),
    []
  )
})

t.test('one name for two things is found, and so is a participle', async (t) => {
  const planted = (file: string, text: string) =>
    exportsOf(ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true))
  t.same(
    homonyms([
      ...planted('a.ts', 'export const outcome = 1\nexport const syncRepo = operation({})'),
      ...planted('b.ts', 'export function outcome() {}\nexport function syncRepo() {}')
    ]),
    ['outcome: a.ts, b.ts']
  )
  for (const name of ['Asked', 'Found', 'Kept', 'Told']) t.match(name, PARTICIPLE)
  for (const name of ['Feed', 'PatchedFile', 'Request', 'Speed']) t.notMatch(name, PARTICIPLE)
})
