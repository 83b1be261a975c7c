// Type nodes have no effect when the code runs, but some of them turn the type check off.
import { isNodeOf, type SyntaxNode, walkNodes } from './node.js'

/** TypeScript nodes that run, or that change the type of a value. */
const RUN =
  /^TS(?:As|Satisfies|NonNull|Instantiation|TypeAssertion|Enum|Module|ImportEquals|ExternalModule|ExportAssignment|NamespaceExport|ParameterProperty|Declare)/

export const isTypeNode = ({ type }: SyntaxNode) => /^TS/.test(type) && !RUN.test(type)

const ESCAPES = ['TSAnyKeyword', 'TSTypePredicate', 'TSNeverKeyword']

/** The number of types that accept or claim anything. */
export const countTypeEscapes = (node: SyntaxNode): number =>
  [...walkNodes(node)].filter((inner) => isNodeOf(inner, ...ESCAPES)).length
