// Compares two trees from their roots down: each difference is of a kind that is known to be harmless, or it is a fault.

import { isAllowedGlobal } from './allowed.js'
import {
  type Compare,
  type Facts,
  type Fault,
  fault,
  type Judging,
  NONE,
  type Pair,
  type Site
} from './judging.js'
import { type Lists, listFaults } from './lists.js'
import { readerIn } from './messages.js'
import { chainOf, fieldsOf, is, isNode, kindOf, type Node, nameOf, nodeAt, nodesAt } from './node.js'
import { namesIn } from './presence.js'
import { rootOf } from './reach.js'
import { isRewritten } from './rewrite.js'
import { isFunction } from './scopes.js'
import { isMended } from './statements.js'
import { escapesIn, isType } from './types.js'
import { inWords, valueFault } from './values.js'
import { isGuarded, isHarmlessAttribute } from './words.js'
import { innerOf, isDefault } from './wraps.js'

export function judged(before: Node, after: Node, facts: Facts): readonly Fault[] {
  const known = new Map<string, readonly Fault[]>()
  const compare: Compare = (a, b, site) => {
    if (facts.shapes.isSame(a, b)) return NONE
    const key = `${a.start} ${a.end} ${a.type} ${b.start} ${b.end} ${b.type} ${site.isReaching} ${site.isExit} ${site.reader}`
    const answer = known.get(key) ?? answerFor({ before: a, after: b, site }, { facts, compare })
    known.set(key, answer)
    return answer
  }
  return compare(before, after, { around: undefined, isReaching: false, isExit: false, reader: 'code' })
}

function answerFor(pair: Pair, judging: Judging): readonly Fault[] {
  const { before, after } = pair
  const objection = objectionTo(pair, judging.facts)
  if (objection !== undefined) return objection
  const within = kindOf(before) === kindOf(after) ? fieldFaults(pair, judging) : undefined
  if (within?.length === 0 || isExplained(pair, judging)) return NONE
  return within ?? fault(after, `${inWords(after)} stands in the place of ${inWords(before).toLowerCase()}.`)
}

/** What holds whatever is below it; nothing where that is to be looked at. */
function objectionTo(pair: Pair, { shapes }: Facts): readonly Fault[] | undefined {
  const { before, after } = pair
  if (isType(before) && isType(after))
    return escapesIn(after) > escapesIn(before) ? fault(after, 'The type says less than before.') : NONE
  const guarded = namesOver(before, after).find(isGuarded)
  if (guarded !== undefined)
    return fault(after, `${guarded} stands for a right, a check or a limit, which is left to people.`)
  if (is(before, 'ImportDeclaration') && is(after, 'ImportDeclaration')) return importFaults(pair)
  return shapeFaults(pair, shapes)
}

/** A choice that is none, and what is compared turned round. */
function shapeFaults({ before, after }: Pair, shapes: Facts['shapes']): readonly Fault[] | undefined {
  if (is(after, 'ConditionalExpression') && isSameAt([after, 'consequent'], [after, 'alternate'], shapes))
    return fault(after, 'Both ways of the choice are the same.')
  const isTurned =
    is(after, 'BinaryExpression') &&
    isSameAt([before, 'left'], [after, 'right'], shapes) &&
    isSameAt([before, 'right'], [after, 'left'], shapes)
  return isTurned ? fault(after, 'The sides of the comparison or the sum are turned round.') : undefined
}

type At = readonly [Node, string]

const isSameAt = ([a, from]: At, [b, to]: At, shapes: Facts['shapes']) =>
  shapes.isSame(nodeAt(a, from), nodeAt(b, to))

function isExplained(pair: Pair, judging: Judging): boolean {
  const { before, after, site } = pair
  if (site.isReaching) return false
  const inner = innerOf({ node: after, facts: judging.facts, site })
  return (
    inner.some((one) => judging.compare(before, one, site).length === 0) ||
    isMended(pair, judging) ||
    isRewritten(before, after, judging.facts)
  )
}

