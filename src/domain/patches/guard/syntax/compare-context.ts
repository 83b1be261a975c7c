// The state that the parts of the tree comparison share.
import type { TextReader } from './messages.js'
import type { SyntaxNode } from './node.js'
import type { NodeShapes } from './node-shapes.js'

export interface HarmFault {
  line: number
  reason: string
}

export const NO_FAULTS: readonly HarmFault[] = []

export const harmFault = (node: SyntaxNode, reason: string): HarmFault[] => [{ line: node.line, reason }]

/** The position of the comparison in both trees. */
export interface CompareSite {
  /** The enclosing function in the new tree. */
  around: SyntaxNode | undefined
  /** Inside the arguments of a call that reaches beyond the code; these must not change. */
  isReaching: boolean
  /** Inside the condition of an early exit, which must not become narrower. */
  isExit: boolean
  /** Who reads a text at this position. */
  reader: TextReader
}

export interface ProgramFacts {
  shapes: NodeShapes
  /** The shapes of all nodes in the old tree. */
  known: ReadonlySet<number>
  /** Functions declared in the file or imported from a harmless module. */
  functions: ReadonlySet<string>
  /** All names declared in the file. */
  declared: ReadonlySet<string>
  /** Names imported from Node modules that reach beyond the code. */
  reaching: ReadonlySet<string>
  /** All names used in the new tree. */
  used: ReadonlySet<string>
}

export interface NodePair {
  before: SyntaxNode
  after: SyntaxNode
  site: CompareSite
}

/** No faults means that the change is known to be harmless. */
export type CompareNodes = (before: SyntaxNode, after: SyntaxNode, site: CompareSite) => readonly HarmFault[]

export interface CompareContext {
  facts: ProgramFacts
  compare: CompareNodes
}
