// Checks changed names, strings, numbers and operators. A change is a fault unless its position shows that it is
// harmless: a message for people, or a correction that checks no less.
import { type HarmFault, harmFault, NO_FAULTS } from './compare-context.js'
import { type TextReader, textChangeFault } from './messages.js'
import { isHarmlessAttribute, isNarrowing, isRequestPart, isSql } from './name-words.js'
import { childNode, isNodeOf, nodeKind, nodeName, type SyntaxNode, textField } from './node.js'
import { isHarmlessName, templateText } from './pure.js'

export interface ValueChange {
  before: SyntaxNode
  after: SyntaxNode
  field: string
  /** Inside the arguments of a call that reaches beyond the code; these must not change. */
  isReaching: boolean
  reader: TextReader
}

type ValueRule = (change: ValueChange) => string | undefined

const VALUE_RULES: Readonly<Record<string, ValueRule>> = {
  'Identifier.name': renameFault,
  'JSXIdentifier.name': ({ before, after }) =>
    [before, after].every((node) => isHarmlessAttribute(nodeName(node)) || /^[A-Z]\w*$/.test(nodeName(node)))
      ? undefined
      : 'Another element or attribute is taken.',
  'StringLiteral.value': (change) => textFaultOf(change, ({ value }) => String(value)),
  'JSXText.value': (change) => textFaultOf(change, ({ value }) => String(value).trim()),
  'TemplateElement.value': (change) => textFaultOf(change, templateText),
  'NumericLiteral.value': () => 'A number is changed, and what hangs on it is not shown.',
  'VariableDeclaration.kind': () => undefined,
  'ImportDeclaration.importKind': () => undefined,
  'AssignmentExpression.operator': () => 'Another kind of assignment is made.',
  'BinaryExpression.operator': operatorFault,
  'LogicalExpression.operator': logicalFault,
  'ForOfStatement.await': () => undefined
}

/** Fields of notation or typing. */
const OF_STYLE = /\.(?:shorthand|optional|expression|accessibility|readonly|override|raw|tail)$/

export function valueFault(change: ValueChange): readonly HarmFault[] {
  const reason = change.isReaching ? REACHING : reasonOf(change)
  return reason === undefined ? NO_FAULTS : harmFault(change.after, reason)
}

function reasonOf(change: ValueChange): string | undefined {
  const { after, field } = change
  const key = `${nodeKind(after)}.${field}`
  if (key === 'CallExpression.optional') return SKIPPED
  if (OF_STYLE.test(key)) return undefined
  const rule = field === 'async' ? asyncFault : VALUE_RULES[key]
  return rule ? rule(change) : `${describeNode(after)} is changed, which is not shown to be harmless.`
}

const REACHING = 'What a call beyond the code is given has changed.'
const SKIPPED = 'The call may now be left out.'

/** The kind of a node in plain words. */
export const describeNode = ({ type }: SyntaxNode) =>
  `the ${type
    .replace(/^(?:TS|JSX)/, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()}`.replace(/^t/, 'T')

function renameFault({ before, after }: ValueChange): string | undefined {
  const [from, to] = [nodeName(before), nodeName(after)]
  if (isNarrowing(from) || isNarrowing(to))
    return `${from} checks or narrows something, and ${to} stands in its place.`
  if (isRequestPart(from) || isRequestPart(to))
    return `${from} becomes ${to}: another part of what was sent, or of who sent it, is believed.`
  return isHarmlessName(from) && isHarmlessName(to)
    ? undefined
    : `${from} becomes ${to}, which names a right, a check or a deed.`
}

function textFaultOf(
  { before, after, reader }: ValueChange,
  textOf: (node: SyntaxNode) => string
): string | undefined {
  const [from, to] = [textOf(before), textOf(after)]
  if (isSql(from)) return 'A statement of SQL is changed, which nothing here reads.'
  return textChangeFault(from, to, reader)
}

/** Only two corrections are harmless: `<` and `<=` at the end of an index, and `===` instead of `==` for strings. */
function operatorFault({ before, after }: ValueChange): string | undefined {
  const [from, to] = [textField(before, 'operator'), textField(after, 'operator')]
  const isStricter = to === `${from}=` && /^[=!]=$/.test(from) && hasText(after)
  const isBoundary = [from, to].sort().join() === '<,<=' && isIndex(after)
  if (isStricter || isBoundary) return undefined
  return isSum(from) && isSum(to)
    ? `The sum is made by ${to} in place of ${from}.`
    : `The comparison ${from} becomes ${to}.`
}

const isSum = (operator: string) => /^(?:[-+*/%]|\*\*)$/.test(operator)

const hasText = (node: SyntaxNode) =>
  ['left', 'right'].some((side) => isNodeOf(childNode(node, side), 'StringLiteral'))

/** A comparison such as `at < items.length`. */
const isIndex = (node: SyntaxNode) => {
  const right = childNode(node, 'right')
  return (
    isNodeOf(childNode(node, 'left'), 'Identifier') &&
    isNodeOf(right, 'MemberExpression') &&
    nodeName(right) === 'length'
  )
}

/** `??` in place of `||` is harmless only if the default is a number or a string. */
function logicalFault({ before, after }: ValueChange): string | undefined {
  const [from, to] = [textField(before, 'operator'), textField(after, 'operator')]
  const isStandIn = isNodeOf(childNode(after, 'right'), 'NumericLiteral', 'StringLiteral')
  return from === '||' && to === '??' && isStandIn
    ? undefined
    : `The condition is joined by ${to} in place of ${from}.`
}

/** A promise is always truthy, so a function that answers a question must not become async. */
function asyncFault({ before, after }: ValueChange): string | undefined {
  const name = nodeName(childNode(after, 'id') ?? childNode(after, 'key'))
  const mayBe = before['async'] === false && !/^(?:is|has|can|may|should|must)(?=[A-Z]|$)/.test(name)
  return mayBe ? undefined : 'The function is no longer waited for, or its answer always holds.'
}
