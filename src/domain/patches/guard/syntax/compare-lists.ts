// Tells which entries of a list stayed, changed, came and went, and whether those that came or went may.
import {
  type CompareContext,
  type CompareSite,
  type HarmFault,
  harmFault,
  NO_FAULTS
} from './compare-context.js'
import { isHarmlessAttribute } from './name-words.js'
import { childNode, isNodeOf, nodeKind, nodeName, type SyntaxNode, textField } from './node.js'
import { isHarmless, isHarmlessName, isPure } from './pure.js'
import { mayBeAdded, mayBeRemoved } from './statements.js'
import { describeNode } from './values.js'

export interface NodeLists {
  before: readonly SyntaxNode[]
  after: readonly SyntaxNode[]
  /** The node that holds the list afterwards, and under which name. */
  holder: SyntaxNode
  field: string
  site: CompareSite
}

/** Between two places that stayed; more are no small mend. */
const MOST_BETWEEN = 24

export function listFaults(lists: NodeLists, judging: CompareContext): readonly HarmFault[] {
  const { before, after, holder } = lists
  const head = equalHead(before, after, judging)
  const tail = equalHead(before.slice(head).reverse(), after.slice(head).reverse(), judging)
  const went = before.slice(head, before.length - tail)
  const came = after.slice(head, after.length - tail)
  if (went.length > MOST_BETWEEN || came.length > MOST_BETWEEN)
    return harmFault(came[0] ?? holder, 'Too much is changed here to be compared.')
  return fewestFaults({ went, came, lists, judging })
}

function equalHead(a: readonly SyntaxNode[], b: readonly SyntaxNode[], { facts }: CompareContext): number {
  let at = 0
  while (at < a.length && at < b.length && facts.shapes.isSame(a[at], b[at])) at += 1
  return at
}

interface Between {
  went: readonly SyntaxNode[]
  came: readonly SyntaxNode[]
  lists: NodeLists
  judging: CompareContext
}

/** Of all ways to read the change, entry by entry and in their order, the one in which the fewest faults are. */
function fewestFaults(between: Between): readonly HarmFault[] {
  const { went, came } = between
  let below: (readonly HarmFault[])[] = []
  for (let row = went.length; row >= 0; row -= 1) {
    const line: (readonly HarmFault[])[] = []
    for (let column = came.length; column >= 0; column -= 1)
      line[column] = fewest(waysFrom(between, { row, column, line, below }))
    below = line
  }
  return below[0] ?? NO_FAULTS
}

/** From here to the end: what is known of the rows below, and of this one to the right. */
interface Cell {
  row: number
  column: number
  line: readonly (readonly HarmFault[])[]
  below: readonly (readonly HarmFault[])[]
}

function waysFrom({ went, came, lists, judging }: Between, cell: Cell): (readonly HarmFault[])[] {
  const { row, column, line, below } = cell
  const [gone, come] = [went[row], came[column]]
  return [
    ...(gone && come
      ? [[...judging.compare(gone, come, lists.site), ...(below[column + 1] ?? NO_FAULTS)]]
      : []),
    ...(gone ? [[...removedEntryFaults(gone, lists, judging), ...(below[column] ?? NO_FAULTS)]] : []),
    ...(come ? [[...addedEntryFaults(come, lists, judging), ...(line[column + 1] ?? NO_FAULTS)]] : [])
  ]
}

const fewest = (ways: readonly (readonly HarmFault[])[]) =>
  ways.reduce((best, way) => (way.length < best.length ? way : best), ways[0] ?? NO_FAULTS)

type Entry = (node: SyntaxNode, lists: NodeLists, judging: CompareContext) => boolean

const pure: Entry = (node, _, { facts }) => isPure(node, facts)
const statement: Entry = (node, { after, site }, { facts }) =>
  mayBeAdded({ node, siblings: after, site, facts })
const plain: Entry = () => true

