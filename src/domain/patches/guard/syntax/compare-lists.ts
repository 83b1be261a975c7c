// Aligns the entries of two lists and checks whether the added, removed and changed ones are harmless.
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
  /** The node with the list in the new tree, and the field of the list. */
  holder: SyntaxNode
  field: string
  site: CompareSite
}

/** The number of entries between unchanged ones; a small repair changes no more. */
const MOST_CHANGED_NODES = 24

export function listFaults(lists: NodeLists, context: CompareContext): readonly HarmFault[] {
  const { before, after, holder } = lists
  const head = equalHead(before, after, context)
  const tail = equalHead(before.slice(head).reverse(), after.slice(head).reverse(), context)
  const removed = before.slice(head, before.length - tail)
  const added = after.slice(head, after.length - tail)
  if (removed.length > MOST_CHANGED_NODES || added.length > MOST_CHANGED_NODES)
    return harmFault(added[0] ?? holder, 'Too much is changed here to be compared.')
  return fewestFaults({ removed, added, lists, context })
}

function equalHead(a: readonly SyntaxNode[], b: readonly SyntaxNode[], { facts }: CompareContext): number {
  let at = 0
  while (at < a.length && at < b.length && facts.shapes.isSame(a[at], b[at])) at += 1
  return at
}

interface Between {
  removed: readonly SyntaxNode[]
  added: readonly SyntaxNode[]
  lists: NodeLists
  context: CompareContext
}

/** The faults of the alignment with the fewest faults. */
function fewestFaults(between: Between): readonly HarmFault[] {
  const { removed, added } = between
  let below: (readonly HarmFault[])[] = []
  for (let row = removed.length; row >= 0; row -= 1) {
    const line: (readonly HarmFault[])[] = []
    for (let column = added.length; column >= 0; column -= 1)
      line[column] = fewest(alignmentsFrom(between, { row, column, line, below }))
    below = line
  }
  return below[0] ?? NO_FAULTS
}

/** A cell of the dynamic program, with the results below it and to its right. */
interface Cell {
  row: number
  column: number
  line: readonly (readonly HarmFault[])[]
  below: readonly (readonly HarmFault[])[]
}

function alignmentsFrom({ removed, added, lists, context }: Between, cell: Cell): (readonly HarmFault[])[] {
  const { row, column, line, below } = cell
  const [oldEntry, newEntry] = [removed[row], added[column]]
  return [
    ...(oldEntry && newEntry
      ? [[...context.compare(oldEntry, newEntry, lists.site), ...(below[column + 1] ?? NO_FAULTS)]]
      : []),
    ...(oldEntry ? [[...removedEntryFaults(oldEntry, lists, context), ...(below[column] ?? NO_FAULTS)]] : []),
    ...(newEntry ? [[...addedEntryFaults(newEntry, lists, context), ...(line[column + 1] ?? NO_FAULTS)]] : [])
  ]
}

const fewest = (alignments: readonly (readonly HarmFault[])[]) =>
  alignments.reduce(
    (best, alignment) => (alignment.length < best.length ? alignment : best),
    alignments[0] ?? NO_FAULTS
  )

type Entry = (node: SyntaxNode, lists: NodeLists, context: CompareContext) => boolean

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
  'CallExpression.arguments': (node, lists, context) => !lists.site.isReaching && pure(node, lists, context),
  'NewExpression.arguments': (node, lists, context) => !lists.site.isReaching && pure(node, lists, context),
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

/** Type nodes have no effect when the code runs. */
const isTypeOnly = ({ holder, field }: NodeLists) =>
  /^TS/.test(holder.type) && !/^TSEnum|^TSModule/.test(holder.type) && field !== 'body'

const entry = (table: Readonly<Record<string, Entry>>, lists: NodeLists): Entry | undefined =>
  isTypeOnly(lists) ? plain : table[`${nodeKind(lists.holder)}.${lists.field}`]

function addedEntryFaults(node: SyntaxNode, lists: NodeLists, context: CompareContext): readonly HarmFault[] {
  return entry(ADDABLE_ENTRIES, lists)?.(node, lists, context) === true
    ? NO_FAULTS
    : harmFault(node, `${describeNode(node)} is new and not shown to be harmless.`)
}

function removedEntryFaults(
  node: SyntaxNode,
  lists: NodeLists,
  context: CompareContext
): readonly HarmFault[] {
  return entry(REMOVABLE_ENTRIES, lists)?.(node, lists, context) === true
    ? NO_FAULTS
    : harmFault({ ...lists.holder, line: node.line }, `${describeNode(node)} of the text before is gone.`)
}

type FactsOfProgram = CompareContext['facts']

const isHarmlessCase = (node: SyntaxNode, facts: FactsOfProgram) =>
  childNode(node, 'test') !== undefined && consequentOf(node).every((inner) => isHarmless(inner, facts))

const consequentOf = (node: SyntaxNode): SyntaxNode[] => {
  const value = node['consequent']
  return Array.isArray(value) ? value : []
}

const OF_OTHERS = /^(?:body|query|params|input|request|req|payload|data|given|args|options|event)$/i

/** A spread must come first, so that named properties override it, and must not spread data from a request. */
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
