// The parts of a syntax tree, as far as the guard asks for them.

export interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly line: number
  readonly [field: string]: unknown
}

export const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value

export function childNode(node: SyntaxNode | undefined, field: string): SyntaxNode | undefined {
  const value = node?.[field]
  return isNode(value) ? value : undefined
}

/** Holes of a list are left out. */
export function childNodes(node: SyntaxNode | undefined, field: string): SyntaxNode[] {
  const value = node?.[field]
  return Array.isArray(value) ? value.filter(isNode) : []
}

export function textField(node: SyntaxNode | undefined, field: string): string {
  const value = node?.[field]
  return typeof value === 'string' ? value : ''
}

/** All that says where a node stands, or how it is set, and nothing of what it means. */
const POSITION_FIELDS = new Set([
  ...['type', 'start', 'end', 'line', 'loc', 'range', 'extra', 'errors', 'tokens'],
  ...['comments', 'leadingComments', 'trailingComments', 'innerComments']
])

export const fieldsOf = (node: SyntaxNode): string[] =>
  Object.keys(node).filter((field) => !POSITION_FIELDS.has(field))

export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  return fieldsOf(node).flatMap((field) => {
    const value = node[field]
    if (Array.isArray(value)) return value.filter(isNode)
    return isNode(value) ? [value] : []
  })
}

/** Each node below and the node itself, the outer ones first. */
export function* walkNodes(node: SyntaxNode): Generator<SyntaxNode> {
  yield node
  for (const one of childrenOf(node)) yield* walkNodes(one)
}

/** `items[0]?.name` is an access like `items[0].name`, and so is the call of one. */
export const nodeKind = ({ type }: SyntaxNode): string => type.replace(/^Optional(?=Member|Call)/, '')

/** What is left where it is none of these may still be any other node. */
interface NodeOfKind extends SyntaxNode {
  readonly known?: never
}

export const isNodeOf = (node: SyntaxNode | undefined, ...kinds: readonly string[]): node is NodeOfKind =>
  node !== undefined && kinds.includes(nodeKind(node))

/** The name of `a`, of `x.a`, of the call of either, and of `{ a: 1 }`; nothing where it has none. */
export function nodeName(node: SyntaxNode | undefined): string {
  if (node === undefined) return ''
  if (isNodeOf(node, 'Identifier', 'JSXIdentifier')) return textField(node, 'name')
  if (isNodeOf(node, 'StringLiteral')) return textField(node, 'value')
  if (isNodeOf(node, 'MemberExpression')) return nodeName(childNode(node, 'property'))
  if (isNodeOf(node, 'PrivateName')) return nodeName(childNode(node, 'id'))
  return isNodeOf(node, 'CallExpression', 'NewExpression') ? nodeName(childNode(node, 'callee')) : ''
}

/** `process.env.PORT` as a list; nothing where it does not begin with a name. */
export function memberChain(node: SyntaxNode | undefined): string[] {
  if (isNodeOf(node, 'Identifier')) return [textField(node, 'name')]
  if (!isNodeOf(node, 'MemberExpression')) return []
  const object = memberChain(childNode(node, 'object'))
  const property = childNode(node, 'property')
  const isPlain = node['computed'] !== true || isNodeOf(property, 'StringLiteral')
  return object.length === 0 ? [] : [...object, isPlain ? nodeName(property) : '[]']
}
