// Whether an expression computes the like of another in other words: from all that it did, and without asking less.
import type { ProgramFacts } from './compare-context.js'
import { isHarmlessMethod, isNarrowing } from './name-words.js'
import { isNodeOf, nodeName, type SyntaxNode, textField, walkNodes } from './node.js'
import { isPure, templateText } from './pure.js'

export function isRewritten(before: SyntaxNode, after: SyntaxNode, facts: ProgramFacts): boolean {
  if (/Literal$/.test(before.type) || /Literal$/.test(after.type)) return false
  if (!isPure(before, facts) || !isPure(after, facts)) return false
  const [from, to] = [partsOf(before, facts), partsOf(after, facts)]
  const isKept = [...from].every((what) => to.has(what))
  return isKept && [...to].every((what) => from.has(what) || !/^(?:asks|number) /.test(what))
}

/** What it computes from, and what it asks. */
const partsOf = (node: SyntaxNode, { shapes }: ProgramFacts): Set<string> =>
  new Set([...walkNodes(node)].flatMap((one) => (isQuestion(one) ? [`asks ${shapes.of(one)}`] : nameIn(one))))

function nameIn(node: SyntaxNode): string[] {
  if (isNodeOf(node, 'AwaitExpression')) return ['await']
  if (isNodeOf(node, 'RegExpLiteral'))
    return [`pattern ${textField(node, 'pattern')}/${textField(node, 'flags')}`]
  if (isNodeOf(node, 'StringLiteral')) return [`text ${textField(node, 'value')}`]
  if (isNodeOf(node, 'TemplateElement')) return [`text ${templateText(node)}`]
  if (isNodeOf(node, 'NumericLiteral')) return [`number ${String(node['value'])}`]
  const name = isNodeOf(node, 'Identifier') ? nodeName(node) : ''
  return name === '' || (isHarmlessMethod(name) && !isNarrowing(name)) ? [] : [`name ${name}`]
}

/** What is missing may be asked for; each other question, and each sum, stays as it is. */
function isQuestion(node: SyntaxNode): boolean {
  if (isNodeOf(node, 'ConditionalExpression')) return true
  return (
    isNodeOf(node, 'LogicalExpression', 'BinaryExpression', 'UnaryExpression') &&
    !/^(?:\?\?|typeof)$/.test(textField(node, 'operator'))
  )
}
