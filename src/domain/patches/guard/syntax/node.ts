// Access to the nodes of a syntax tree.

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

/** Skips the holes of a list. */
export function childNodes(node: SyntaxNode | undefined, field: string): SyntaxNode[] {
  const value = node?.[field]
  return Array.isArray(value) ? value.filter(isNode) : []
}

export function textField(node: SyntaxNode | undefined, field: string): string {
  const value = node?.[field]
  return typeof value === 'string' ? value : ''
}

/** Fields about position and formatting, which carry no meaning. */
const POSITION_FIELDS = new Set([
  'type',
  'start',
  'end',
  'line',
  'loc',
  'range',
  'extra',
  'errors',
  'tokens',
  'comments',
  'leadingComments',
  'trailingComments',
  'innerComments'
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

/** The node and all nodes below it, parents first. */
export function* walkNodes(node: SyntaxNode): Generator<SyntaxNode> {
  yield node
  for (const child of childrenOf(node)) yield* walkNodes(child)
}

/** Optional access and optional calls count as their plain forms. */
export const nodeKind = ({ type }: SyntaxNode): string => type.replace(/^Optional(?=Member|Call)/, '')

/** Keeps the type guard from narrowing other nodes to never. */
interface NodeOfKind extends SyntaxNode {
  readonly known?: never
}

export const isNodeOf = (node: SyntaxNode | undefined, ...kinds: readonly string[]): node is NodeOfKind =>
  node !== undefined && kinds.includes(nodeKind(node))

/** The name in `a`, `x.a`, their calls, and `{ a: 1 }`; empty if there is none. */
export function nodeName(node: SyntaxNode | undefined): string {
  if (node === undefined) return ''
  if (isNodeOf(node, 'Identifier', 'JSXIdentifier')) return textField(node, 'name')
  if (isNodeOf(node, 'StringLiteral')) return textField(node, 'value')
  if (isNodeOf(node, 'MemberExpression')) return nodeName(childNode(node, 'property'))
  if (isNodeOf(node, 'PrivateName')) return nodeName(childNode(node, 'id'))
  return isNodeOf(node, 'CallExpression', 'NewExpression') ? nodeName(childNode(node, 'callee')) : ''
}

/** The parts of `process.env.PORT`; empty if the chain does not begin with a name. */
export function memberChain(node: SyntaxNode | undefined): string[] {
  if (isNodeOf(node, 'Identifier')) return [textField(node, 'name')]
  if (!isNodeOf(node, 'MemberExpression')) return []
  const object = memberChain(childNode(node, 'object'))
  const property = childNode(node, 'property')
  const isPlain = node['computed'] !== true || isNodeOf(property, 'StringLiteral')
  return object.length === 0 ? [] : [...object, isPlain ? nodeName(property) : '[]']
}
