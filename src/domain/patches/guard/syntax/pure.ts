// Whether code that is new only computes: each kind of expression and statement that may come is here, and no other.
import { isAllowedChain } from './allowed.js'
import type { Facts } from './judging.js'
import { chainOf, is, kindOf, type Node, nameOf, nodeAt, nodesAt, textAt } from './node.js'
import { isDestructive, isGuarded, isHarmlessMethod, isLocalMethod, isOpening, textFault } from './words.js'

type Test = (node: Node, facts: Facts) => boolean

const BINARY = new Set('+ - * / % ** === !== == != < <= > >= instanceof in'.split(' '))
const UNARY = new Set(['!', '-', '+', 'typeof'])

export const isHarmlessName = (name: string) =>
  /^[\w$]+$/.test(name) && !isGuarded(name) && !isDestructive(name) && !isOpening(name)

const all =
  (...fields: string[]): Test =>
  (node, facts) =>
    fields.every((field) => {
      const one = nodeAt(node, field)
      return one === undefined
        ? nodesAt(node, field).every((part) => isPure(part, facts))
        : isPure(one, facts)
    })

const never: Test = () => false

const EXPRESSIONS: Readonly<Record<string, Test>> = {
  Identifier: (node) => isHarmlessName(nameOf(node)),
  ThisExpression: () => true,
  NullLiteral: () => true,
  NumericLiteral: (node) => Math.abs(Number(node['value'])) <= Number.MAX_SAFE_INTEGER,
  BooleanLiteral: (node) => node['value'] === false,
  StringLiteral: (node) => textFault(textAt(node, 'value')) === undefined,
  TemplateLiteral: (node, facts) => isHarmlessTemplate(node) && all('expressions')(node, facts),
  RegExpLiteral: (node) => isSimplePattern(textAt(node, 'pattern')),
  ArrayExpression: all('elements'),
  ObjectExpression: all('properties'),
  ObjectProperty: (node, facts) => isHarmlessKey(node) && all('value')(node, facts),
  SpreadElement: all('argument'),
  MemberExpression: isPureMember,
  UnaryExpression: (node, facts) => UNARY.has(textAt(node, 'operator')) && all('argument')(node, facts),
  BinaryExpression: (node, facts) =>
    BINARY.has(textAt(node, 'operator')) && !isByZero(node) && all('left', 'right')(node, facts),
  LogicalExpression: all('left', 'right'),
  ConditionalExpression: all('test', 'consequent', 'alternate'),
  CallExpression: (node, facts) =>
    isPureCallee(nodeAt(node, 'callee'), facts) && all('arguments')(node, facts),
  NewExpression: (node, facts) =>
    isMade(nameOf(nodeAt(node, 'callee')), facts) && all('arguments')(node, facts),
  ArrowFunctionExpression: isPureFunction,
  FunctionExpression: isPureFunction,
  AwaitExpression: all('argument'),
  TSAsExpression: (node, facts) => isSimpleCast(node) && all('expression')(node, facts),
  TSSatisfiesExpression: all('expression'),
  AssignmentPattern: all('left', 'right'),
  ObjectPattern: all('properties'),
  ArrayPattern: all('elements'),
  RestElement: all('argument'),
  JSXExpressionContainer: all('expression'),
  JSXEmptyExpression: () => true
}

export const isPure: Test = (node, facts) => (EXPRESSIONS[kindOf(node)] ?? never)(node, facts)

export const isHarmlessTemplate = (node: Node) =>
  nodesAt(node, 'quasis').every((one) => {
    const text = textOfQuasi(one)
    return text === '' || text === '/' || textFault(text) === undefined
  })

export const textOfQuasi = (quasi: Node): string => {
  const value = quasi['value']
  return typeof value === 'object' && value !== null && 'raw' in value ? String(value.raw) : ''
}

