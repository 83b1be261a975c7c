// Reads a file of code owners as the host does, fast enough for a whole repository.
import { globMatcher, type Matcher } from '../../../text/glob.js'

export interface OwnerLine {
  pattern: string
  line: number
  owners: readonly string[]
  matches: Matcher
}

const MOST_LINES = 5_000
const LONGEST_PATTERN = 400
/** A backslash keeps a space within a path. */
const WORD = /(?:\\.|[^\s\\])+/g
const OWNER = /^@[\w-]|^[^\s@]{1,64}@[^\s@]/

/** In the order of the file: the last that matches counts, even if it names nobody. */
export function readOwnerLines(text: string): OwnerLine[] {
  return text.split('\n', MOST_LINES).flatMap((line, at) => ownerLine(line, at + 1))
}

function ownerLine(text: string, line: number): OwnerLine[] {
  const words = text.match(WORD) ?? []
  const comment = words.findIndex((word) => word.startsWith('#'))
  const [pattern, ...owners] = comment < 0 ? words : words.slice(0, comment)
  if (!pattern || pattern.startsWith('!') || pattern.length > LONGEST_PATTERN) return []
  // The host ignores a line of which it cannot read the owners.
  const known = owners.filter((word) => OWNER.test(word))
  if (owners.length > 0 && known.length === 0) return []
  return [{ pattern, line, owners: known, matches: matcherOf(pattern) }]
}

/**
 * As in a file of ignored paths: a pattern with a slash before its end begins at the root, and what matches a directory
 * matches all below it. But `*` at the end of a path does not: it stands for the files of one directory.
 */
function matcherOf(raw: string): Matcher {
  const pattern = raw.replaceAll('\\ ', ' ')
  const isRooted = pattern.slice(0, -1).includes('/')
  const plain = pattern.replace(/^\/+/, '')
  if (plain === '' || plain === '*' || plain === '**') return () => true
  const globs = globsOf(isRooted ? plain : `**/${plain}`)
  const literal = longestLiteral(plain)
  const matchers = globs.map(globMatcher)
  return (path) => path.includes(literal) && matchers.some((matches) => matches(path))
}

function globsOf(glob: string): string[] {
  if (glob.endsWith('/')) return [`${glob}**`]
  return /(?:^|[^*])\/\*$/.test(glob) ? [glob] : [glob, `${glob}/**`]
}

/** What every path that matches holds: most lines are passed over by it alone. */
function longestLiteral(pattern: string): string {
  const parts = pattern.replace(/\/$/, '').split(/\/?\*\*\/?|[*?]/)
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '')
}

/** The line that counts for a path; undefined if none matches. */
export function ownerLineOf(lines: readonly OwnerLine[], path: string): OwnerLine | undefined {
  return lines.findLast(({ matches }) => matches(path))
}
