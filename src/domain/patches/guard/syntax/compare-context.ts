// What the parts of the comparison hand to each other.
import type { TextReader } from './messages.js'
import type { SyntaxNode } from './node.js'
import type { NodeShapes } from './node-shapes.js'

export interface HarmFault {
  line: number
  reason: string
}

export const NO_FAULTS: readonly HarmFault[] = []

export const harmFault = (node: SyntaxNode, reason: string): HarmFault[] => [{ line: node.line, reason }]

/** Where in both trees the comparison is. */
export interface CompareSite {
  /** The function around it, as it is afterwards. */
  around: SyntaxNode | undefined
  /** A call that reaches beyond the code: what it is given stays as it is. */
  isReaching: boolean
  /** The condition of an exit, which is not narrowed. */
  isExit: boolean
  /** Who reads a text that stands here. */
  reader: TextReader
}

export interface ProgramFacts {
  shapes: NodeShapes
  /** The shapes of all that was there before. */
  known: ReadonlySet<number>
  /** Names of functions of this code: declared in the file, or taken from a module. */
  functions: ReadonlySet<string>
  /** Names that anything in the file declares. */
  declared: ReadonlySet<string>
  /** Names that come from modules of Node which reach beyond the code. */
  reaching: ReadonlySet<string>
  /** Names that are used anywhere afterwards. */
  used: ReadonlySet<string>
}

export interface NodePair {
  before: SyntaxNode
  after: SyntaxNode
  site: CompareSite
}

/** Nothing found means: shown to be harmless. */
export type CompareNodes = (before: SyntaxNode, after: SyntaxNode, site: CompareSite) => readonly HarmFault[]

export interface CompareContext {
  facts: ProgramFacts
  compare: CompareNodes
}
