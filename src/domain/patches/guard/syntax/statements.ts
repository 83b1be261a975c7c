// Checks which statements a change may add or remove.
import type { CompareContext, CompareSite, NodePair, ProgramFacts } from './compare-context.js'
import { isSensitiveName } from './name-words.js'
import { childNode, childNodes, isNodeOf, nodeName, type SyntaxNode, textField, walkNodes } from './node.js'
import { identifiersIn, testsAbsence, testsPresence } from './presence.js'
import { isHarmless, isHarmlessName, isPure } from './pure.js'
import { patternNames, statementNames } from './scopes.js'

/** A new statement among the statements of the new tree. */
export interface AddedStatement {
  node: SyntaxNode
  siblings: readonly SyntaxNode[]
  site: CompareSite
  facts: ProgramFacts
}

export function mayBeAdded(added: AddedStatement): boolean {
  const { node, facts, siblings } = added
  const isLast = siblings.at(-1) === node
  if (isNodeOf(node, 'ImportDeclaration')) return childNodes(node, 'specifiers').length > 0
  if (isNodeOf(node, 'TSInterfaceDeclaration', 'TSTypeAliasDeclaration')) return true
  if (isNodeOf(node, 'IfStatement')) return isEarlyExit(added)
  if (isNodeOf(node, 'BreakStatement')) return isLast
  if (isNodeOf(node, 'ReturnStatement')) return isLast && isResult(childNode(node, 'argument'), facts)
  if (isNodeOf(node, 'ExportNamedDeclaration')) return isNewExport(node, facts)
  return (
    isNodeOf(node, 'VariableDeclaration', 'FunctionDeclaration', 'ExpressionStatement') &&
    isHarmless(node, facts)
  )
}

const isResult = (node: SyntaxNode | undefined, facts: ProgramFacts) =>
  node !== undefined && !/Literal$/.test(node.type) && isPure(node, facts)

function isNewExport(node: SyntaxNode, facts: ProgramFacts): boolean {
  const inner = childNode(node, 'declaration')
  if (inner === undefined)
    return childNodes(node, 'specifiers').every((specifier) =>
      isHarmlessName(nodeName(childNode(specifier, 'exported')))
    )
  return (
    /^TS(?:Interface|TypeAlias)/.test(inner.type) ||
    (statementNames(inner).every(isHarmlessName) && isHarmless(inner, facts))
  )
}

/** An early return because a value is missing that the rest of the function uses. */
function isEarlyExit({ node, siblings, site, facts }: AddedStatement): boolean {
  const [test, exit] = [childNode(node, 'test'), onlyOne(childNode(node, 'consequent'))]
  if (childNode(node, 'alternate') || test === undefined || !isPure(test, facts)) return false
  const rest = new Set(siblings.slice(siblings.indexOf(node) + 1).flatMap(identifiersIn))
  if (!testsAbsence(test) || !identifiersIn(test).some((name) => rest.has(name))) return false
  if (isNodeOf(exit, 'ThrowStatement')) return isHarmless(exit, facts)
  return (
    isNodeOf(exit, 'ReturnStatement') &&
    mayExitEarly(site.around) &&
    isEmptyResult(childNode(exit, 'argument'), site.around)
  )
}

const onlyOne = (node: SyntaxNode | undefined) => {
  const body = childNodes(node, 'body')
  return isNodeOf(node, 'BlockStatement') ? (body.length === 1 ? body[0] : undefined) : node
}

/** A function that throws or handles sensitive names must not return early. */
const mayExitEarly = (around: SyntaxNode | undefined) =>
  around !== undefined &&
  ![...walkNodes(around)].some(
    (inner) =>
      isNodeOf(inner, 'ThrowStatement') || (isNodeOf(inner, 'Identifier') && isSensitiveName(nodeName(inner)))
  )

function isEmptyResult(node: SyntaxNode | undefined, around: SyntaxNode | undefined): boolean {
  if (node === undefined || isNodeOf(node, 'NullLiteral')) return true
  if (isNodeOf(node, 'BooleanLiteral')) return node['value'] === false
  if (isNodeOf(node, 'StringLiteral')) return textField(node, 'value') === ''
  if (isNodeOf(node, 'NumericLiteral')) return node['value'] === 0
  if (isNodeOf(node, 'ArrayExpression')) return childNodes(node, 'elements').length === 0
  if (isNodeOf(node, 'ObjectExpression')) return childNodes(node, 'properties').length === 0
  if (!isNodeOf(node, 'Identifier')) return false
  const isParameter = childNodes(around, 'params').flatMap(patternNames).includes(nodeName(node))
  return nodeName(node) === 'undefined' || isParameter
}

/** Declarations that nothing uses and that only compute. */
export function mayBeRemoved(node: SyntaxNode, facts: ProgramFacts): boolean {
  if (isNodeOf(node, 'ImportDeclaration')) {
    const names = statementNames(node)
    return names.length > 0 && names.every((name) => !facts.used.has(name))
  }
  if (!isNodeOf(node, 'VariableDeclaration', 'TSInterfaceDeclaration', 'TSTypeAliasDeclaration')) return false
  const isUnused = statementNames(node).every((name) => !facts.used.has(name) && isHarmlessName(name))
  return (
    isUnused &&
    childNodes(node, 'declarations').every((declaration) => isComputed(childNode(declaration, 'init'), facts))
  )
}

const isComputed = (node: SyntaxNode | undefined, facts: ProgramFacts) =>
  node === undefined || isPure(node, facts)

/** Returns a discarded result, or guards a call against a missing function. */
export function isStatementMend(
  { before, after, site }: NodePair,
  { compare, facts }: CompareContext
): boolean {
  if (!isNodeOf(before, 'ExpressionStatement')) return false
  const [expression, result] = [childNode(before, 'expression'), childNode(after, 'argument')]
  if (expression === undefined) return false
  if (isNodeOf(after, 'ReturnStatement') && result)
    return isPure(expression, facts) && compare(expression, result, site).length === 0
  const test = childNode(after, 'test')
  const inner = onlyOne(childNode(after, 'consequent'))
  const callee = nodeName(childNode(expression, 'callee'))
  return (
    isNodeOf(after, 'IfStatement') &&
    childNode(after, 'alternate') === undefined &&
    testsPresence(test) &&
    isHarmlessName(callee) &&
    identifiersIn(test).includes(callee) &&
    inner !== undefined &&
    compare(before, inner, site).length === 0
  )
}
