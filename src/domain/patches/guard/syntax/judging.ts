// What the parts of the comparison hand to each other.
import type { Reader } from './messages.js'
import type { Node } from './node.js'
import type { Shapes } from './same.js'

export interface Fault {
  line: number
  reason: string
}

export const NONE: readonly Fault[] = []

export const fault = (node: Node, reason: string): Fault[] => [{ line: node.line, reason }]

/** Where in both trees the comparison is. */
export interface Site {
  /** The function around it, as it is afterwards. */
  around: Node | undefined
  /** A call that reaches beyond the code: what it is given stays as it is. */
  isReaching: boolean
  /** The condition of an exit, which is not narrowed. */
  isExit: boolean
  /** Who reads a text that stands here. */
  reader: Reader
}

export interface Facts {
  shapes: Shapes
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

export interface Pair {
  before: Node
  after: Node
  site: Site
}

/** Nothing found means: shown to be harmless. */
export type Compare = (before: Node, after: Node, site: Site) => readonly Fault[]

export interface Judging {
  facts: Facts
  compare: Compare
}
