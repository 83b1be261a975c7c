// Whether a condition only asks whether something is there.
import { is, type Node, nameOf, nodeAt, textAt, within } from './node.js'

const NOTHING = new Set(['undefined', 'NaN'])

function isNothing(node: Node | undefined): boolean {
  if (is(node, 'NullLiteral')) return true
  if (is(node, 'Identifier')) return NOTHING.has(nameOf(node))
  if (is(node, 'StringLiteral')) return textAt(node, 'value') === ''
  if (is(node, 'UnaryExpression')) return is(nodeAt(node, 'argument'), 'NumericLiteral')
  return is(node, 'NumericLiteral') && node['value'] === 0
}

const isValue = (node: Node | undefined) => is(node, 'Identifier', 'MemberExpression')

const operatorOf = (node: Node) => textAt(node, 'operator')

export function isAbsent(test: Node | undefined): boolean {
  if (is(test, 'UnaryExpression') && operatorOf(test) === '!')
    return isValue(nodeAt(test, 'argument')) || isKindOf(nodeAt(test, 'argument'))
  if (is(test, 'LogicalExpression'))
    return operatorOf(test) === '||' && isAbsent(nodeAt(test, 'left')) && isAbsent(nodeAt(test, 'right'))
  if (is(test, 'CallExpression')) return /^isNaN$/.test(nameOf(test))
  if (!is(test, 'BinaryExpression')) return false
  const isTyped = is(nodeAt(test, 'left'), 'UnaryExpression')
  if (isTyped) return /^!==?$/.test(operatorOf(test)) && isTypeOf(test)
  return /^===?$/.test(operatorOf(test)) && isValue(nodeAt(test, 'left')) && isNothing(nodeAt(test, 'right'))
}

export function isPresent(test: Node | undefined): boolean {
  if (isValue(test) || isKindOf(test)) return true
  if (is(test, 'LogicalExpression'))
    return operatorOf(test) === '&&' && isPresent(nodeAt(test, 'left')) && isPresent(nodeAt(test, 'right'))
  if (!is(test, 'BinaryExpression')) return false
  if (isTypeOf(test)) return /^===?$/.test(operatorOf(test))
  return /^!==?$/.test(operatorOf(test)) && isValue(nodeAt(test, 'left')) && isNothing(nodeAt(test, 'right'))
}

/** `Array.isArray(a)` and `a instanceof B`. */
const isKindOf = (test: Node | undefined) =>
  (is(test, 'CallExpression') && nameOf(test) === 'isArray') ||
  (is(test, 'BinaryExpression') && operatorOf(test) === 'instanceof')

const isTypeOf = (test: Node) => {
  const left = nodeAt(test, 'left')
  return is(left, 'UnaryExpression') && operatorOf(left) === 'typeof'
}

/** Names of variables and members anywhere in it. */
export const namesIn = (node: Node | undefined): string[] =>
  node === undefined
    ? []
    : [...within(node)].filter((one) => is(one, 'Identifier', 'JSXIdentifier')).map((one) => nameOf(one))
