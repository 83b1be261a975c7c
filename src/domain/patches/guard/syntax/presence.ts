// Recognizes conditions that only check whether a value is present.
import { childNode, isNodeOf, nodeName, type SyntaxNode, textField, walkNodes } from './node.js'

const NOTHING = new Set(['undefined', 'NaN'])

function isNothing(node: SyntaxNode | undefined): boolean {
  if (isNodeOf(node, 'NullLiteral')) return true
  if (isNodeOf(node, 'Identifier')) return NOTHING.has(nodeName(node))
  if (isNodeOf(node, 'StringLiteral')) return textField(node, 'value') === ''
  if (isNodeOf(node, 'UnaryExpression')) return isNodeOf(childNode(node, 'argument'), 'NumericLiteral')
  return isNodeOf(node, 'NumericLiteral') && node['value'] === 0
}

const isValue = (node: SyntaxNode | undefined) => isNodeOf(node, 'Identifier', 'MemberExpression')

const operatorOf = (node: SyntaxNode) => textField(node, 'operator')

export function testsAbsence(test: SyntaxNode | undefined): boolean {
  if (isNodeOf(test, 'UnaryExpression') && operatorOf(test) === '!')
    return isValue(childNode(test, 'argument')) || isKindOf(childNode(test, 'argument'))
  if (isNodeOf(test, 'LogicalExpression'))
    return (
      operatorOf(test) === '||' &&
      testsAbsence(childNode(test, 'left')) &&
      testsAbsence(childNode(test, 'right'))
    )
  if (isNodeOf(test, 'CallExpression')) return /^isNaN$/.test(nodeName(test))
  if (!isNodeOf(test, 'BinaryExpression')) return false
  const isTyped = isNodeOf(childNode(test, 'left'), 'UnaryExpression')
  if (isTyped) return /^!==?$/.test(operatorOf(test)) && isTypeOf(test)
  return (
    /^===?$/.test(operatorOf(test)) && isValue(childNode(test, 'left')) && isNothing(childNode(test, 'right'))
  )
}

export function testsPresence(test: SyntaxNode | undefined): boolean {
  if (isValue(test) || isKindOf(test)) return true
  if (isNodeOf(test, 'LogicalExpression'))
    return (
      operatorOf(test) === '&&' &&
      testsPresence(childNode(test, 'left')) &&
      testsPresence(childNode(test, 'right'))
    )
  if (!isNodeOf(test, 'BinaryExpression')) return false
  if (isTypeOf(test)) return /^===?$/.test(operatorOf(test))
  return (
    /^!==?$/.test(operatorOf(test)) && isValue(childNode(test, 'left')) && isNothing(childNode(test, 'right'))
  )
}

/** `Array.isArray(a)` and `a instanceof B`. */
const isKindOf = (test: SyntaxNode | undefined) =>
  (isNodeOf(test, 'CallExpression') && nodeName(test) === 'isArray') ||
  (isNodeOf(test, 'BinaryExpression') && operatorOf(test) === 'instanceof')

const isTypeOf = (test: SyntaxNode) => {
  const left = childNode(test, 'left')
  return isNodeOf(left, 'UnaryExpression') && operatorOf(left) === 'typeof'
}

/** All identifiers inside a node. */
export const identifiersIn = (node: SyntaxNode | undefined): string[] =>
  node === undefined
    ? []
    : [...walkNodes(node)]
        .filter((inner) => isNodeOf(inner, 'Identifier', 'JSXIdentifier'))
        .map((inner) => nodeName(inner))
