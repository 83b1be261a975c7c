// Reads JavaScript and TypeScript: the one place that knows the parser.
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

/** The grammar lets a few brackets cost seconds; whoever works longer than that on one file means no good. */
const MOST_MS = 1_000

const OPTIONS: ParserOptions = {
  sourceType: 'unambiguous',
  allowReturnOutsideFunction: true,
  createImportExpressions: true
}

/** The tree, or in words why there is none. */
export function parseSource(text: string, path: string): SyntaxTree | string {
  try {
    const read = parse(text, { ...OPTIONS, plugins: pluginsFor(path) })
    const comments = (read.comments ?? []).map(({ value, loc }) => ({ value, line: loc?.start.line ?? 1 }))
    return { program: addLines(read.program), comments, text }
  } catch (error) {
    return error instanceof SyntaxError ? error.message.slice(0, 200) : 'it is nested too deeply'
  }
}

function pluginsFor(path: string): ParserPlugin[] {
  const isTyped = /\.[cm]?tsx?$/.test(path)
  const isMarkup = !/\.[cm]?ts$/.test(path)
  return [...(isTyped ? ['typescript' as const] : []), ...(isMarkup ? ['jsx' as const] : []), 'decorators']
}

/** With the line of each node at hand. */
function addLines(root: object): SyntaxNode {
  const open: unknown[] = [root]
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (Array.isArray(one)) open.push(...one.filter((item) => item !== null))
    else if (typeof one === 'object' && one !== null) {
      if ('loc' in one && 'type' in one) Object.assign(one, { line: lineOf(one.loc) })
      open.push(...Object.entries(one).flatMap(([key, value]) => (isBelow(key, value) ? [value] : [])))
    }
  }
  // The border to the parser: each of its nodes has a type, a place and, by now, a line.
  return root as SyntaxNode
}

const isBelow = (key: string, value: unknown) =>
  typeof value === 'object' && value !== null && !['loc', 'extra'].includes(key) && !/Comments$/.test(key)

// The border to the parser, whose places hold a line.
const lineOf = (loc: unknown): number => (loc as { start?: { line?: number } } | null)?.start?.line ?? 1

/** What the work comes to; nothing where it takes too long or goes too deep. */
export function runWithTimeLimit<T>(work: () => T): T | undefined {
  let result: T | undefined
  const context = createContext({
    work: () => {
      result = work()
    }
  })
  try {
    runInContext('work()', context, { timeout: MOST_MS })
    return result
  } catch (error) {
    if (isTooMuch(error)) return undefined
    throw error
  }
}

/** Neither need be an error of this realm. */
function isTooMuch(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const isLate = 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  return isLate || ('name' in error && error.name === 'RangeError')
}
