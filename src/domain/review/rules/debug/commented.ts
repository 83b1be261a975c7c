// Code that is commented out instead of removed.
import { addedLines, type DiffLine, type ReviewedFile, removedLines } from '../../change.js'
import { codeLanguageOf } from '../../places.js'
import type { BuiltInFinding } from '../rule.js'

const MARK = /^\s*(?:\/\/+|#+|--|;;|%|\/\*|\*|<!--|\{\/\*)\s?/
const END = /\s?(?:\*\/\}?|-->)\s*$/
const LEAST_LENGTH = 10
/** Code that keeps something from happening. */
const GUARD =
  /auth|permission|\badmin|verif|valid|csrf|\bassert|\bthrow\b|\braise\b|\b40[13]\b|forbidden|deny|denied|\bguard|require_?login|sanitiz|escape|rate_?limit|\bcheck/i

export function commentedFindings(file: ReviewedFile): BuiltInFinding[] {
  if (codeLanguageOf(file.path) === undefined) return []
  const gone = new Set(removedLines(file).map(({ text }) => text.trim()))
  const commented = addedLines(file).filter(({ text }) => isCommented(text, gone))
  const guard = commented.find(({ text }) => GUARD.test(text))
  const first = guard ?? commented[0]
  return first ? [commentedFinding(file, first, guard !== undefined)] : []
}

function isCommented(text: string, gone: ReadonlySet<string>): boolean {
  if (text.length > 500 || !MARK.test(text)) return false
  const code = text.replace(MARK, '').replace(END, '').trim()
  return code.length >= LEAST_LENGTH && gone.has(code)
}

const commentedFinding = (file: ReviewedFile, line: DiffLine, isGuard: boolean): BuiltInFinding => ({
  severity: isGuard ? 'medium' : 'low',
  title: isGuard ? 'A check is commented out' : 'Code is commented out',
  description: isGuard
    ? 'What it kept from happening can happen from now on, and the comment looks as if it were to come back.'
    : 'Nobody who reads it later knows whether it is still needed: the history keeps what is removed.',
  suggestion: isGuard ? 'Keep the check, or remove it and say why.' : 'Remove it.',
  path: file.path,
  line: line.after,
  confidence: isGuard ? 0.7 : 0.55,
  context: line.text,
  ...(isGuard ? { category: 'bug' } : {})
})
