// Matches a line against rules and marks: one pass finds their literals, and only candidates run their patterns.
import { type Automaton, buildAutomaton } from './automaton.js'
import type { MarkKind } from './cause/facts.js'
import { literalsOf } from './literal.js'
import { MARK_RULES } from './marks.js'
import { LOG_RULES } from './rules/index.js'
import type { TypedRule } from './rules/rule.js'

export interface LineMatch {
  rules: readonly TypedRule[]
  mark: MarkKind | null
}

const NO_MATCH: LineMatch = { rules: [], mark: null }

/** Rules and marks share one automaton, which identifies a pattern by its index in this list. */
const PATTERNS = [...LOG_RULES, ...MARK_RULES].map(({ pattern }) => pattern)

const LITERALS = PATTERNS.flatMap((pattern, owner) => literalsOf(pattern).map((text) => ({ text, owner })))

let automaton: Automaton | undefined

/** Built for the first log, because it takes milliseconds and most processes never read one. */
function lazyAutomaton(): Automaton {
  automaton ??= buildAutomaton(LITERALS.map(({ text }) => text))
  return automaton
}

export function matchLine(line: string): LineMatch {
  const literals = lazyAutomaton().textsIn(line)
  if (literals.length === 0) return NO_MATCH
  const owners = new Set(literals.map((literal) => LITERALS[literal]?.owner ?? 0))
  const fitting = [...owners].filter((owner) => PATTERNS[owner]?.test(line))
  const rules = fitting.flatMap((owner) => LOG_RULES[owner] ?? [])
  const mark = fitting
    .map((owner) => MARK_RULES[owner - LOG_RULES.length]?.kind)
    .find((kind) => kind !== undefined)
  return { rules, mark: mark ?? null }
}