/** What names come from where is told by the list of what is reached; those that guard something stay. */
function importFaults({ before, after }: Pair): readonly Fault[] {
  const names = nodesAt(before, 'specifiers').flatMap(namesIn)
  const guarded = names.find(isGuarded)
  if (guarded !== undefined) return fault(after, `${guarded} may come from elsewhere now.`)
  return nodesAt(after, 'specifiers').length > 0 ? NONE : fault(after, 'The import is for its effect alone.')
}

/** The names that a thing bears, and those that a condition asks for. */
function namesOver(before: Node, after: Node): string[] {
  return [before, after].flatMap((node) => (NAMING[kindOf(node)] ?? ofItself)(node))
}

const ofItself = (node: Node) => [nameOf(nodeAt(node, 'id')), nameOf(nodeAt(node, 'key'))]
const ofTest = (node: Node) => namesIn(nodeAt(node, 'test'))
const ofCallee = (node: Node) => [...chainOf(nodeAt(node, 'callee')), nameOf(node)]

const NAMING: Readonly<Record<string, (node: Node) => string[]>> = {
  IfStatement: ofTest,
  ConditionalExpression: ofTest,
  LogicalExpression: namesIn,
  BinaryExpression: namesIn,
  SwitchStatement: (node) => namesIn(nodeAt(node, 'discriminant')),
  CallExpression: ofCallee,
  NewExpression: ofCallee,
  AssignmentExpression: (node) => namesIn(nodeAt(node, 'left')),
  ClassDeclaration: (node) => [...namesIn(nodeAt(node, 'superClass')), ...ofItself(node)]
}

function fieldFaults(pair: Pair, judging: Judging): readonly Fault[] {
  const { before, after } = pair
  const site = siteIn(pair, judging.facts)
  const fields = new Set([...fieldsOf(before), ...fieldsOf(after)])
  return [...fields].flatMap((field) => faultsAt({ ...pair, site }, field, judging))
}

function faultsAt({ before, after, site }: Pair, field: string, judging: Judging): readonly Fault[] {
  const [from, to] = [before[field], after[field]]
  const inner = field === 'test' && hasExit(after) ? { ...site, isExit: true } : site
  if (isNode(from) && isNode(to)) return judging.compare(from, to, inner)
  if (Array.isArray(from) && Array.isArray(to)) {
    const lists: Lists = { before: from.filter(isNode), after: to.filter(isNode), holder: after, field, site }
    return listFaults(lists, judging)
  }
  if (isNode(to)) return cameFaults({ holder: after, field, node: to }, judging.facts)
  if (isNode(from)) return fault(after, `${inWords(from)} of the text before is gone.`)
  return isEqual(from, to)
    ? NONE
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

const hasExit = (node: Node) =>
  is(node, 'IfStatement') &&
  /Throw|Return|Continue|Break/.test(
    [nodeAt(node, 'consequent'), ...nodesAt(nodeAt(node, 'consequent'), 'body')]
      .map((one) => one?.type)
      .join()
  )

interface Came {
  holder: Node
  field: string
  node: Node
}

/** Something stands where nothing stood. */
function cameFaults({ holder, field, node }: Came, facts: Facts): readonly Fault[] {
  const isNewType = isType(node) && escapesIn(node) === 0
  const isResult = is(holder, 'ReturnStatement') && field === 'argument' && !/Literal$/.test(node.type)
  return isNewType || (isResult && isDefault(node, facts))
    ? NONE
    : fault(node, `${inWords(node)} is new and not shown to be harmless.`)
}

function siteIn({ after, site }: Pair, facts: Facts): Site {
  const isCall = is(after, 'CallExpression', 'NewExpression')
  return {
    ...site,
    around: isFunction(after) ? after : site.around,
    isReaching: site.isReaching || (isCall && isReachingCall(after, facts)) || isLeading(after),
    isExit: isFunction(after) ? false : site.isExit,
    reader: readerIn(after, site.reader)
  }
}

const isReachingCall = (node: Node, { reaching, declared }: Facts) => {
  const root = nameOf(rootOf(nodeAt(node, 'callee')))
  return root !== '' && (reaching.has(root) || (!declared.has(root) && !isAllowedGlobal(root)))
}

/** Attributes lead elsewhere or run something, but for those that are known not to. */
const isLeading = (node: Node) =>
  is(node, 'JSXAttribute') && !isHarmlessAttribute(nameOf(nodeAt(node, 'name')))
