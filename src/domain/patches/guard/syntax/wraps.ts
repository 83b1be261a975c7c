// Expressions that may be wrapped around an unchanged one: a default, an await, a conversion.
import { isAllowedChain } from './allowed.js'
import type { CompareSite, ProgramFacts } from './compare-context.js'
import { isHarmlessMethod } from './name-words.js'
import {
  childNode,
  childNodes,
  isNodeOf,
  memberChain,
  nodeKind,
  nodeName,
  type SyntaxNode,
  textField
} from './node.js'
import { identifiersIn, testsAbsence, testsPresence } from './presence.js'
import { isHarmlessTemplate, isKnownConstructor, isPure, isSimpleCast } from './pure.js'

interface Wrap {
  node: SyntaxNode
  facts: ProgramFacts
  site: CompareSite
}

type Inner = (wrap: Wrap) => (SyntaxNode | undefined)[]

const WRAPS: Readonly<Record<string, Inner>> = {
  AwaitExpression: ({ node }) => [childNode(node, 'argument')],
  LogicalExpression: ofLogical,
  ConditionalExpression: ofChoice,
  CallExpression: ofCall,
  NewExpression: ({ node, facts }) =>
    isKnownConstructor(nodeName(node), facts) ? argumentsOf(node, facts) : [],
  ArrayExpression: ofList,
  BinaryExpression: ofArithmetic,
  UnaryExpression: ({ node }) => (textField(node, 'operator') === '+' ? [childNode(node, 'argument')] : []),
  TSAsExpression: ({ node }) => (isSimpleCast(node) ? [childNode(node, 'expression')] : []),
  TSSatisfiesExpression: ({ node }) => [childNode(node, 'expression')],
  TemplateLiteral: ({ node }) =>
    isHarmlessTemplate(node) ? childNodes(node, 'expressions').slice(0, 1) : [],
  AssignmentPattern: ({ node, facts }) =>
    isSafeDefault(childNode(node, 'right'), facts) ? [childNode(node, 'left')] : []
}

/** The expression inside a harmless wrapper; several if there is more than one reading. */
export const unwrapNode = (wrap: Wrap): SyntaxNode[] =>
  (WRAPS[nodeKind(wrap.node)]?.(wrap) ?? []).filter((inner) => inner !== undefined)

/** A harmless default for a missing value; it is never a boolean. */
export const isSafeDefault = (node: SyntaxNode | undefined, facts: ProgramFacts): boolean =>
  node !== undefined && !isNodeOf(node, 'BooleanLiteral') && isPure(node, facts)

function ofLogical({ node, facts, site }: Wrap): (SyntaxNode | undefined)[] {
  const [left, right] = [childNode(node, 'left'), childNode(node, 'right')]
  if (textField(node, 'operator') === '&&')
    return !site.isExit && isAbout(left, right) && testsPresence(left) ? [right] : []
  if (textField(node, 'operator') === '||' && site.isExit && isAbout(left, right) && testsAbsence(left))
    return [right]
  const isPlain = isNodeOf(
    right,
    'StringLiteral',
    'NumericLiteral',
    'ArrayExpression',
    'ObjectExpression',
    'NullLiteral'
  )
  const mayStandIn =
    textField(node, 'operator') === '??'
      ? isSafeDefault(right, facts)
      : isPlain && isSafeDefault(right, facts)
  return mayStandIn ? [left] : []
}

/** Whether a condition concerns a name that the other part uses. */
function isAbout(test: SyntaxNode | undefined, part: SyntaxNode | undefined): boolean {
  const used = new Set(identifiersIn(part))
  return identifiersIn(test).some((name) => used.has(name))
}

function ofChoice({ node, facts }: Wrap): (SyntaxNode | undefined)[] {
  const [test, yes, no] = ['test', 'consequent', 'alternate'].map((field) => childNode(node, field))
  if (test === undefined || !isPure(test, facts)) return []
  if (testsAbsence(test) && isAbout(test, no) && isSafeDefault(yes, facts)) return [no]
  return testsPresence(test) && isAbout(test, yes) && isSafeDefault(no, facts) ? [yes] : []
}

function ofCall({ node, facts }: Wrap): (SyntaxNode | undefined)[] {
  const callee = childNode(node, 'callee')
  const chain = memberChain(callee)
  const isGlobal = chain.length > 0 && !facts.declared.has(chain[0] ?? '')
  if (isGlobal && isAllowedChain(chain)) return argumentsOf(node, facts)
  const isMethod = isNodeOf(callee, 'MemberExpression') && isHarmlessMethod(nodeName(callee))
  return isMethod && childNodes(node, 'arguments').every((argument) => isPure(argument, facts))
    ? [childNode(callee, 'object')]
    : []
}

/** Every argument whose siblings are all harmless. */
function argumentsOf(node: SyntaxNode, facts: ProgramFacts): SyntaxNode[] {
  const args = childNodes(node, 'arguments')
  return args.filter((candidate) => args.every((other) => other === candidate || isPure(other, facts)))
}

function ofList({ node, facts }: Wrap): (SyntaxNode | undefined)[] {
  const [first, ...others] = childNodes(node, 'elements')
  if (!others.every((element) => isPure(element, facts))) return []
  return [isNodeOf(first, 'SpreadElement') ? childNode(first, 'argument') : first]
}

/** Only an offset of one; other numbers change the result too much. */
function ofArithmetic({ node }: Wrap): (SyntaxNode | undefined)[] {
  const right = childNode(node, 'right')
  const isByOne = isNodeOf(right, 'NumericLiteral') && right['value'] === 1
  return isByOne && /^[-+]$/.test(textField(node, 'operator')) ? [childNode(node, 'left')] : []
}