const ADDABLE_ENTRIES: Readonly<Record<string, Entry>> = {
  'Program.body': statement,
  'BlockStatement.body': statement,
  'SwitchCase.consequent': statement,
  'SwitchStatement.cases': (node, _, { facts }) =>
    isNodeOf(childNode(node, 'test'), 'StringLiteral', 'NumericLiteral') && isHarmlessCase(node, facts),
  'CallExpression.arguments': (node, lists, judging) => !lists.site.isReaching && pure(node, lists, judging),
  'NewExpression.arguments': (node, lists, judging) => !lists.site.isReaching && pure(node, lists, judging),
  'ArrayExpression.elements': pure,
  'ObjectExpression.properties': isNewProperty,
  'ObjectPattern.properties': pure,
  'ArrayPattern.elements': pure,
  'FunctionDeclaration.params': pure,
  'FunctionExpression.params': pure,
  'ArrowFunctionExpression.params': pure,
  'ClassMethod.params': pure,
  'ObjectMethod.params': pure,
  'ExportNamedDeclaration.specifiers': (node) => isHarmlessName(nodeName(childNode(node, 'exported'))),
  'JSXOpeningElement.attributes': (node, _, { facts }) =>
    isHarmlessAttribute(nodeName(childNode(node, 'name'))) &&
    isAttributeValue(childNode(node, 'value'), facts),
  'JSXElement.children': (node, _, { facts }) => isNodeOf(node, 'JSXText') || isPure(node, facts),
  'JSXFragment.children': (node, _, { facts }) => isNodeOf(node, 'JSXText') || isPure(node, facts)
}

const REMOVABLE_ENTRIES: Readonly<Record<string, Entry>> = {
  'Program.body': (node, _, { facts }) => mayBeRemoved(node, facts),
  'BlockStatement.body': (node, _, { facts }) => mayBeRemoved(node, facts),
  'JSXElement.children': (node) => isNodeOf(node, 'JSXText') && textField(node, 'value').trim() === ''
}

/** Types say what is meant, and are gone when the code runs. */
const isTypeOnly = ({ holder, field }: NodeLists) =>
  /^TS/.test(holder.type) && !/^TSEnum|^TSModule/.test(holder.type) && field !== 'body'

const entry = (table: Readonly<Record<string, Entry>>, lists: NodeLists): Entry | undefined =>
  isTypeOnly(lists) ? plain : table[`${nodeKind(lists.holder)}.${lists.field}`]

function addedEntryFaults(node: SyntaxNode, lists: NodeLists, judging: CompareContext): readonly HarmFault[] {
  return entry(ADDABLE_ENTRIES, lists)?.(node, lists, judging) === true
    ? NO_FAULTS
    : harmFault(node, `${describeNode(node)} is new and not shown to be harmless.`)
}

function removedEntryFaults(
  node: SyntaxNode,
  lists: NodeLists,
  judging: CompareContext
): readonly HarmFault[] {
  return entry(REMOVABLE_ENTRIES, lists)?.(node, lists, judging) === true
    ? NO_FAULTS
    : harmFault({ ...lists.holder, line: node.line }, `${describeNode(node)} of the text before is gone.`)
}

type FactsOfProgram = CompareContext['facts']

const isHarmlessCase = (node: SyntaxNode, facts: FactsOfProgram) =>
  childNode(node, 'test') !== undefined && consequentOf(node).every((one) => isHarmless(one, facts))

const consequentOf = (node: SyntaxNode): SyntaxNode[] => {
  const value = node['consequent']
  return Array.isArray(value) ? value : []
}

const OF_OTHERS = /^(?:body|query|params|input|request|req|payload|data|given|args|options|event)$/i

/** What is spread stands first, so that all that is named counts more; nothing that others send. */
function isNewProperty(node: SyntaxNode, { after, site }: NodeLists, { facts }: CompareContext): boolean {
  if (site.isReaching) return false
  if (!isNodeOf(node, 'SpreadElement')) return isPure(node, facts)
  const argument = childNode(node, 'argument')
  return (
    after[0] === node &&
    isNodeOf(argument, 'Identifier') &&
    isHarmlessName(nodeName(argument)) &&
    !OF_OTHERS.test(nodeName(argument))
  )
}

const isAttributeValue = (value: SyntaxNode | undefined, facts: FactsOfProgram) =>
  value === undefined || isNodeOf(value, 'StringLiteral') || isPure(value, facts)
