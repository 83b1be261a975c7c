// Which names of a file are declared nowhere around the place that uses them: what the file reaches beyond itself.
import { childNode, childNodes, childrenOf, isNodeOf, type SyntaxNode, textField } from './node.js'

const FUNCTIONS = [
  ...['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression', 'ObjectMethod', 'ClassMethod'],
  ...['ClassPrivateMethod', 'TSDeclareFunction', 'TSDeclareMethod']
]
const BLOCKS = [
  ...['Program', 'BlockStatement', 'ForStatement', 'ForInStatement', 'ForOfStatement', 'SwitchStatement'],
  ...['CatchClause', 'StaticBlock', 'ClassExpression', 'ClassDeclaration']
]

export const isFunction = (node: SyntaxNode | undefined): node is SyntaxNode => isNodeOf(node, ...FUNCTIONS)

type Names = Set<string>

/** Each use of a name that nothing declares, in the order of the text. */
export function findFreeIdentifiers(program: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = []
  collectFreeIdentifiers(program, [], found)
  return found
}

function collectFreeIdentifiers(node: SyntaxNode, scopes: readonly Names[], found: SyntaxNode[]): void {
  if (/^TS/.test(node.type) && !isRuntimeNode(node)) return
  const inner = isNodeOf(node, ...BLOCKS) || isFunction(node) ? [...scopes, scopeNames(node)] : scopes
  if (
    isNodeOf(node, 'Identifier', 'JSXIdentifier') &&
    !inner.some((names) => names.has(textField(node, 'name')))
  )
    found.push(node)
  for (const one of usesIn(node)) collectFreeIdentifiers(one, inner, found)
}

/** Types are gone when the code runs; these are not. */
const isRuntimeNode = ({ type }: SyntaxNode) =>
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

function usesIn(node: SyntaxNode): SyntaxNode[] {
  const kind = isNodeOf(node, 'MemberExpression') ? 'MemberExpression' : node.type
  if (NEVER_USES.has(kind)) return []
  if (isNodeOf(node, 'JSXOpeningElement') && isTag(childNode(node, 'name')))
    return childNodes(node, 'attributes')
  if (isNodeOf(node, 'JSXClosingElement')) return []
  if (isNodeOf(node, 'ExportNamedDeclaration') && childNode(node, 'source')) return []
  const skipped = node['computed'] === true ? [] : (NO_USES[kind] ?? [])
  const left = new Set(skipped.map((field) => childNode(node, field)))
  return childrenOf(node).filter((one) => !left.has(one) && !isNeverUsed(kind, node, one))
}

const isTag = (name: SyntaxNode | undefined) =>
  isNodeOf(name, 'JSXIdentifier') && /^[a-z]/.test(textField(name, 'name'))

const isNeverUsed = (kind: string, node: SyntaxNode, one: SyntaxNode) =>
  ['label', 'exported', 'name', 'property', 'id'].some(
    (field) => NEVER_USES.has(`${kind}.${field}`) && childNode(node, field) === one
  )

/** Names that hold within this node. */
export function scopeNames(node: SyntaxNode): Names {
  const names: Names = new Set()
  const add = (name: string) => names.add(name)
  if (isFunction(node)) {
    for (const param of childNodes(node, 'params')) patternNames(param).forEach(add)
    add(textField(childNode(node, 'id'), 'name'))
    add('arguments')
    varsIn(childNode(node, 'body')).forEach(add)
  }
  if (isNodeOf(node, 'Program')) varsIn(node).forEach(add)
  if (isNodeOf(node, 'ClassExpression', 'ClassDeclaration')) add(textField(childNode(node, 'id'), 'name'))
  for (const one of ownStatements(node)) statementNames(one).forEach(add)
  return names
}

function ownStatements(node: SyntaxNode): SyntaxNode[] {
  const heads = ['init', 'left', 'param'].flatMap((field) => childNode(node, field) ?? [])
  const cases = childNodes(node, 'cases').flatMap((one) => childNodes(one, 'consequent'))
  return [...heads, ...cases, ...childNodes(node, 'body')]
}

/** The names that one statement declares for the statements beside it. */
export function statementNames(statement: SyntaxNode): string[] {
  const inner = childNode(statement, 'declaration')
  if (inner && /^Export/.test(statement.type)) return statementNames(inner)
  if (isNodeOf(statement, 'VariableDeclaration'))
    return childNodes(statement, 'declarations').flatMap((one) => patternNames(childNode(one, 'id')))
  if (isNodeOf(statement, 'ImportDeclaration'))
    return childNodes(statement, 'specifiers').map((one) => textField(childNode(one, 'local'), 'name'))
  if (/Declaration$|^TSDeclareFunction$/.test(statement.type))
    return [textField(childNode(statement, 'id'), 'name')]
  return /Pattern$|^Identifier$/.test(statement.type) ? patternNames(statement) : []
}

/** The names in a pattern; the values that stand in for missing ones are none. */
export function patternNames(pattern: SyntaxNode | undefined): string[] {
  if (pattern === undefined) return []
  if (isNodeOf(pattern, 'Identifier')) return [textField(pattern, 'name')]
  if (isNodeOf(pattern, 'ObjectPattern'))
    return childNodes(pattern, 'properties').flatMap((one) =>
      patternNames(childNode(one, 'value') ?? childNode(one, 'argument'))
    )
  if (isNodeOf(pattern, 'ArrayPattern')) return childNodes(pattern, 'elements').flatMap(patternNames)
  return patternNames(
    childNode(pattern, 'left') ?? childNode(pattern, 'argument') ?? childNode(pattern, 'parameter')
  )
}

/** `var` counts in the whole of its function. */
function varsIn(node: SyntaxNode | undefined): string[] {
  if (node === undefined) return []
  const own =
    isNodeOf(node, 'VariableDeclaration') && textField(node, 'kind') === 'var' ? statementNames(node) : []
  return [...own, ...childrenOf(node).flatMap((one) => (isFunction(one) ? [] : varsIn(one)))]
}
