// Lists what a file reaches beyond itself: modules, globals, and members that give access to arbitrary code.

import { isCodeGateway } from './name-words.js'
import {
  childNode,
  childNodes,
  isNodeOf,
  memberChain,
  nodeName,
  type SyntaxNode,
  textField,
  walkNodes
} from './node.js'
import type { SyntaxTree } from './parse.js'
import { findFreeIdentifiers, isFunction } from './scopes.js'

export interface Reach {
  /** `module path`, `name join of path`, `global process.env.PORT`, `a decorator`. */
  what: string
  line: number
}

export function listReaches({ program, text }: SyntaxTree): Reach[] {
  const loads = new Set<SyntaxNode>()
  const free = findFreeIdentifiers(program)
  const isFree = new Set(free)
  const outer = outermost(program)
  return [
    ...[...walkNodes(program)].flatMap((node) => {
      const module = requiredBy(node, isFree)
      if (module === undefined) return reachesIn(node, text)
      const callee = childNode(node, 'callee')
      if (callee) loads.add(callee)
      return [{ what: `module ${module}`, line: node.line }]
    }),
    ...free
      .filter((node) => !loads.has(node))
      .map((node) => ({ what: `global ${memberChain(outer.get(node) ?? node).join('.')}`, line: node.line }))
  ]
}

/** The longest member chain for each root name: `process.env.PORT` for `process`. */
function outermost(program: SyntaxNode): Map<SyntaxNode, SyntaxNode> {
  const found = new Map<SyntaxNode, SyntaxNode>()
  for (const node of walkNodes(program)) {
    if (!isNodeOf(node, 'MemberExpression')) continue
    const root = chainRoot(node)
    if (root && !found.has(root)) found.set(root, node)
  }
  return found
}

/** The root name of a member chain. */
export function chainRoot(node: SyntaxNode | undefined): SyntaxNode | undefined {
  let root = node
  while (isNodeOf(root, 'MemberExpression')) root = childNode(root, 'object')
  return isNodeOf(root, 'Identifier') ? root : undefined
}

/** The module of `require('x')`, if the file does not declare its own `require`. */
function requiredBy(node: SyntaxNode, isFree: ReadonlySet<SyntaxNode>): string | undefined {
  const callee = childNode(node, 'callee')
  const [argument, ...others] = childNodes(node, 'arguments')
  const isLoad =
    isNodeOf(node, 'CallExpression') && isNodeOf(callee, 'Identifier') && nodeName(callee) === 'require'
  return isLoad && isFree.has(callee) && isNodeOf(argument, 'StringLiteral') && others.length === 0
    ? textField(argument, 'value')
    : undefined
}

type ReachReader = (node: SyntaxNode, text: string) => readonly string[]

const REACH_READERS: Readonly<Record<string, ReachReader>> = {
  ImportDeclaration: importsOf,
  ExportAllDeclaration: (node) => [`all of the module ${sourceOf(node)}`],
  ExportNamedDeclaration: (node) => (childNode(node, 'source') ? importsOf(node) : []),
  ImportExpression: () => ['a module by a name that is made as it runs'],
  TSImportEqualsDeclaration: () => ['a module by an old way of importing'],
  MetaProperty: (node) => [`${nodeName(childNode(node, 'meta'))}.${nodeName(childNode(node, 'property'))}`],
  Decorator: (node, text) => [`the decorator ${text.slice(node.start, node.end).slice(0, 60)}`],
  TaggedTemplateExpression: (node) => [`the template tag ${nodeName(childNode(node, 'tag'))}`],
  MemberExpression: membersOf,
  ObjectProperty: keysOf,
  ObjectMethod: (node) => [...keysOf(node), ...accessorOf(node)],
  ClassMethod: (node) => accessorOf(node),
  WithStatement: () => ['names by a with statement'],
  DebuggerStatement: () => ['a debugger'],
  Directive: (node) => [`the directive ${textField(childNode(node, 'value'), 'value')}`],
  JSXSpreadAttribute: () => ['attributes that nobody can read'],
  JSXAttribute: (node) => (isCodeGateway(nodeName(childNode(node, 'name'))) ? ['raw HTML'] : [])
}

const reachesIn = (node: SyntaxNode, text: string): Reach[] =>
  (
    REACH_READERS[isNodeOf(node, 'MemberExpression') ? 'MemberExpression' : node.type]?.(node, text) ?? []
  ).map((what) => ({
    what,
    line: node.line
  }))

const sourceOf = (node: SyntaxNode) => textField(childNode(node, 'source'), 'value')

function importsOf(node: SyntaxNode): string[] {
  const isOfTypes = [node['importKind'], node['exportKind']].includes('type')
  const specifiers = childNodes(node, 'specifiers')
  if (isOfTypes) return [`types of ${sourceOf(node)}`]
  const names = specifiers.map(
    (specifier) => nodeName(childNode(specifier, 'imported')) || specifierKind(specifier)
  )
  return [
    specifiers.length === 0 ? `the effect of ${sourceOf(node)}` : `module ${sourceOf(node)}`,
    ...names.map((name) => `name ${name} of ${sourceOf(node)}`)
  ]
}

const specifierKind = ({ type }: SyntaxNode) => (type === 'ImportDefaultSpecifier' ? 'default' : '*')

function membersOf(node: SyntaxNode, text: string): string[] {
  const property = childNode(node, 'property')
  if (node['computed'] !== true || isNodeOf(property, 'StringLiteral'))
    return isCodeGateway(nodeName(property)) ? [`the member ${nodeName(property)}`] : []
  const name = text.slice(node.start, node.end).replaceAll(/\s+/g, ' ')
  return isIndex(property) ? [] : [`a member by a computed name, ${name.slice(0, 60)}`]
}

const ARITHMETIC = new Set(['-', '*', '/', '%', '**', '|', '&', '>>', '>>>', '<<'])
const COUNTERS = /^(?:[ijkn]|at|idx|index|pos|position|offset|low|high|left|right|mid|middle)$/

/** Whether an index expression can only be a number. */
function isIndex(node: SyntaxNode | undefined): boolean {
  if (isNodeOf(node, 'NumericLiteral')) return true
  if (isNodeOf(node, 'Identifier')) return COUNTERS.test(nodeName(node))
  if (isNodeOf(node, 'UnaryExpression'))
    return textField(node, 'operator') === '-' && isIndex(childNode(node, 'argument'))
  if (isNodeOf(node, 'MemberExpression')) return nodeName(node) === 'length'
  if (!isNodeOf(node, 'BinaryExpression')) return false
  if (ARITHMETIC.has(textField(node, 'operator'))) return true
  return (
    textField(node, 'operator') === '+' &&
    isIndex(childNode(node, 'left')) &&
    isIndex(childNode(node, 'right'))
  )
}

function keysOf(node: SyntaxNode): string[] {
  const key = childNode(node, 'key')
  if (node['computed'] === true && !isNodeOf(key, 'StringLiteral', 'NumericLiteral'))
    return isComputedKey(key) ? ['a key by a computed name'] : []
  return isCodeGateway(nodeName(key)) ? [`the key ${nodeName(key)}`] : []
}

const isComputedKey = (key: SyntaxNode | undefined) =>
  !isNodeOf(key, 'Identifier', 'MemberExpression') || memberChain(key)[0] === 'Symbol'

const accessorOf = (node: SyntaxNode) =>
  isFunction(node) && ['get', 'set'].includes(textField(node, 'kind')) ? ['an accessor that runs unseen'] : []
