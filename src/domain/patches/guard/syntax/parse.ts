// Parses JavaScript and TypeScript; no other file knows the parser.
import { createContext, runInContext } from 'node:vm'
import { type ParserOptions, type ParserPlugin, parse } from '@babel/parser'
import type { SyntaxNode } from './node.js'

export interface SourceComment {
  value: string
  line: number
}

export interface SyntaxTree {
  program: SyntaxNode
  comments: SourceComment[]
  text: string
}

/** A few brackets can cost seconds of parsing; no honest file takes longer. */
const LONGEST_PARSE_MS = 1_000

const OPTIONS: ParserOptions = {
  sourceType: 'unambiguous',
  allowReturnOutsideFunction: true,
  createImportExpressions: true
}

/** The tree, or why there is none. */
export function parseSource(text: string, path: string): SyntaxTree | string {
  try {
    const parsed = parse(text, { ...OPTIONS, plugins: pluginsFor(path) })
    const comments = (parsed.comments ?? []).map(({ value, loc }) => ({ value, line: loc?.start.line ?? 1 }))
    return { program: addLines(parsed.program), comments, text }
  } catch (error) {
    return error instanceof SyntaxError ? error.message.slice(0, 200) : 'it is nested too deeply'
  }
}

function pluginsFor(path: string): ParserPlugin[] {
  const isTyped = /\.[cm]?tsx?$/.test(path)
  const isMarkup = !/\.[cm]?ts$/.test(path)
  return [...(isTyped ? ['typescript' as const] : []), ...(isMarkup ? ['jsx' as const] : []), 'decorators']
}

/** Copies the line of each node to the node itself. */
function addLines(root: object): SyntaxNode {
  const open: unknown[] = [root]
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    if (Array.isArray(item)) open.push(...item.filter((entry) => entry !== null))
    else if (typeof item === 'object' && item !== null) {
      if ('loc' in item && 'type' in item) Object.assign(item, { line: lineOf(item.loc) })
      open.push(...Object.entries(item).flatMap(([key, value]) => (isBelow(key, value) ? [value] : [])))
    }
  }
  // Cast: every node of the parser has a type, a position and now a line.
  return root as SyntaxNode
}

const isBelow = (key: string, value: unknown) =>
  typeof value === 'object' && value !== null && !['loc', 'extra'].includes(key) && !/Comments$/.test(key)

// Cast: locations of the parser have a line.
const lineOf = (loc: unknown): number => (loc as { start?: { line?: number } } | null)?.start?.line ?? 1

/** The result of the work; undefined if it takes too long or recurses too deep. */
export function runWithTimeLimit<T>(work: () => T): T | undefined {
  let result: T | undefined
  const context = createContext({
    work: () => {
      result = work()
    }
  })
  try {
    runInContext('work()', context, { timeout: LONGEST_PARSE_MS })
    return result
  } catch (error) {
    if (isTooMuch(error)) return undefined
    throw error
  }
}

/** The error may belong to another realm, so instanceof does not work. */
function isTooMuch(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const isLate = 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  return isLate || ('name' in error && error.name === 'RangeError')
}
