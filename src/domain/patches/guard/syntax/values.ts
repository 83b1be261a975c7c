// Which names, texts and operators may stand for which others. A number, a text or an operator decides what code does, and
// only what the place shows to be harmless is: a message that people read, or a mend that asks nothing else.
import { type Fault, fault, NONE } from './judging.js'
import { type Reader, textChangeFault } from './messages.js'
import { is, kindOf, type Node, nameOf, nodeAt, textAt } from './node.js'
import { isHarmlessName, textOfQuasi } from './pure.js'
import { isHarmlessAttribute, isNarrowing, isOfRequest, isSql } from './words.js'

export interface Change {
  before: Node
  after: Node
  field: string
  /** What reaches beyond the code takes nothing else. */
  isReaching: boolean
  reader: Reader
}

type Rule = (change: Change) => string | undefined

const RULES: Readonly<Record<string, Rule>> = {
  'Identifier.name': renamed,
  'JSXIdentifier.name': ({ before, after }) =>
    [before, after].every((one) => isHarmlessAttribute(nameOf(one)) || /^[A-Z]\w*$/.test(nameOf(one)))
      ? undefined
      : 'Another element or attribute is taken.',
  'StringLiteral.value': (change) => changedText(change, ({ value }) => String(value)),
  'JSXText.value': (change) => changedText(change, ({ value }) => String(value).trim()),
  'TemplateElement.value': (change) => changedText(change, textOfQuasi),
  'NumericLiteral.value': () => 'A number is changed, and what hangs on it is not shown.',
  'VariableDeclaration.kind': () => undefined,
  'ImportDeclaration.importKind': () => undefined,
  'AssignmentExpression.operator': () => 'Another kind of assignment is made.',
  'BinaryExpression.operator': operatorFault,
  'LogicalExpression.operator': logicalFault,
  'ForOfStatement.await': () => undefined
}

/** What says only how a thing is written or typed. */
const OF_STYLE = /\.(?:shorthand|optional|expression|accessibility|readonly|override|raw|tail)$/

export function valueFault(change: Change): readonly Fault[] {
  const reason = change.isReaching ? REACHING : reasonOf(change)
  return reason === undefined ? NONE : fault(change.after, reason)
}

function reasonOf(change: Change): string | undefined {
  const { after, field } = change
  const key = `${kindOf(after)}.${field}`
  if (key === 'CallExpression.optional') return SKIPPED
  if (OF_STYLE.test(key)) return undefined
  const rule = field === 'async' ? asyncFault : RULES[key]
  return rule ? rule(change) : `${inWords(after)} is changed, which is not shown to be harmless.`
}

const REACHING = 'What a call beyond the code is given has changed.'
const SKIPPED = 'The call may now be left out.'

/** The kind of a node as people say it. */
export const inWords = ({ type }: Node) =>
  `the ${type
    .replace(/^(?:TS|JSX)/, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()}`.replace(/^t/, 'T')

function renamed({ before, after }: Change): string | undefined {
  const [from, to] = [nameOf(before), nameOf(after)]
  if (isNarrowing(from) || isNarrowing(to))
    return `${from} checks or narrows something, and ${to} stands in its place.`
  if (isOfRequest(from) || isOfRequest(to))
    return `${from} becomes ${to}: another part of what was sent, or of who sent it, is believed.`
  return isHarmlessName(from) && isHarmlessName(to)
    ? undefined
    : `${from} becomes ${to}, which names a right, a check or a deed.`
}

function changedText({ before, after, reader }: Change, textOf: (node: Node) => string): string | undefined {
  const [from, to] = [textOf(before), textOf(after)]
  if (isSql(from)) return 'A statement of SQL is changed, which nothing here reads.'
  return textChangeFault(from, to, reader)
}

/** An index may run one too far, and a text be compared without its type; all else asks or computes something else. */
function operatorFault({ before, after }: Change): string | undefined {
  const [from, to] = [textAt(before, 'operator'), textAt(after, 'operator')]
  const isStricter = to === `${from}=` && /^[=!]=$/.test(from) && hasText(after)
  const isBoundary = [from, to].sort().join() === '<,<=' && isIndex(after)
  if (isStricter || isBoundary) return undefined
  return isSum(from) && isSum(to)
    ? `The sum is made by ${to} in place of ${from}.`
    : `The comparison ${from} becomes ${to}.`
}

const isSum = (operator: string) => /^(?:[-+*/%]|\*\*)$/.test(operator)

const hasText = (node: Node) => ['left', 'right'].some((side) => is(nodeAt(node, side), 'StringLiteral'))

/** `at < items.length` */
const isIndex = (node: Node) => {
  const right = nodeAt(node, 'right')
  return is(nodeAt(node, 'left'), 'Identifier') && is(right, 'MemberExpression') && nameOf(right) === 'length'
}

/** Nothing and zero are two things where a number or a text stands in for them. */
function logicalFault({ before, after }: Change): string | undefined {
  const [from, to] = [textAt(before, 'operator'), textAt(after, 'operator')]
  const isStandIn = is(nodeAt(after, 'right'), 'NumericLiteral', 'StringLiteral')
  return from === '||' && to === '??' && isStandIn
    ? undefined
    : `The condition is joined by ${to} in place of ${from}.`
}

/** A promise holds, whatever it comes to: what answers a question does not become one. */
function asyncFault({ before, after }: Change): string | undefined {
  const name = nameOf(nodeAt(after, 'id') ?? nodeAt(after, 'key'))
  const mayBe = before['async'] === false && !/^(?:is|has|can|may|should|must)(?=[A-Z]|$)/.test(name)
  return mayBe ? undefined : 'The function is no longer waited for, or its answer always holds.'
}
