// Finds identifiers without a declaration in scope, which refer to something outside of the file.
import { childNode, childNodes, childrenOf, isNodeOf, type SyntaxNode, textField } from './node.js'

const FUNCTIONS = [
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ObjectMethod',
  'ClassMethod',
  'ClassPrivateMethod',
  'TSDeclareFunction',
  'TSDeclareMethod'
]
const BLOCKS = [
  'Program',
  'BlockStatement',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'SwitchStatement',
  'CatchClause',
  'StaticBlock',
  'ClassExpression',
  'ClassDeclaration'
]

export const isFunction = (node: SyntaxNode | undefined): node is SyntaxNode => isNodeOf(node, ...FUNCTIONS)

type Names = Set<string>

/** All uses of undeclared names, in the order of the text. */
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
  for (const child of usesIn(node)) collectFreeIdentifiers(child, inner, found)
}

/** TypeScript nodes that remain when the code runs. */
const isRuntimeNode = ({ type }: SyntaxNode) =>
  /^TS(?:As|Satisfies|NonNull|Instantiation)|^TSTypeAssertion|^TSEnum|^TSModule|^TSExport|^TSParameterProperty/.test(
    type
  )

/** Names of members and keys are not variables. */
const NO_USES: Readonly<Record<string, readonly string[]>> = {
  MemberExpression: ['property'],
  ObjectProperty: ['key'],
  ObjectMethod: ['key'],
  ClassMethod: ['key'],
  ClassProperty: ['key'],
  ClassAccessorProperty: ['key']
}
const NEVER_USES = new Set([
  'PrivateName',
  'LabeledStatement.label',
  'BreakStatement',
  'ContinueStatement',
  'MetaProperty',
  'ImportDeclaration',
  'ExportSpecifier.exported',
  'JSXAttribute.name',
  'JSXMemberExpression.property',
  'JSXNamespacedName',
  'TSEnumMember.id',
  'ExportAllDeclaration'
])

function usesIn(node: SyntaxNode): SyntaxNode[] {
  const kind = isNodeOf(node, 'MemberExpression') ? 'MemberExpression' : node.type
  if (NEVER_USES.has(kind)) return []
  if (isNodeOf(node, 'JSXOpeningElement') && isTag(childNode(node, 'name')))
    return childNodes(node, 'attributes')
  if (isNodeOf(node, 'JSXClosingElement')) return []
  if (isNodeOf(node, 'ExportNamedDeclaration') && childNode(node, 'source')) return []
  const skipped = node['computed'] === true ? [] : (NO_USES[kind] ?? [])
  const skippedNodes = new Set(skipped.map((field) => childNode(node, field)))
  return childrenOf(node).filter((child) => !skippedNodes.has(child) && !isNeverUsed(kind, node, child))
}

const isTag = (name: SyntaxNode | undefined) =>
  isNodeOf(name, 'JSXIdentifier') && /^[a-z]/.test(textField(name, 'name'))

const isNeverUsed = (kind: string, node: SyntaxNode, child: SyntaxNode) =>
  ['label', 'exported', 'name', 'property', 'id'].some(
    (field) => NEVER_USES.has(`${kind}.${field}`) && childNode(node, field) === child
  )

/** The names declared in this scope. */
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
  for (const statement of ownStatements(node)) statementNames(statement).forEach(add)
  return names
}

function ownStatements(node: SyntaxNode): SyntaxNode[] {
  const heads = ['init', 'left', 'param'].flatMap((field) => childNode(node, field) ?? [])
  const cases = childNodes(node, 'cases').flatMap((switchCase) => childNodes(switchCase, 'consequent'))
  return [...heads, ...cases, ...childNodes(node, 'body')]
}

/** The names that a statement declares. */
export function statementNames(statement: SyntaxNode): string[] {
  const inner = childNode(statement, 'declaration')
  if (inner && /^Export/.test(statement.type)) return statementNames(inner)
  if (isNodeOf(statement, 'VariableDeclaration'))
    return childNodes(statement, 'declarations').flatMap((declaration) =>
      patternNames(childNode(declaration, 'id'))
    )
  if (isNodeOf(statement, 'ImportDeclaration'))
    return childNodes(statement, 'specifiers').map((specifier) =>
      textField(childNode(specifier, 'local'), 'name')
    )
  if (/Declaration$|^TSDeclareFunction$/.test(statement.type))
    return [textField(childNode(statement, 'id'), 'name')]
  return /Pattern$|^Identifier$/.test(statement.type) ? patternNames(statement) : []
}

/** The names in a pattern, without its default values. */
export function patternNames(pattern: SyntaxNode | undefined): string[] {
  if (pattern === undefined) return []
  if (isNodeOf(pattern, 'Identifier')) return [textField(pattern, 'name')]
  if (isNodeOf(pattern, 'ObjectPattern'))
    return childNodes(pattern, 'properties').flatMap((property) =>
      patternNames(childNode(property, 'value') ?? childNode(property, 'argument'))
    )
  if (isNodeOf(pattern, 'ArrayPattern')) return childNodes(pattern, 'elements').flatMap(patternNames)
  return patternNames(
    childNode(pattern, 'left') ?? childNode(pattern, 'argument') ?? childNode(pattern, 'parameter')
  )
}

/** `var` is visible in the whole function. */
function varsIn(node: SyntaxNode | undefined): string[] {
  if (node === undefined) return []
  const names =
    isNodeOf(node, 'VariableDeclaration') && textField(node, 'kind') === 'var' ? statementNames(node) : []
  return [...names, ...childrenOf(node).flatMap((child) => (isFunction(child) ? [] : varsIn(child)))]
}
