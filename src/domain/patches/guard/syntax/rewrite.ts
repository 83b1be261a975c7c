// Checks that a rewritten expression uses the same inputs and asks no less than before.
import type { ProgramFacts } from './compare-context.js'
import { isHarmlessMethod, isNarrowing } from './name-words.js'
import { isNodeOf, nodeName, type SyntaxNode, textField, walkNodes } from './node.js'
import { isPure, templateText } from './pure.js'

export function isRewritten(before: SyntaxNode, after: SyntaxNode, facts: ProgramFacts): boolean {
  if (/Literal$/.test(before.type) || /Literal$/.test(after.type)) return false
  if (!isPure(before, facts) || !isPure(after, facts)) return false
  const [from, to] = [partsOf(before, facts), partsOf(after, facts)]
  const keepsAll = [...from].every((part) => to.has(part))
  return keepsAll && [...to].every((part) => from.has(part) || !/^(?:asks|number) /.test(part))
}

/** The inputs of an expression and the conditions it checks. */
const partsOf = (node: SyntaxNode, { shapes }: ProgramFacts): Set<string> =>
  new Set(
    [...walkNodes(node)].flatMap((inner) =>
      isQuestion(inner) ? [`asks ${shapes.of(inner)}`] : nameIn(inner)
    )
  )

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

/** Checks for presence may be added; every other condition and sum must stay. */
function isQuestion(node: SyntaxNode): boolean {
  if (isNodeOf(node, 'ConditionalExpression')) return true
  return (
    isNodeOf(node, 'LogicalExpression', 'BinaryExpression', 'UnaryExpression') &&
    !/^(?:\?\?|typeof)$/.test(textField(node, 'operator'))
  )
}
