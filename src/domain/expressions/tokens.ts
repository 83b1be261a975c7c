// Splits a rule into names, numbers, strings and signs.
import { RuleError } from './error.js'

export type TokenKind = 'name' | 'number' | 'text' | 'sign' | 'end'

export interface RuleToken {
  kind: TokenKind
  /** The source text; for a string, its content. */
  value: string
  at: number
}

export interface RuleSource {
  text: string
  /** The named expression that this is; null for the rule itself. */
  within: string | null
}

const BLANK = /[ \t\r\n]+/y
const NAME = /[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)*/y
const NUMBER = /[0-9]+(?:\.[0-9]+)?/y
const SIGN = /==|!=|<=|>=|[-+*/<>|(),]/y

export function tokenizeRule(source: RuleSource): RuleToken[] {
  const tokens: RuleToken[] = []
  for (let at = blanksAt(source.text, 0); at < source.text.length; ) {
    const { token, end } = readToken(source, at)
    tokens.push(token)
    at = blanksAt(source.text, end)
  }
  return [...tokens, { kind: 'end', value: '', at: source.text.length }]
}

const blanksAt = (text: string, at: number) => at + (runOf(BLANK, text, at)?.length ?? 0)

/** The match of a sticky pattern at a position. */
function runOf(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

const PATTERNS = [
  ['name', NAME],
  ['number', NUMBER],
  ['sign', SIGN]
] as const

function readToken(source: RuleSource, at: number): { token: RuleToken; end: number } {
  for (const [kind, pattern] of PATTERNS) {
    const value = runOf(pattern, source.text, at)
    if (value !== undefined) return { token: { kind, value, at }, end: at + value.length }
  }
  const [first = ''] = source.text.slice(at)
  if (first === '"' || first === "'") return readString(source, at, first)
  throw ruleSyntaxError(source, at, `${JSON.stringify(first)} has no meaning here${hintAbout(first)}`)
}

const HINTS: Record<string, string> = {
  '=': '; equality is ==',
  '!': '; write not, or != for inequality',
  '&': '; write and',
  '[': '; lists are asked about by filters, such as labels | includes("bug")'
}

const hintAbout = (char: string) => HINTS[char] ?? ''

const ESCAPED: Record<string, string> = { n: '\n', t: '\t' }

/** A string ends at the next quote of its kind; a backslash escapes the next character. */
function readString(source: RuleSource, at: number, quote: string): { token: RuleToken; end: number } {
  const { text } = source
  let value = ''
  for (let next = at + 1; next < text.length; next += 1) {
    const char = text.charAt(next)
    if (char === quote) return { token: { kind: 'text', value, at }, end: next + 1 }
    if (char === '\\') {
      next += 1
      value += ESCAPED[text.charAt(next)] ?? text.charAt(next)
    } else value += char
  }
  throw ruleSyntaxError(source, at, `this text has no end; ${quote} is expected`)
}

export function ruleSyntaxError({ text, within }: RuleSource, offset: number, reason: string): RuleError {
  return new RuleError('syntax', reason, { source: text, offset, within })
}
