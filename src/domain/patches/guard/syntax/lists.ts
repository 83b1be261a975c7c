// Tells which entries of a list stayed, changed, came and went, and whether those that came or went may.
import { type Fault, fault, type Judging, NONE, type Site } from './judging.js'
import { is, kindOf, type Node, nameOf, nodeAt, textAt } from './node.js'
import { isHarmless, isHarmlessName, isPure } from './pure.js'
import { mayCome, mayGo } from './statements.js'
import { inWords } from './values.js'
import { isHarmlessAttribute } from './words.js'

export interface Lists {
  before: readonly Node[]
  after: readonly Node[]
  /** The node that holds the list afterwards, and under which name. */
  holder: Node
  field: string
  site: Site
}

/** Between two places that stayed; more are no small mend. */
const MOST_BETWEEN = 24

export function listFaults(lists: Lists, judging: Judging): readonly Fault[] {
  const { before, after, holder } = lists
  const head = equalHead(before, after, judging)
  const tail = equalHead(before.slice(head).reverse(), after.slice(head).reverse(), judging)
  const went = before.slice(head, before.length - tail)
  const came = after.slice(head, after.length - tail)
  if (went.length > MOST_BETWEEN || came.length > MOST_BETWEEN)
    return fault(came[0] ?? holder, 'Too much is changed here to be compared.')
  return explained({ went, came, lists, judging })
}

function equalHead(a: readonly Node[], b: readonly Node[], { facts }: Judging): number {
  let at = 0
  while (at < a.length && at < b.length && facts.shapes.isSame(a[at], b[at])) at += 1
  return at
}

interface Between {
  went: readonly Node[]
  came: readonly Node[]
  lists: Lists
  judging: Judging
}

/** Of all ways to read the change, entry by entry and in their order, the one in which the fewest faults are. */
function explained(between: Between): readonly Fault[] {
  const { went, came } = between
  let below: (readonly Fault[])[] = []
  for (let row = went.length; row >= 0; row -= 1) {
    const line: (readonly Fault[])[] = []
    for (let column = came.length; column >= 0; column -= 1)
      line[column] = fewest(waysFrom(between, { row, column, line, below }))
    below = line
  }
  return below[0] ?? NONE
}

/** From here to the end: what is known of the rows below, and of this one to the right. */
interface Cell {
  row: number
  column: number
  line: readonly (readonly Fault[])[]
  below: readonly (readonly Fault[])[]
}

function waysFrom({ went, came, lists, judging }: Between, cell: Cell): (readonly Fault[])[] {
  const { row, column, line, below } = cell
  const [gone, come] = [went[row], came[column]]
  return [
    ...(gone && come ? [[...judging.compare(gone, come, lists.site), ...(below[column + 1] ?? NONE)]] : []),
    ...(gone ? [[...goneFaults(gone, lists, judging), ...(below[column] ?? NONE)]] : []),
    ...(come ? [[...comeFaults(come, lists, judging), ...(line[column + 1] ?? NONE)]] : [])
  ]
}

const fewest = (ways: readonly (readonly Fault[])[]) =>
  ways.reduce((best, way) => (way.length < best.length ? way : best), ways[0] ?? NONE)

type Entry = (node: Node, lists: Lists, judging: Judging) => boolean

const pure: Entry = (node, _, { facts }) => isPure(node, facts)
const statement: Entry = (node, { after, site }, { facts }) => mayCome({ node, siblings: after, site, facts })
const plain: Entry = () => true

const COMING: Readonly<Record<string, Entry>> = {
  'Program.body': statement,
  'BlockStatement.body': statement,
  'SwitchCase.consequent': statement,
  'SwitchStatement.cases': (node, _, { facts }) =>
    is(nodeAt(node, 'test'), 'StringLiteral', 'NumericLiteral') && isHarmlessCase(node, facts),
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
  'ExportNamedDeclaration.specifiers': (node) => isHarmlessName(nameOf(nodeAt(node, 'exported'))),
  'JSXOpeningElement.attributes': (node, _, { facts }) =>
    isHarmlessAttribute(nameOf(nodeAt(node, 'name'))) && isAttributeValue(nodeAt(node, 'value'), facts),
  'JSXElement.children': (node, _, { facts }) => is(node, 'JSXText') || isPure(node, facts),
  'JSXFragment.children': (node, _, { facts }) => is(node, 'JSXText') || isPure(node, facts)
}

const GOING: Readonly<Record<string, Entry>> = {
  'Program.body': (node, _, { facts }) => mayGo(node, facts),
  'BlockStatement.body': (node, _, { facts }) => mayGo(node, facts),
  'JSXElement.children': (node) => is(node, 'JSXText') && textAt(node, 'value').trim() === ''
}

/** Types say what is meant, and are gone when the code runs. */
const isTypeOnly = ({ holder, field }: Lists) =>
  /^TS/.test(holder.type) && !/^TSEnum|^TSModule/.test(holder.type) && field !== 'body'

const entry = (table: Readonly<Record<string, Entry>>, lists: Lists): Entry | undefined =>
  isTypeOnly(lists) ? plain : table[`${kindOf(lists.holder)}.${lists.field}`]

function comeFaults(node: Node, lists: Lists, judging: Judging): readonly Fault[] {
  return entry(COMING, lists)?.(node, lists, judging) === true
    ? NONE
    : fault(node, `${inWords(node)} is new and not shown to be harmless.`)
}

function goneFaults(node: Node, lists: Lists, judging: Judging): readonly Fault[] {
  return entry(GOING, lists)?.(node, lists, judging) === true
    ? NONE
    : fault({ ...lists.holder, line: node.line }, `${inWords(node)} of the text before is gone.`)
}

type Asked = Judging['facts']

const isHarmlessCase = (node: Node, facts: Asked) =>
  nodeAt(node, 'test') !== undefined && consequentOf(node).every((one) => isHarmless(one, facts))

const consequentOf = (node: Node): Node[] => {
  const value = node['consequent']
  return Array.isArray(value) ? value : []
}

const OF_OTHERS = /^(?:body|query|params|input|request|req|payload|data|given|args|options|event)$/i

/** What is spread stands first, so that all that is named counts more; nothing that others send. */
function isNewProperty(node: Node, { after, site }: Lists, { facts }: Judging): boolean {
  if (site.isReaching) return false
  if (!is(node, 'SpreadElement')) return isPure(node, facts)
  const argument = nodeAt(node, 'argument')
  return (
    after[0] === node &&
    is(argument, 'Identifier') &&
    isHarmlessName(nameOf(argument)) &&
    !OF_OTHERS.test(nameOf(argument))
  )
}

const isAttributeValue = (value: Node | undefined, facts: Asked) =>
  value === undefined || is(value, 'StringLiteral') || isPure(value, facts)
