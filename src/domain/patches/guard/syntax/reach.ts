// What a file reaches beyond itself, as a list: modules, globals, and members through which any code can be reached.
import { chainOf, is, type Node, nameOf, nodeAt, nodesAt, textAt, within } from './node.js'
import type { Tree } from './parse.js'
import { freeUses, isFunction } from './scopes.js'
import { isOpening } from './words.js'

export interface Reach {
  /** `module path`, `name join of path`, `global process.env.PORT`, `a decorator`. */
  what: string
  line: number
}

export function reachesOf({ program, text }: Tree): Reach[] {
  const loads = new Set<Node>()
  const free = freeUses(program)
  const isFree = new Set(free)
  const outer = outermost(program)
  return [
    ...[...within(program)].flatMap((node) => {
      const module = requiredBy(node, isFree)
      if (module === undefined) return reachesIn(node, text)
      const callee = nodeAt(node, 'callee')
      if (callee) loads.add(callee)
      return [{ what: `module ${module}`, line: node.line }]
    }),
    ...free
      .filter((node) => !loads.has(node))
      .map((node) => ({ what: `global ${chainOf(outer.get(node) ?? node).join('.')}`, line: node.line }))
  ]
}

/** For each name, the longest access that begins with it: `process` in `process.env.PORT`. */
function outermost(program: Node): Map<Node, Node> {
  const found = new Map<Node, Node>()
  for (const node of within(program)) {
    if (!is(node, 'MemberExpression')) continue
    const root = rootOf(node)
    if (root && !found.has(root)) found.set(root, node)
  }
  return found
}

/** The name with which a chain of members begins. */
export function rootOf(node: Node | undefined): Node | undefined {
  let one = node
  while (is(one, 'MemberExpression')) one = nodeAt(one, 'object')
  return is(one, 'Identifier') ? one : undefined
}

/** The module of `require('x')`, which stands alone where the file knows no other `require`. */
function requiredBy(node: Node, isFree: ReadonlySet<Node>): string | undefined {
  const callee = nodeAt(node, 'callee')
  const [given, ...others] = nodesAt(node, 'arguments')
  const isLoad = is(node, 'CallExpression') && is(callee, 'Identifier') && nameOf(callee) === 'require'
  return isLoad && isFree.has(callee) && is(given, 'StringLiteral') && others.length === 0
    ? textAt(given, 'value')
    : undefined
}

type Look = (node: Node, text: string) => readonly string[]

const LOOKS: Readonly<Record<string, Look>> = {
  ImportDeclaration: importsOf,
  ExportAllDeclaration: (node) => [`all of the module ${sourceOf(node)}`],
  ExportNamedDeclaration: (node) => (nodeAt(node, 'source') ? importsOf(node) : []),
  ImportExpression: () => ['a module by a name that is made as it runs'],
  TSImportEqualsDeclaration: () => ['a module by an old way of importing'],
  MetaProperty: (node) => [`${nameOf(nodeAt(node, 'meta'))}.${nameOf(nodeAt(node, 'property'))}`],
  Decorator: (node, text) => [`the decorator ${text.slice(node.start, node.end).slice(0, 60)}`],
  TaggedTemplateExpression: (node) => [`the template tag ${nameOf(nodeAt(node, 'tag'))}`],
  MemberExpression: membersOf,
  ObjectProperty: keysOf,
  ObjectMethod: (node) => [...keysOf(node), ...accessorOf(node)],
  ClassMethod: (node) => accessorOf(node),
  WithStatement: () => ['names by a with statement'],
  DebuggerStatement: () => ['a debugger'],
  Directive: (node) => [`the directive ${textAt(nodeAt(node, 'value'), 'value')}`],
  JSXSpreadAttribute: () => ['attributes that nobody can read'],
  JSXAttribute: (node) => (isOpening(nameOf(nodeAt(node, 'name'))) ? ['raw HTML'] : [])
}

const reachesIn = (node: Node, text: string): Reach[] =>
  (LOOKS[is(node, 'MemberExpression') ? 'MemberExpression' : node.type]?.(node, text) ?? []).map((what) => ({
    what,
    line: node.line
  }))

const sourceOf = (node: Node) => textAt(nodeAt(node, 'source'), 'value')

function importsOf(node: Node): string[] {
  const isOfTypes = [node['importKind'], node['exportKind']].includes('type')
  const specifiers = nodesAt(node, 'specifiers')
  if (isOfTypes) return [`types of ${sourceOf(node)}`]
  const names = specifiers.map((one) => nameOf(nodeAt(one, 'imported')) || specifierKind(one))
  return [
    specifiers.length === 0 ? `the effect of ${sourceOf(node)}` : `module ${sourceOf(node)}`,
    ...names.map((name) => `name ${name} of ${sourceOf(node)}`)
  ]
}

const specifierKind = ({ type }: Node) => (type === 'ImportDefaultSpecifier' ? 'default' : '*')

function membersOf(node: Node, text: string): string[] {
  const property = nodeAt(node, 'property')
  if (node['computed'] !== true || is(property, 'StringLiteral'))
    return isOpening(nameOf(property)) ? [`the member ${nameOf(property)}`] : []
  const name = text.slice(node.start, node.end).replaceAll(/\s+/g, ' ')
  return isIndex(property) ? [] : [`a member by a computed name, ${name.slice(0, 60)}`]
}

const ARITHMETIC = new Set(['-', '*', '/', '%', '**', '|', '&', '>>', '>>>', '<<'])
const COUNTERS = /^(?:[ijkn]|at|idx|index|pos|position|offset|low|high|left|right|mid|middle)$/

/** Whether what stands in the brackets can only be a number. */
function isIndex(node: Node | undefined): boolean {
  if (is(node, 'NumericLiteral')) return true
  if (is(node, 'Identifier')) return COUNTERS.test(nameOf(node))
  if (is(node, 'UnaryExpression'))
    return textAt(node, 'operator') === '-' && isIndex(nodeAt(node, 'argument'))
  if (is(node, 'MemberExpression')) return nameOf(node) === 'length'
  if (!is(node, 'BinaryExpression')) return false
  if (ARITHMETIC.has(textAt(node, 'operator'))) return true
  return textAt(node, 'operator') === '+' && isIndex(nodeAt(node, 'left')) && isIndex(nodeAt(node, 'right'))
}

function keysOf(node: Node): string[] {
  const key = nodeAt(node, 'key')
  if (node['computed'] === true && !is(key, 'StringLiteral', 'NumericLiteral'))
    return isComputedKey(key) ? ['a key by a computed name'] : []
  return isOpening(nameOf(key)) ? [`the key ${nameOf(key)}`] : []
}

const isComputedKey = (key: Node | undefined) =>
  !is(key, 'Identifier', 'MemberExpression') || chainOf(key)[0] === 'Symbol'

const accessorOf = (node: Node) =>
  isFunction(node) && ['get', 'set'].includes(textAt(node, 'kind')) ? ['an accessor that runs unseen'] : []