/** A repetition of what repeats may take for ever. */
export const isSimplePattern = (pattern: string) =>
  pattern.length <= 200 && !/[*+}]\)?[^)]{0,50}\)[*+{]/.test(pattern) && !/\\[1-9]|\(\?[=!<]/.test(pattern)

/** Nothing is left of what is multiplied by nothing. */
const isByZero = (node: Node) =>
  textAt(node, 'operator') === '*' && ['left', 'right'].some((side) => nodeAt(node, side)?.['value'] === 0)

const isHarmlessKey = (node: Node) =>
  node['computed'] !== true && (is(nodeAt(node, 'key'), 'NumericLiteral') || isHarmlessName(keyOf(node)))

const keyOf = (node: Node) => nameOf(nodeAt(node, 'key')).replaceAll(/[^\w$]/g, '_')

function isPureMember(node: Node, facts: Facts): boolean {
  const object = nodeAt(node, 'object')
  if (object === undefined || !isPure(object, facts)) return false
  // What else is reached by a computed name is told by the list of what is reached.
  if (node['computed'] !== true) return isHarmlessName(nameOf(nodeAt(node, 'property')))
  const property = nodeAt(node, 'property')
  return facts.known.has(facts.shapes.of(node)) || (property !== undefined && isPure(property, facts))
}

function isPureCallee(callee: Node | undefined, facts: Facts): boolean {
  if (is(callee, 'Identifier')) return isKnownFunction(nameOf(callee), facts)
  if (!is(callee, 'MemberExpression') || callee['computed'] === true) return false
  const [root = '', member = ''] = chainOf(callee)
  const isGlobal = root !== '' && !facts.declared.has(root)
  if (isGlobal && isAllowedChain([root, member])) return true
  const object = nodeAt(callee, 'object')
  return isPureMethod(nameOf(callee), object) && object !== undefined && isPure(object, facts)
}

const isPureMethod = (name: string, object: Node | undefined) =>
  isHarmlessMethod(name) || (name === 'exec' && is(object, 'RegExpLiteral'))

function isKnownFunction(name: string, { functions, declared, reaching }: Facts): boolean {
  if (!isHarmlessName(name) || reaching.has(name)) return false
  return declared.has(name) ? functions.has(name) : isAllowedChain([name])
}

const MADE = /^(?:Map|Set|WeakMap|WeakSet|Date|Array|\w{0,20}Error)$/

export const isMade = (name: string, { declared, functions }: Facts) =>
  MADE.test(name) && (!declared.has(name) || functions.has(name))

function isPureFunction(node: Node, facts: Facts): boolean {
  const body = nodeAt(node, 'body')
  if (body === undefined || node['async'] === true || node['generator'] === true) return false
  return (
    all('params')(node, facts) && (is(body, 'BlockStatement') ? isHarmless(body, facts) : isPure(body, facts))
  )
}

const UNKNOWING = new Set(['TSAnyKeyword', 'TSUnknownKeyword', 'TSNeverKeyword', 'TSObjectKeyword'])

/** One that says more than nothing, and does not turn another round. */
export function isSimpleCast(node: Node): boolean {
  const type = nodeAt(node, 'typeAnnotation')
  const inner = nodeAt(node, 'expression')
  return type !== undefined && !UNKNOWING.has(type.type) && !/^TS(?:As|Type|NonNull)/.test(inner?.type ?? '')
}

const every =
  (...fields: string[]): Test =>
  (node, facts) =>
    fields.every((field) => {
      const one = nodeAt(node, field)
      return one === undefined
        ? nodesAt(node, field).every((part) => isHarmless(part, facts))
        : isHarmless(one, facts)
    })

const STATEMENTS: Readonly<Record<string, Test>> = {
  BlockStatement: every('body'),
  EmptyStatement: () => true,
  BreakStatement: () => true,
  ContinueStatement: () => true,
  ReturnStatement: (node, facts) =>
    is(nodeAt(node, 'argument'), 'BooleanLiteral') || all('argument')(node, facts),
  ThrowStatement: (node, facts) =>
    is(nodeAt(node, 'argument'), 'NewExpression') && all('argument')(node, facts),
  VariableDeclaration: (node, facts) => node['declare'] !== true && every('declarations')(node, facts),
  VariableDeclarator: (node, facts) => all('id', 'init')(node, facts),
  IfStatement: (node, facts) => all('test')(node, facts) && every('consequent', 'alternate')(node, facts),
  ForOfStatement: (node, facts) =>
    node['await'] !== true && all('right')(node, facts) && every('left', 'body')(node, facts),
  ForStatement: (node, facts) =>
    is(nodeAt(node, 'test'), 'BinaryExpression') &&
    all('test')(node, facts) &&
    every('init', 'body')(node, facts) &&
    isLocalChange(nodeAt(node, 'update'), facts),
  ExpressionStatement: (node, facts) => isLocalChange(nodeAt(node, 'expression'), facts),
  FunctionDeclaration: (node, facts) =>
    isHarmlessName(nameOf(nodeAt(node, 'id'))) && isPureFunction(node, facts)
}

export const isHarmless: Test = (node, facts) => (STATEMENTS[kindOf(node)] ?? never)(node, facts)

/** It gives a variable another value, or puts something into a list that a variable holds. */
function isLocalChange(node: Node | undefined, facts: Facts): boolean {
  if (is(node, 'UpdateExpression')) return isVariable(nodeAt(node, 'argument'), facts)
  if (is(node, 'AssignmentExpression'))
    return isVariable(nodeAt(node, 'left'), facts) && all('right')(node, facts)
  const callee = nodeAt(node, 'callee')
  return (
    is(node, 'CallExpression') &&
    is(callee, 'MemberExpression') &&
    isLocalMethod(nameOf(callee)) &&
    isVariable(nodeAt(callee, 'object'), facts) &&
    all('arguments')(node, facts)
  )
}

const isVariable = (node: Node | undefined, { declared, reaching, functions }: Facts) => {
  const name = nameOf(node)
  return (
    is(node, 'Identifier') &&
    declared.has(name) &&
    !reaching.has(name) &&
    !functions.has(name) &&
    isHarmlessName(name)
  )
}
