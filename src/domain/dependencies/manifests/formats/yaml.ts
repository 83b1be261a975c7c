// Reads the block mappings of lock files that tools write as YAML, line by line and in one pass. Lock files are too
// large for a tree of nodes, and their writers use a small part of YAML.
import { eachLine, indentOf, unquoted } from './lines.js'

export interface YamlLine {
  /** The names of the mappings around it, outermost first; the array is reused from entry to entry. */
  path: readonly string[]
  key: string
  /** What follows on the same line, without a comment; empty before a nested mapping. */
  value: string
  line: number
}

/** Deeper mappings are passed over. */
const DEEPEST = 20

interface YamlWalk {
  path: string[]
  indents: number[]
}

/** Calls back for each entry of a mapping. Returns the first line of no known form, or 0. */
export function eachYamlEntry(text: string, take: (entry: YamlLine) => void): number {
  const walk: YamlWalk = { path: [], indents: [] }
  let strange = 0
  eachLine(text, (raw, line) => {
    const content = raw.trim()
    if (isSkipped(content)) return undefined
    const indent = indentOf(raw)
    leave(walk, indent)
    const entry = splitEntry(content)
    if (entry && walk.path.length < DEEPEST) {
      take({ path: walk.path, ...entry, line })
      walk.path.push(entry.key)
      walk.indents.push(indent)
    } else if (!entry && isStrange(content, indent)) strange ||= line
    return undefined
  })
  return strange
}

/** Blank lines, comments, and the marks around documents. */
const isSkipped = (content: string) => content === '' || /^(?:#|---|\.\.\.|%)/.test(content)

const isStrange = (content: string, indent: number) => indent === 0 && !content.startsWith('-')

/** Leaves the mappings that are not around a line any more. */
function leave({ path, indents }: YamlWalk, indent: number): void {
  while (indents.length > 0 && (indents.at(-1) ?? 0) >= indent) {
    indents.pop()
    path.pop()
  }
}

/** `key: value`, with the key quoted or not; `? key` before a value on the next line. */
function splitEntry(content: string): { key: string; value: string } | undefined {
  if (content.startsWith('? ')) return { key: unquoted(content.slice(2).trim()), value: '' }
  if (content.startsWith(': ')) return splitEntry(content.slice(2).trim())
  const first = content[0]
  if (first === '-' && (content[1] === ' ' || content.length === 1)) return undefined
  const at = first === '"' || first === "'" ? afterQuoted(content, first) : colonIn(content)
  if (at < 0 || content[at] !== ':') return undefined
  return { key: unquoted(content.slice(0, at).trim()), value: scalar(content.slice(at + 1).trim()) }
}

/** The first colon that ends a key: one before a space or the end of the line. */
function colonIn(content: string): number {
  let at = content.indexOf(':')
  while (at >= 0 && at + 1 < content.length && content[at + 1] !== ' ') at = content.indexOf(':', at + 1)
  return at
}

function afterQuoted(content: string, mark: string): number {
  let at = 1
  while (at < content.length && content[at] !== mark) at += mark === '"' && content[at] === '\\' ? 2 : 1
  return at + 1
}

/** A plain or quoted value without the comment after it. */
function scalar(value: string): string {
  if (value.startsWith('"') || value.startsWith("'")) return unquoted(value)
  const comment = value.indexOf(' #')
  return comment < 0 ? value : value.slice(0, comment).trim()
}

/** A member of a mapping in braces on one line. */
export function flowMember(value: string, name: string): string | undefined {
  if (!value.startsWith('{')) return undefined
  const inner = value.slice(1, value.endsWith('}') ? -1 : undefined)
  for (const part of inner.split(', ')) {
    const at = part.indexOf(': ')
    if (at >= 0 && part.slice(0, at).trim() === name) return unquoted(part.slice(at + 2).trim())
  }
  return undefined
}
