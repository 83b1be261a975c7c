// Whether an expression computes the like of another in other words: from all that it did, and without asking less.
import type { Facts } from './judging.js'
import { is, type Node, nameOf, textAt, within } from './node.js'
import { isPure, textOfQuasi } from './pure.js'
import { isHarmlessMethod, isNarrowing } from './words.js'

export function isRewritten(before: Node, after: Node, facts: Facts): boolean {
  if (/Literal$/.test(before.type) || /Literal$/.test(after.type)) return false
  if (!isPure(before, facts) || !isPure(after, facts)) return false
  const [from, to] = [partsOf(before, facts), partsOf(after, facts)]
  const isKept = [...from].every((what) => to.has(what))
  return isKept && [...to].every((what) => from.has(what) || !/^(?:asks|number) /.test(what))
}

/** What it computes from, and what it asks. */
const partsOf = (node: Node, { shapes }: Facts): Set<string> =>
  new Set([...within(node)].flatMap((one) => (isQuestion(one) ? [`asks ${shapes.of(one)}`] : nameIn(one))))

function nameIn(node: Node): string[] {
  if (is(node, 'AwaitExpression')) return ['await']
  if (is(node, 'RegExpLiteral')) return [`pattern ${textAt(node, 'pattern')}/${textAt(node, 'flags')}`]
  if (is(node, 'StringLiteral')) return [`text ${textAt(node, 'value')}`]
  if (is(node, 'TemplateElement')) return [`text ${textOfQuasi(node)}`]
  if (is(node, 'NumericLiteral')) return [`number ${String(node['value'])}`]
  const name = is(node, 'Identifier') ? nameOf(node) : ''
  return name === '' || (isHarmlessMethod(name) && !isNarrowing(name)) ? [] : [`name ${name}`]
}

/** What is missing may be asked for; each other question, and each sum, stays as it is. */
function isQuestion(node: Node): boolean {
  if (is(node, 'ConditionalExpression')) return true
  return (
    is(node, 'LogicalExpression', 'BinaryExpression', 'UnaryExpression') &&
    !/^(?:\?\?|typeof)$/.test(textAt(node, 'operator'))
  )
}
