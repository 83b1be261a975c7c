// Checks that new code only computes. Every permitted kind of expression and statement is listed here.
import { isAllowedChain } from './allowed.js'
import type { ProgramFacts } from './compare-context.js'
import {
  isCodeGateway,
  isDestructive,
  isHarmlessMethod,
  isLocalMethod,
  isSensitiveName,
  textFault
} from './name-words.js'
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

type Test = (node: SyntaxNode, facts: ProgramFacts) => boolean

const BINARY = new Set('+ - * / % ** === !== == != < <= > >= instanceof in'.split(' '))
const UNARY = new Set(['!', '-', '+', 'typeof'])

export const isHarmlessName = (name: string) =>
  /^[\w$]+$/.test(name) && !isSensitiveName(name) && !isDestructive(name) && !isCodeGateway(name)

const all =
  (...fields: string[]): Test =>
  (node, facts) =>
    fields.every((field) => {
      const child = childNode(node, field)
      return child === undefined
        ? childNodes(node, field).every((part) => isPure(part, facts))
        : isPure(child, facts)
    })

const never: Test = () => false

const EXPRESSIONS: Readonly<Record<string, Test>> = {
  Identifier: (node) => isHarmlessName(nodeName(node)),
  ThisExpression: () => true,
  NullLiteral: () => true,
  NumericLiteral: (node) => Math.abs(Number(node['value'])) <= Number.MAX_SAFE_INTEGER,
  BooleanLiteral: (node) => node['value'] === false,
  StringLiteral: (node) => textFault(textField(node, 'value')) === undefined,
  TemplateLiteral: (node, facts) => isHarmlessTemplate(node) && all('expressions')(node, facts),
  RegExpLiteral: (node) => isSimplePattern(textField(node, 'pattern')),
  ArrayExpression: all('elements'),
  ObjectExpression: all('properties'),
  ObjectProperty: (node, facts) => isHarmlessKey(node) && all('value')(node, facts),
  SpreadElement: all('argument'),
  MemberExpression: isPureMember,
  UnaryExpression: (node, facts) => UNARY.has(textField(node, 'operator')) && all('argument')(node, facts),
  BinaryExpression: (node, facts) =>
    BINARY.has(textField(node, 'operator')) && !isByZero(node) && all('left', 'right')(node, facts),
  LogicalExpression: all('left', 'right'),
  ConditionalExpression: all('test', 'consequent', 'alternate'),
  CallExpression: (node, facts) =>
    isPureCallee(childNode(node, 'callee'), facts) && all('arguments')(node, facts),
  NewExpression: (node, facts) =>
    isKnownConstructor(nodeName(childNode(node, 'callee')), facts) && all('arguments')(node, facts),
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

export const isPure: Test = (node, facts) => (EXPRESSIONS[nodeKind(node)] ?? never)(node, facts)

export const isHarmlessTemplate = (node: SyntaxNode) =>
  childNodes(node, 'quasis').every((quasi) => {
    const text = templateText(quasi)
    return text === '' || text === '/' || textFault(text) === undefined
  })

export const templateText = (quasi: SyntaxNode): string => {
  const value = quasi['value']
  return typeof value === 'object' && value !== null && 'raw' in value ? String(value.raw) : ''
}

/** Nested repetitions in a pattern may take exponential time. */
const isSimplePattern = (pattern: string) =>
  pattern.length <= 200 && !/[*+}]\)?[^)]{0,50}\)[*+{]/.test(pattern) && !/\\[1-9]|\(\?[=!<]/.test(pattern)

/** Multiplying by zero discards the other operand. */
const isByZero = (node: SyntaxNode) =>
  textField(node, 'operator') === '*' &&
  ['left', 'right'].some((side) => childNode(node, side)?.['value'] === 0)

const isHarmlessKey = (node: SyntaxNode) =>
  node['computed'] !== true &&
  (isNodeOf(childNode(node, 'key'), 'NumericLiteral') || isHarmlessName(keyOf(node)))

const keyOf = (node: SyntaxNode) => nodeName(childNode(node, 'key')).replaceAll(/[^\w$]/g, '_')

function isPureMember(node: SyntaxNode, facts: ProgramFacts): boolean {
  const object = childNode(node, 'object')
  if (object === undefined || !isPure(object, facts)) return false
  // `listReaches` reports other computed access.
  if (node['computed'] !== true) return isHarmlessName(nodeName(childNode(node, 'property')))
  const property = childNode(node, 'property')
  return facts.known.has(facts.shapes.of(node)) || (property !== undefined && isPure(property, facts))
}

function isPureCallee(callee: SyntaxNode | undefined, facts: ProgramFacts): boolean {
  if (isNodeOf(callee, 'Identifier')) return isKnownFunction(nodeName(callee), facts)
  if (!isNodeOf(callee, 'MemberExpression') || callee['computed'] === true) return false
  const [root = '', member = ''] = memberChain(callee)
  const isGlobal = root !== '' && !facts.declared.has(root)
  if (isGlobal && isAllowedChain([root, member])) return true
  const object = childNode(callee, 'object')
  return isPureMethod(nodeName(callee), object) && object !== undefined && isPure(object, facts)
}

const isPureMethod = (name: string, object: SyntaxNode | undefined) =>
  isHarmlessMethod(name) || (name === 'exec' && isNodeOf(object, 'RegExpLiteral'))

function isKnownFunction(name: string, { functions, declared, reaching }: ProgramFacts): boolean {
  if (!isHarmlessName(name) || reaching.has(name)) return false
  return declared.has(name) ? functions.has(name) : isAllowedChain([name])
}

const KNOWN_CONSTRUCTORS = /^(?:Map|Set|WeakMap|WeakSet|Date|Array|\w{0,20}Error)$/

export const isKnownConstructor = (name: string, { declared, functions }: ProgramFacts) =>
  KNOWN_CONSTRUCTORS.test(name) && (!declared.has(name) || functions.has(name))

function isPureFunction(node: SyntaxNode, facts: ProgramFacts): boolean {
  const body = childNode(node, 'body')
  if (body === undefined || node['async'] === true || node['generator'] === true) return false
  return (
    all('params')(node, facts) &&
    (isNodeOf(body, 'BlockStatement') ? isHarmless(body, facts) : isPure(body, facts))
  )
}

const UNTYPED_KEYWORDS = new Set(['TSAnyKeyword', 'TSUnknownKeyword', 'TSNeverKeyword', 'TSObjectKeyword'])

/** A cast to a specific type that does not hide another cast. */
export function isSimpleCast(node: SyntaxNode): boolean {
  const type = childNode(node, 'typeAnnotation')
  const inner = childNode(node, 'expression')
  return (
    type !== undefined &&
    !UNTYPED_KEYWORDS.has(type.type) &&
    !/^TS(?:As|Type|NonNull)/.test(inner?.type ?? '')
  )
}

const every =
  (...fields: string[]): Test =>
  (node, facts) =>
    fields.every((field) => {
      const child = childNode(node, field)
      return child === undefined
        ? childNodes(node, field).every((part) => isHarmless(part, facts))
        : isHarmless(child, facts)
    })

const STATEMENTS: Readonly<Record<string, Test>> = {
  BlockStatement: every('body'),
  EmptyStatement: () => true,
  BreakStatement: () => true,
  ContinueStatement: () => true,
  ReturnStatement: (node, facts) =>
    isNodeOf(childNode(node, 'argument'), 'BooleanLiteral') || all('argument')(node, facts),
  ThrowStatement: (node, facts) =>
    isNodeOf(childNode(node, 'argument'), 'NewExpression') && all('argument')(node, facts),
  VariableDeclaration: (node, facts) => node['declare'] !== true && every('declarations')(node, facts),
  VariableDeclarator: (node, facts) => all('id', 'init')(node, facts),
  IfStatement: (node, facts) => all('test')(node, facts) && every('consequent', 'alternate')(node, facts),
  ForOfStatement: (node, facts) =>
    node['await'] !== true && all('right')(node, facts) && every('left', 'body')(node, facts),
  ForStatement: (node, facts) =>
    isNodeOf(childNode(node, 'test'), 'BinaryExpression') &&
    all('test')(node, facts) &&
    every('init', 'body')(node, facts) &&
    isLocalChange(childNode(node, 'update'), facts),
  ExpressionStatement: (node, facts) => isLocalChange(childNode(node, 'expression'), facts),
  FunctionDeclaration: (node, facts) =>
    isHarmlessName(nodeName(childNode(node, 'id'))) && isPureFunction(node, facts)
}

export const isHarmless: Test = (node, facts) => (STATEMENTS[nodeKind(node)] ?? never)(node, facts)

/** An assignment to a local variable, or a method that changes a local collection. */
function isLocalChange(node: SyntaxNode | undefined, facts: ProgramFacts): boolean {
  if (isNodeOf(node, 'UpdateExpression')) return isVariable(childNode(node, 'argument'), facts)
  if (isNodeOf(node, 'AssignmentExpression'))
    return isVariable(childNode(node, 'left'), facts) && all('right')(node, facts)
  const callee = childNode(node, 'callee')
  return (
    isNodeOf(node, 'CallExpression') &&
    isNodeOf(callee, 'MemberExpression') &&
    isLocalMethod(nodeName(callee)) &&
    isVariable(childNode(callee, 'object'), facts) &&
    all('arguments')(node, facts)
  )
}

const isVariable = (node: SyntaxNode | undefined, { declared, reaching, functions }: ProgramFacts) => {
  const name = nodeName(node)
  return (
    isNodeOf(node, 'Identifier') &&
    declared.has(name) &&
    !reaching.has(name) &&
    !functions.has(name) &&
    isHarmlessName(name)
  )
}
