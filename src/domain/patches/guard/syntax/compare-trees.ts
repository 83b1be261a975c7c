// Compares two syntax trees from the root. A difference that is not known to be harmless is a fault.

import { isAllowedGlobal } from './allowed.js'
import {
  type CompareContext,
  type CompareNodes,
  type CompareSite,
  type HarmFault,
  harmFault,
  NO_FAULTS,
  type NodePair,
  type ProgramFacts
} from './compare-context.js'
import { listFaults, type NodeLists } from './compare-lists.js'
import { textReaderIn } from './messages.js'
import { isHarmlessAttribute, isSensitiveName } from './name-words.js'
import {
  childNode,
  childNodes,
  fieldsOf,
  isNode,
  isNodeOf,
  memberChain,
  nodeKind,
  nodeName,
  type SyntaxNode
} from './node.js'
import { identifiersIn } from './presence.js'
import { chainRoot } from './reach.js'
import { isRewritten } from './rewrite.js'
import { isFunction } from './scopes.js'
import { isStatementMend } from './statements.js'
import { countTypeEscapes, isTypeNode } from './types.js'
import { describeNode, valueFault } from './values.js'
import { isSafeDefault, unwrapNode } from './wraps.js'

export function compareTrees(
  before: SyntaxNode,
  after: SyntaxNode,
  facts: ProgramFacts
): readonly HarmFault[] {
  const cache = new Map<string, readonly HarmFault[]>()
  const compare: CompareNodes = (a, b, site) => {
    if (facts.shapes.isSame(a, b)) return NO_FAULTS
    const key = `${a.start} ${a.end} ${a.type} ${b.start} ${b.end} ${b.type} ${site.isReaching} ${site.isExit} ${site.reader}`
    const faults = cache.get(key) ?? compareNodes({ before: a, after: b, site }, { facts, compare })
    cache.set(key, faults)
    return faults
  }
  return compare(before, after, { around: undefined, isReaching: false, isExit: false, reader: 'code' })
}

function compareNodes(pair: NodePair, context: CompareContext): readonly HarmFault[] {
  const { before, after } = pair
  const objection = findObjection(pair, context.facts)
  if (objection !== undefined) return objection
  const inside = nodeKind(before) === nodeKind(after) ? fieldFaults(pair, context) : undefined
  if (inside?.length === 0 || isKnownHarmless(pair, context)) return NO_FAULTS
  return (
    inside ??
    harmFault(after, `${describeNode(after)} stands in the place of ${describeNode(before).toLowerCase()}.`)
  )
}

/** The result for nodes whose children need no comparison; undefined if they do. */
function findObjection(pair: NodePair, { shapes }: ProgramFacts): readonly HarmFault[] | undefined {
  const { before, after } = pair
  if (isTypeNode(before) && isTypeNode(after))
    return countTypeEscapes(after) > countTypeEscapes(before)
      ? harmFault(after, 'The type says less than before.')
      : NO_FAULTS
  const sensitive = namesToGuard(before, after).find(isSensitiveName)
  if (sensitive !== undefined)
    return harmFault(after, `${sensitive} stands for a right, a check or a limit, which is left to people.`)
  if (isNodeOf(before, 'ImportDeclaration') && isNodeOf(after, 'ImportDeclaration')) return importFaults(pair)
  return choiceFaults(pair, shapes)
}

/** Conditionals with equal branches, and swapped operands. */
function choiceFaults(
  { before, after }: NodePair,
  shapes: ProgramFacts['shapes']
): readonly HarmFault[] | undefined {
  if (
    isNodeOf(after, 'ConditionalExpression') &&
    isSameAt([after, 'consequent'], [after, 'alternate'], shapes)
  )
    return harmFault(after, 'Both ways of the choice are the same.')
  const isTurned =
    isNodeOf(after, 'BinaryExpression') &&
    isSameAt([before, 'left'], [after, 'right'], shapes) &&
    isSameAt([before, 'right'], [after, 'left'], shapes)
  return isTurned ? harmFault(after, 'The sides of the comparison or the sum are turned round.') : undefined
}

type FieldOfNode = readonly [SyntaxNode, string]

const isSameAt = ([a, from]: FieldOfNode, [b, to]: FieldOfNode, shapes: ProgramFacts['shapes']) =>
  shapes.isSame(childNode(a, from), childNode(b, to))

function isKnownHarmless(pair: NodePair, context: CompareContext): boolean {
  const { before, after, site } = pair
  if (site.isReaching) return false
  const inner = unwrapNode({ node: after, facts: context.facts, site })
  return (
    inner.some((node) => context.compare(before, node, site).length === 0) ||
    isStatementMend(pair, context) ||
    isRewritten(before, after, context.facts)
  )
}

