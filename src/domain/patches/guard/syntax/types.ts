// Types say what is meant and are gone when the code runs; some say that nothing is to be checked.
import { isNodeOf, type SyntaxNode, walkNodes } from './node.js'

/** These run, or turn a value into another type. */
const RUN =
  /^TS(?:As|Satisfies|NonNull|Instantiation|TypeAssertion|Enum|Module|ImportEquals|ExternalModule|ExportAssignment|NamespaceExport|ParameterProperty|Declare)/

export const isTypeNode = ({ type }: SyntaxNode) => /^TS/.test(type) && !RUN.test(type)

const ESCAPES = ['TSAnyKeyword', 'TSTypePredicate', 'TSNeverKeyword']

/** How often a type says that nothing is to be known of a value. */
export const countTypeEscapes = (node: SyntaxNode): number =>
  [...walkNodes(node)].filter((one) => isNodeOf(one, ...ESCAPES)).length
