// Which statements may come, and which may go.
import type { Facts, Judging, Pair, Site } from './judging.js'
import { is, type Node, nameOf, nodeAt, nodesAt, textAt, within } from './node.js'
import { isAbsent, isPresent, namesIn } from './presence.js'
import { isHarmless, isHarmlessName, isPure } from './pure.js'
import { boundIn, declaredIn } from './scopes.js'
import { isGuarded } from './words.js'

/** A statement that is new, among those that are there afterwards. */
export interface Coming {
  node: Node
  siblings: readonly Node[]
  site: Site
  facts: Facts
}

export function mayCome(coming: Coming): boolean {
  const { node, facts, siblings } = coming
  const isLast = siblings.at(-1) === node
  if (is(node, 'ImportDeclaration')) return nodesAt(node, 'specifiers').length > 0
  if (is(node, 'TSInterfaceDeclaration', 'TSTypeAliasDeclaration')) return true
  if (is(node, 'IfStatement')) return isEarlyExit(coming)
  if (is(node, 'BreakStatement')) return isLast
  if (is(node, 'ReturnStatement')) return isLast && isResult(nodeAt(node, 'argument'), facts)
  if (is(node, 'ExportNamedDeclaration')) return isNewExport(node, facts)
  return (
    is(node, 'VariableDeclaration', 'FunctionDeclaration', 'ExpressionStatement') && isHarmless(node, facts)
  )
}

const isResult = (node: Node | undefined, facts: Facts) =>
  node !== undefined && !/Literal$/.test(node.type) && isPure(node, facts)

function isNewExport(node: Node, facts: Facts): boolean {
  const inner = nodeAt(node, 'declaration')
  if (inner === undefined)
    return nodesAt(node, 'specifiers').every((one) => isHarmlessName(nameOf(nodeAt(one, 'exported'))))
  return (
    /^TS(?:Interface|TypeAlias)/.test(inner.type) ||
    (declaredIn(inner).every(isHarmlessName) && isHarmless(inner, facts))
  )
}

/** Out of a function, where something is missing that the rest of it would use. */
function isEarlyExit({ node, siblings, site, facts }: Coming): boolean {
  const [test, exit] = [nodeAt(node, 'test'), onlyOne(nodeAt(node, 'consequent'))]
  if (nodeAt(node, 'alternate') || test === undefined || !isPure(test, facts)) return false
  const rest = new Set(siblings.slice(siblings.indexOf(node) + 1).flatMap(namesIn))
  if (!isAbsent(test) || !namesIn(test).some((name) => rest.has(name))) return false
  if (is(exit, 'ThrowStatement')) return isHarmless(exit, facts)
  return (
    is(exit, 'ReturnStatement') && mayLeave(site.around) && isBenign(nodeAt(exit, 'argument'), site.around)
  )
}

const onlyOne = (node: Node | undefined) => {
  const body = nodesAt(node, 'body')
  return is(node, 'BlockStatement') ? (body.length === 1 ? body[0] : undefined) : node
}

/** Where something is refused or checked, nobody leaves early. */
const mayLeave = (around: Node | undefined) =>
  around !== undefined &&
  ![...within(around)].some(
    (one) => is(one, 'ThrowStatement') || (is(one, 'Identifier') && isGuarded(nameOf(one)))
  )

function isBenign(node: Node | undefined, around: Node | undefined): boolean {
  if (node === undefined || is(node, 'NullLiteral')) return true
  if (is(node, 'BooleanLiteral')) return node['value'] === false
  if (is(node, 'StringLiteral')) return textAt(node, 'value') === ''
  if (is(node, 'NumericLiteral')) return node['value'] === 0
  if (is(node, 'ArrayExpression')) return nodesAt(node, 'elements').length === 0
  if (is(node, 'ObjectExpression')) return nodesAt(node, 'properties').length === 0
  if (!is(node, 'Identifier')) return false
  const isOwn = nodesAt(around, 'params').flatMap(boundIn).includes(nameOf(node))
  return nameOf(node) === 'undefined' || isOwn
}

/** What nothing uses any more, and did nothing but compute. */
export function mayGo(node: Node, facts: Facts): boolean {
  if (is(node, 'ImportDeclaration')) {
    const names = declaredIn(node)
    return names.length > 0 && names.every((name) => !facts.used.has(name))
  }
  if (!is(node, 'VariableDeclaration', 'TSInterfaceDeclaration', 'TSTypeAliasDeclaration')) return false
  const isUnused = declaredIn(node).every((name) => !facts.used.has(name) && isHarmlessName(name))
  return isUnused && nodesAt(node, 'declarations').every((one) => isComputed(nodeAt(one, 'init'), facts))
}

const isComputed = (node: Node | undefined, facts: Facts) => node === undefined || isPure(node, facts)

/** A result that was left lying, or a call of what may not be there. */
export function isMended({ before, after, site }: Pair, { compare, facts }: Judging): boolean {
  if (!is(before, 'ExpressionStatement')) return false
  const [deed, result] = [nodeAt(before, 'expression'), nodeAt(after, 'argument')]
  if (deed === undefined) return false
  if (is(after, 'ReturnStatement') && result)
    return isPure(deed, facts) && compare(deed, result, site).length === 0
  const test = nodeAt(after, 'test')
  const inner = onlyOne(nodeAt(after, 'consequent'))
  const callee = nameOf(nodeAt(deed, 'callee'))
  return (
    is(after, 'IfStatement') &&
    nodeAt(after, 'alternate') === undefined &&
    isPresent(test) &&
    isHarmlessName(callee) &&
    namesIn(test).includes(callee) &&
    inner !== undefined &&
    compare(before, inner, site).length === 0
  )
}