/** `reachFaults` checks where names come from; sensitive names must keep their source. */
function importFaults({ before, after }: NodePair): readonly HarmFault[] {
  const names = childNodes(before, 'specifiers').flatMap(identifiersIn)
  const sensitive = names.find(isSensitiveName)
  if (sensitive !== undefined) return harmFault(after, `${sensitive} may come from elsewhere now.`)
  return childNodes(after, 'specifiers').length > 0
    ? NO_FAULTS
    : harmFault(after, 'The import is for its effect alone.')
}

/** The names that a node declares, and those that its condition uses. */
function namesToGuard(before: SyntaxNode, after: SyntaxNode): string[] {
  return [before, after].flatMap((node) => (NAMING[nodeKind(node)] ?? ofItself)(node))
}

const ofItself = (node: SyntaxNode) => [nodeName(childNode(node, 'id')), nodeName(childNode(node, 'key'))]
const ofTest = (node: SyntaxNode) => identifiersIn(childNode(node, 'test'))
const ofCallee = (node: SyntaxNode) => [...memberChain(childNode(node, 'callee')), nodeName(node)]

const NAMING: Readonly<Record<string, (node: SyntaxNode) => string[]>> = {
  IfStatement: ofTest,
  ConditionalExpression: ofTest,
  LogicalExpression: identifiersIn,
  BinaryExpression: identifiersIn,
  SwitchStatement: (node) => identifiersIn(childNode(node, 'discriminant')),
  CallExpression: ofCallee,
  NewExpression: ofCallee,
  AssignmentExpression: (node) => identifiersIn(childNode(node, 'left')),
  ClassDeclaration: (node) => [...identifiersIn(childNode(node, 'superClass')), ...ofItself(node)]
}

function fieldFaults(pair: NodePair, context: CompareContext): readonly HarmFault[] {
  const { before, after } = pair
  const site = siteWithin(pair, context.facts)
  const fields = new Set([...fieldsOf(before), ...fieldsOf(after)])
  return [...fields].flatMap((field) => faultsAt({ ...pair, site }, field, context))
}

function faultsAt(
  { before, after, site }: NodePair,
  field: string,
  context: CompareContext
): readonly HarmFault[] {
  const [from, to] = [before[field], after[field]]
  const inner = field === 'test' && hasExit(after) ? { ...site, isExit: true } : site
  if (isNode(from) && isNode(to)) return context.compare(from, to, inner)
  if (Array.isArray(from) && Array.isArray(to)) {
    const lists: NodeLists = {
      before: from.filter(isNode),
      after: to.filter(isNode),
      holder: after,
      field,
      site
    }
    return listFaults(lists, context)
  }
  if (isNode(to)) return addedNodeFaults({ holder: after, field, node: to }, context.facts)
  if (isNode(from)) return harmFault(after, `${describeNode(from)} of the text before is gone.`)
  return isEqual(from, to)
    ? NO_FAULTS
    : valueFault({
        before,
        after,
        field,
        isReaching: site.isReaching && field === 'value',
        reader: site.reader
      })
}

const isEqual = (a: unknown, b: unknown) =>
  (a ?? false) === (b ?? false) || JSON.stringify(a) === JSON.stringify(b)

const hasExit = (node: SyntaxNode) =>
  isNodeOf(node, 'IfStatement') &&
  /Throw|Return|Continue|Break/.test(
    [childNode(node, 'consequent'), ...childNodes(childNode(node, 'consequent'), 'body')]
      .map((statement) => statement?.type)
      .join()
  )

interface AddedNode {
  holder: SyntaxNode
  field: string
  node: SyntaxNode
}

/** A node in a field that was empty. */
function addedNodeFaults({ holder, field, node }: AddedNode, facts: ProgramFacts): readonly HarmFault[] {
  const isNewType = isTypeNode(node) && countTypeEscapes(node) === 0
  const isResult = isNodeOf(holder, 'ReturnStatement') && field === 'argument' && !/Literal$/.test(node.type)
  return isNewType || (isResult && isSafeDefault(node, facts))
    ? NO_FAULTS
    : harmFault(node, `${describeNode(node)} is new and not shown to be harmless.`)
}

function siteWithin({ after, site }: NodePair, facts: ProgramFacts): CompareSite {
  const isCall = isNodeOf(after, 'CallExpression', 'NewExpression')
  return {
    ...site,
    around: isFunction(after) ? after : site.around,
    isReaching: site.isReaching || (isCall && isReachingCall(after, facts)) || isActiveAttribute(after),
    isExit: isFunction(after) ? false : site.isExit,
    reader: textReaderIn(after, site.reader)
  }
}

const isReachingCall = (node: SyntaxNode, { reaching, declared }: ProgramFacts) => {
  const root = nodeName(chainRoot(childNode(node, 'callee')))
  return root !== '' && (reaching.has(root) || (!declared.has(root) && !isAllowedGlobal(root)))
}

/** All attributes but those known to be harmless, because they may link to something or run code. */
const isActiveAttribute = (node: SyntaxNode) =>
  isNodeOf(node, 'JSXAttribute') && !isHarmlessAttribute(nodeName(childNode(node, 'name')))
