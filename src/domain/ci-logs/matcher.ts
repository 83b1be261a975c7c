// Which rules and marks a line fits: their literals are looked for in one pass, and only then their patterns run.
import { type Automaton, automatonOf } from './automaton.js'
import type { MarkKind } from './cause/facts.js'
import { literalsOf } from './literal.js'
import { MARK_RULES } from './marks.js'
import { RULES } from './rules/index.js'
import type { TypedRule } from './rules/rule.js'

export interface Found {
  rules: readonly TypedRule[]
  mark: MarkKind | null
}

const NOTHING: Found = { rules: [], mark: null }

/** Rules and marks share one automaton; a pattern is known in it by its place in this list. */
const PATTERNS = [...RULES, ...MARK_RULES].map(({ pattern }) => pattern)

const LITERALS = PATTERNS.flatMap((pattern, owner) => literalsOf(pattern).map((text) => ({ text, owner })))

let automaton: Automaton | undefined

/** Built when the first log is read; it costs some milliseconds, and most processes never read one. */
function theAutomaton(): Automaton {
  automaton ??= automatonOf(LITERALS.map(({ text }) => text))
  return automaton
}

export function foundIn(line: string): Found {
  const literals = theAutomaton().textsIn(line)
  if (literals.length === 0) return NOTHING
  const owners = new Set(literals.map((literal) => LITERALS[literal]?.owner ?? 0))
  const fitting = [...owners].filter((owner) => PATTERNS[owner]?.test(line))
  const rules = fitting.flatMap((owner) => RULES[owner] ?? [])
  const mark = fitting
    .map((owner) => MARK_RULES[owner - RULES.length]?.kind)
    .find((kind) => kind !== undefined)
  return { rules, mark: mark ?? null }
}
