// What may be put around an expression that stays: a default, an await, a conversion.
import { isAllowedChain } from './allowed.js'
import type { Facts, Site } from './judging.js'
import { chainOf, is, kindOf, type Node, nameOf, nodeAt, nodesAt, textAt } from './node.js'
import { isAbsent, isPresent, namesIn } from './presence.js'
import { isHarmlessTemplate, isMade, isPure, isSimpleCast } from './pure.js'
import { isHarmlessMethod } from './words.js'

interface Wrap {
  node: Node
  facts: Facts
  site: Site
}

type Inner = (wrap: Wrap) => (Node | undefined)[]

const WRAPS: Readonly<Record<string, Inner>> = {
  AwaitExpression: ({ node }) => [nodeAt(node, 'argument')],
  LogicalExpression: ofLogical,
  ConditionalExpression: ofChoice,
  CallExpression: ofCall,
  NewExpression: ({ node, facts }) => (isMade(nameOf(node), facts) ? argumentsOf(node, facts) : []),
  ArrayExpression: ofList,
  BinaryExpression: ofArithmetic,
  UnaryExpression: ({ node }) => (textAt(node, 'operator') === '+' ? [nodeAt(node, 'argument')] : []),
  TSAsExpression: ({ node }) => (isSimpleCast(node) ? [nodeAt(node, 'expression')] : []),
  TSSatisfiesExpression: ({ node }) => [nodeAt(node, 'expression')],
  TemplateLiteral: ({ node }) => (isHarmlessTemplate(node) ? nodesAt(node, 'expressions').slice(0, 1) : []),
  AssignmentPattern: ({ node, facts }) =>
    isDefault(nodeAt(node, 'right'), facts) ? [nodeAt(node, 'left')] : []
}

/** Of an expression that only adds harmless things to another, that other one; several where it may be read so. */
export const innerOf = (wrap: Wrap): Node[] =>
  (WRAPS[kindOf(wrap.node)]?.(wrap) ?? []).filter((one) => one !== undefined)

/** What may stand for something that is missing: never that something holds. */
export const isDefault = (node: Node | undefined, facts: Facts): boolean =>
  node !== undefined && !is(node, 'BooleanLiteral') && isPure(node, facts)

function ofLogical({ node, facts, site }: Wrap): (Node | undefined)[] {
  const [left, right] = [nodeAt(node, 'left'), nodeAt(node, 'right')]
  if (textAt(node, 'operator') === '&&')
    return !site.isExit && isAbout(left, right) && isPresent(left) ? [right] : []
  if (textAt(node, 'operator') === '||' && site.isExit && isAbout(left, right) && isAbsent(left))
    return [right]
  const isPlain = is(
    right,
    'StringLiteral',
    'NumericLiteral',
    'ArrayExpression',
    'ObjectExpression',
    'NullLiteral'
  )
  const mayStandIn =
    textAt(node, 'operator') === '??' ? isDefault(right, facts) : isPlain && isDefault(right, facts)
  return mayStandIn ? [left] : []
}

/** Whether a condition asks for what the other part uses. */
function isAbout(test: Node | undefined, part: Node | undefined): boolean {
  const used = new Set(namesIn(part))
  return namesIn(test).some((name) => used.has(name))
}

function ofChoice({ node, facts }: Wrap): (Node | undefined)[] {
  const [test, yes, no] = ['test', 'consequent', 'alternate'].map((field) => nodeAt(node, field))
  if (test === undefined || !isPure(test, facts)) return []
  if (isAbsent(test) && isAbout(test, no) && isDefault(yes, facts)) return [no]
  return isPresent(test) && isAbout(test, yes) && isDefault(no, facts) ? [yes] : []
}

function ofCall({ node, facts }: Wrap): (Node | undefined)[] {
  const callee = nodeAt(node, 'callee')
  const chain = chainOf(callee)
  const isGlobal = chain.length > 0 && !facts.declared.has(chain[0] ?? '')
  if (isGlobal && isAllowedChain(chain)) return argumentsOf(node, facts)
  const isMethod = is(callee, 'MemberExpression') && isHarmlessMethod(nameOf(callee))
  return isMethod && nodesAt(node, 'arguments').every((one) => isPure(one, facts))
    ? [nodeAt(callee, 'object')]
    : []
}

/** Each argument, where the others are harmless. */
function argumentsOf(node: Node, facts: Facts): Node[] {
  const given = nodesAt(node, 'arguments')
  return given.filter((one) => given.every((other) => other === one || isPure(other, facts)))
}

function ofList({ node, facts }: Wrap): (Node | undefined)[] {
  const [first, ...others] = nodesAt(node, 'elements')
  if (!others.every((one) => isPure(one, facts))) return []
  return [is(first, 'SpreadElement') ? nodeAt(first, 'argument') : first]
}

/** One too many or one too few: any other number makes another sum of it. */
function ofArithmetic({ node }: Wrap): (Node | undefined)[] {
  const right = nodeAt(node, 'right')
  const isByOne = is(right, 'NumericLiteral') && right['value'] === 1
  return isByOne && /^[-+]$/.test(textAt(node, 'operator')) ? [nodeAt(node, 'left')] : []
}
