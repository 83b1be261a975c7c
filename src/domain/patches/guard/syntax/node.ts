// The parts of a syntax tree, as far as the guard asks for them.

export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly line: number
  readonly [field: string]: unknown
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

export function nodeAt(node: Node | undefined, field: string): Node | undefined {
  const value = node?.[field]
  return isNode(value) ? value : undefined
}

/** Holes of a list are left out. */
export function nodesAt(node: Node | undefined, field: string): Node[] {
  const value = node?.[field]
  return Array.isArray(value) ? value.filter(isNode) : []
}

export function textAt(node: Node | undefined, field: string): string {
  const value = node?.[field]
  return typeof value === 'string' ? value : ''
}

/** All that says where a node stands, or how it is set, and nothing of what it means. */
const PLACE = new Set([
  ...['type', 'start', 'end', 'line', 'loc', 'range', 'extra', 'errors', 'tokens'],
  ...['comments', 'leadingComments', 'trailingComments', 'innerComments']
])

export const fieldsOf = (node: Node): string[] => Object.keys(node).filter((field) => !PLACE.has(field))

export function childrenOf(node: Node): Node[] {
  return fieldsOf(node).flatMap((field) => {
    const value = node[field]
    if (Array.isArray(value)) return value.filter(isNode)
    return isNode(value) ? [value] : []
  })
}

/** Each node below and the node itself, the outer ones first. */
export function* within(node: Node): Generator<Node> {
  yield node
  for (const one of childrenOf(node)) yield* within(one)
}

/** `items[0]?.name` is an access like `items[0].name`, and so is the call of one. */
export const kindOf = ({ type }: Node): string => type.replace(/^Optional(?=Member|Call)/, '')

/** What is left where it is none of these may still be any other node. */
interface Known extends Node {
  readonly known?: never
}

export const is = (node: Node | undefined, ...kinds: readonly string[]): node is Known =>
  node !== undefined && kinds.includes(kindOf(node))

/** The name of `a`, of `x.a`, of the call of either, and of `{ a: 1 }`; nothing where it has none. */
export function nameOf(node: Node | undefined): string {
  if (node === undefined) return ''
  if (is(node, 'Identifier', 'JSXIdentifier')) return textAt(node, 'name')
  if (is(node, 'StringLiteral')) return textAt(node, 'value')
  if (is(node, 'MemberExpression')) return nameOf(nodeAt(node, 'property'))
  if (is(node, 'PrivateName')) return nameOf(nodeAt(node, 'id'))
  return is(node, 'CallExpression', 'NewExpression') ? nameOf(nodeAt(node, 'callee')) : ''
}

/** `process.env.PORT` as a list; nothing where it does not begin with a name. */
export function chainOf(node: Node | undefined): string[] {
  if (is(node, 'Identifier')) return [textAt(node, 'name')]
  if (!is(node, 'MemberExpression')) return []
  const object = chainOf(nodeAt(node, 'object'))
  const property = nodeAt(node, 'property')
  const isPlain = node['computed'] !== true || is(property, 'StringLiteral')
  return object.length === 0 ? [] : [...object, isPlain ? nameOf(property) : '[]']
}
