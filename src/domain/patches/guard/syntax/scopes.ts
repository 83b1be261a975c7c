// Which names of a file are declared nowhere around the place that uses them: what the file reaches beyond itself.
import { childrenOf, is, type Node, nodeAt, nodesAt, textAt } from './node.js'

const FUNCTIONS = [
  ...['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression', 'ObjectMethod', 'ClassMethod'],
  ...['ClassPrivateMethod', 'TSDeclareFunction', 'TSDeclareMethod']
]
const BLOCKS = [
  ...['Program', 'BlockStatement', 'ForStatement', 'ForInStatement', 'ForOfStatement', 'SwitchStatement'],
  ...['CatchClause', 'StaticBlock', 'ClassExpression', 'ClassDeclaration']
]

export const isFunction = (node: Node | undefined): node is Node => is(node, ...FUNCTIONS)

type Names = Set<string>

/** Each use of a name that nothing declares, in the order of the text. */
export function freeUses(program: Node): Node[] {
  const found: Node[] = []
  look(program, [], found)
  return found
}

function look(node: Node, scopes: readonly Names[], found: Node[]): void {
  if (/^TS/.test(node.type) && !isRun(node)) return
  const inner = is(node, ...BLOCKS) || isFunction(node) ? [...scopes, declaredBy(node)] : scopes
  if (is(node, 'Identifier', 'JSXIdentifier') && !inner.some((names) => names.has(textAt(node, 'name'))))
    found.push(node)
  for (const one of usesIn(node)) look(one, inner, found)
}

/** Types are gone when the code runs; these are not. */
const isRun = ({ type }: Node) =>
  /^TS(?:As|Satisfies|NonNull|Instantiation)|^TSTypeAssertion|^TSEnum|^TSModule|^TSExport|^TSParameterProperty/.test(
    type
  )

/** The names of members and keys are no uses of variables. */
const NO_USES: Readonly<Record<string, readonly string[]>> = {
  MemberExpression: ['property'],
  ObjectProperty: ['key'],
  ObjectMethod: ['key'],
  ClassMethod: ['key'],
  ClassProperty: ['key'],
  ClassAccessorProperty: ['key']
}
const NEVER_USES = new Set([
  ...['PrivateName', 'LabeledStatement.label', 'BreakStatement', 'ContinueStatement', 'MetaProperty'],
  ...['ImportDeclaration', 'ExportSpecifier.exported', 'JSXAttribute.name', 'JSXMemberExpression.property'],
  ...['JSXNamespacedName', 'TSEnumMember.id', 'ExportAllDeclaration']
])

function usesIn(node: Node): Node[] {
  const kind = is(node, 'MemberExpression') ? 'MemberExpression' : node.type
  if (NEVER_USES.has(kind)) return []
  if (is(node, 'JSXOpeningElement') && isTag(nodeAt(node, 'name'))) return nodesAt(node, 'attributes')
  if (is(node, 'JSXClosingElement')) return []
  if (is(node, 'ExportNamedDeclaration') && nodeAt(node, 'source')) return []
  const skipped = node['computed'] === true ? [] : (NO_USES[kind] ?? [])
  const left = new Set(skipped.map((field) => nodeAt(node, field)))
  return childrenOf(node).filter((one) => !left.has(one) && !isNeverUsed(kind, node, one))
}

const isTag = (name: Node | undefined) => is(name, 'JSXIdentifier') && /^[a-z]/.test(textAt(name, 'name'))

const isNeverUsed = (kind: string, node: Node, one: Node) =>
  ['label', 'exported', 'name', 'property', 'id'].some(
    (field) => NEVER_USES.has(`${kind}.${field}`) && nodeAt(node, field) === one
  )

/** Names that hold within this node. */
export function declaredBy(node: Node): Names {
  const names: Names = new Set()
  const add = (name: string) => names.add(name)
  if (isFunction(node)) {
    for (const param of nodesAt(node, 'params')) boundIn(param).forEach(add)
    add(textAt(nodeAt(node, 'id'), 'name'))
    add('arguments')
    varsIn(nodeAt(node, 'body')).forEach(add)
  }
  if (is(node, 'Program')) varsIn(node).forEach(add)
  if (is(node, 'ClassExpression', 'ClassDeclaration')) add(textAt(nodeAt(node, 'id'), 'name'))
  for (const one of ownStatements(node)) declaredIn(one).forEach(add)
  return names
}

function ownStatements(node: Node): Node[] {
  const heads = ['init', 'left', 'param'].flatMap((field) => nodeAt(node, field) ?? [])
  const cases = nodesAt(node, 'cases').flatMap((one) => nodesAt(one, 'consequent'))
  return [...heads, ...cases, ...nodesAt(node, 'body')]
}

/** The names that one statement declares for the statements beside it. */
export function declaredIn(statement: Node): string[] {
  const inner = nodeAt(statement, 'declaration')
  if (inner && /^Export/.test(statement.type)) return declaredIn(inner)
  if (is(statement, 'VariableDeclaration'))
    return nodesAt(statement, 'declarations').flatMap((one) => boundIn(nodeAt(one, 'id')))
  if (is(statement, 'ImportDeclaration'))
    return nodesAt(statement, 'specifiers').map((one) => textAt(nodeAt(one, 'local'), 'name'))
  if (/Declaration$|^TSDeclareFunction$/.test(statement.type))
    return [textAt(nodeAt(statement, 'id'), 'name')]
  return /Pattern$|^Identifier$/.test(statement.type) ? boundIn(statement) : []
}

/** The names in a pattern; the values that stand in for missing ones are none. */
export function boundIn(pattern: Node | undefined): string[] {
  if (pattern === undefined) return []
  if (is(pattern, 'Identifier')) return [textAt(pattern, 'name')]
  if (is(pattern, 'ObjectPattern'))
    return nodesAt(pattern, 'properties').flatMap((one) =>
      boundIn(nodeAt(one, 'value') ?? nodeAt(one, 'argument'))
    )
  if (is(pattern, 'ArrayPattern')) return nodesAt(pattern, 'elements').flatMap(boundIn)
  return boundIn(nodeAt(pattern, 'left') ?? nodeAt(pattern, 'argument') ?? nodeAt(pattern, 'parameter'))
}

/** `var` counts in the whole of its function. */
function varsIn(node: Node | undefined): string[] {
  if (node === undefined) return []
  const own = is(node, 'VariableDeclaration') && textAt(node, 'kind') === 'var' ? declaredIn(node) : []
  return [...own, ...childrenOf(node).flatMap((one) => (isFunction(one) ? [] : varsIn(one)))]
}
