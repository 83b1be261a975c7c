// Compares two trees from their roots down: each difference is of a kind that is known to be harmless, or it is a fault.

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
  const known = new Map<string, readonly HarmFault[]>()
  const compare: CompareNodes = (a, b, site) => {
    if (facts.shapes.isSame(a, b)) return NO_FAULTS
    const key = `${a.start} ${a.end} ${a.type} ${b.start} ${b.end} ${b.type} ${site.isReaching} ${site.isExit} ${site.reader}`
    const answer = known.get(key) ?? compareNodes({ before: a, after: b, site }, { facts, compare })
    known.set(key, answer)
    return answer
  }
  return compare(before, after, { around: undefined, isReaching: false, isExit: false, reader: 'code' })
}

function compareNodes(pair: NodePair, judging: CompareContext): readonly HarmFault[] {
  const { before, after } = pair
  const objection = findObjection(pair, judging.facts)
  if (objection !== undefined) return objection
  const within = nodeKind(before) === nodeKind(after) ? fieldFaults(pair, judging) : undefined
  if (within?.length === 0 || isKnownHarmless(pair, judging)) return NO_FAULTS
  return (
    within ??
    harmFault(after, `${describeNode(after)} stands in the place of ${describeNode(before).toLowerCase()}.`)
  )
}

/** What holds whatever is below it; nothing where that is to be looked at. */
function findObjection(pair: NodePair, { shapes }: ProgramFacts): readonly HarmFault[] | undefined {
  const { before, after } = pair
  if (isTypeNode(before) && isTypeNode(after))
    return countTypeEscapes(after) > countTypeEscapes(before)
      ? harmFault(after, 'The type says less than before.')
      : NO_FAULTS
  const guarded = namesToGuard(before, after).find(isSensitiveName)
  if (guarded !== undefined)
    return harmFault(after, `${guarded} stands for a right, a check or a limit, which is left to people.`)
  if (isNodeOf(before, 'ImportDeclaration') && isNodeOf(after, 'ImportDeclaration')) return importFaults(pair)
  return choiceFaults(pair, shapes)
}

/** A choice that is none, and what is compared turned round. */
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

function isKnownHarmless(pair: NodePair, judging: CompareContext): boolean {
  const { before, after, site } = pair
  if (site.isReaching) return false
  const inner = unwrapNode({ node: after, facts: judging.facts, site })
  return (
    inner.some((one) => judging.compare(before, one, site).length === 0) ||
    isStatementMend(pair, judging) ||
    isRewritten(before, after, judging.facts)
  )
}

/** What names come from where is told by the list of what is reached; those that guard something stay. */
function importFaults({ before, after }: NodePair): readonly HarmFault[] {
  const names = childNodes(before, 'specifiers').flatMap(identifiersIn)
  const guarded = names.find(isSensitiveName)
  if (guarded !== undefined) return harmFault(after, `${guarded} may come from elsewhere now.`)
  return childNodes(after, 'specifiers').length > 0
    ? NO_FAULTS
    : harmFault(after, 'The import is for its effect alone.')
}

/** The names that a thing bears, and those that a condition asks for. */
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

function fieldFaults(pair: NodePair, judging: CompareContext): readonly HarmFault[] {
  const { before, after } = pair
  const site = siteWithin(pair, judging.facts)
  const fields = new Set([...fieldsOf(before), ...fieldsOf(after)])
  return [...fields].flatMap((field) => faultsAt({ ...pair, site }, field, judging))
}

function faultsAt(
  { before, after, site }: NodePair,
  field: string,
  judging: CompareContext
): readonly HarmFault[] {
  const [from, to] = [before[field], after[field]]
  const inner = field === 'test' && hasExit(after) ? { ...site, isExit: true } : site
  if (isNode(from) && isNode(to)) return judging.compare(from, to, inner)
  if (Array.isArray(from) && Array.isArray(to)) {
    const lists: NodeLists = {
      before: from.filter(isNode),
      after: to.filter(isNode),
      holder: after,
      field,
      site
    }
    return listFaults(lists, judging)
  }
  if (isNode(to)) return addedNodeFaults({ holder: after, field, node: to }, judging.facts)
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
      .map((one) => one?.type)
      .join()
  )

interface AddedNode {
  holder: SyntaxNode
  field: string
  node: SyntaxNode
}

/** Something stands where nothing stood. */
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

/** Attributes lead elsewhere or run something, but for those that are known not to. */
const isActiveAttribute = (node: SyntaxNode) =>
  isNodeOf(node, 'JSXAttribute') && !isHarmlessAttribute(nodeName(childNode(node, 'name')))
