// A place in a manifest that asks for a package.
import type { PlacedEdit } from '../placed-edits.js'

export interface Mention {
  path: string
  package: string
  /** The name under which it is asked for: that of an alias, if it is one. */
  key: string
  /** The version or the range as stated; null if any version will do. */
  requirement: string | null
  /** Why nothing can be changed here; null if something can. */
  refusal: string | null
  /** Where the digests of its archives stand, if they are stated too. */
  digests: DigestRun | null
  /** What makes it ask for another requirement. */
  restate(requirement: string): PlacedEdit[]
}

export interface DigestRun {
  from: number
  to: number
  /** What stands between two of them. */
  separator: string
}

type MentionParts = Pick<Mention, 'path' | 'package'> & Partial<Mention>

/** A mention that can only be refused. */
export const refusedMention = (parts: MentionParts, refusal: string): Mention => ({
  key: parts.package,
  requirement: null,
  digests: null,
  restate: () => [],
  ...parts,
  refusal
})

/** A mention of which the requirement stands between two places. */
export const plainMention = (parts: MentionParts, from: number, to: number): Mention => ({
  key: parts.package,
  requirement: null,
  refusal: null,
  digests: null,
  restate: (text) => [{ from, to, text }],
  ...parts
})

/** Why a package of another source is left alone. */
export const fromElsewhere = (source: string): string =>
  `It comes from \`${source.slice(0, 100)}\` (${kindOf(source)}), not from the registry; change it there`

const KINDS = ['workspace:', 'file:', 'link:', 'portal:', 'patch:', 'exec:'] as const

function kindOf(source: string): string {
  const kind = KINDS.find((one) => source.startsWith(one))
  if (kind) return kind.slice(0, -1)
  return /^https?:/.test(source) && !source.includes('.git') ? 'address' : 'git'
}
