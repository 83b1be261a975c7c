// Chooses the line to quote from a log: what failed first, rather than a summary or a consequence.
import type { LogFacts, RuleHit } from './cause/facts.js'
import type { ScoredHit } from './cause/score.js'
import { linesOfMarks } from './nearness.js'
import { lineCredit } from './noise.js'
import { QUOTE_PATTERNS } from './quote-patterns/index.js'
import type { QuotePattern } from './quote-patterns/quote-pattern.js'
import { LOG_LIMITS } from './reader.js'
import type { LogRule } from './rules/rule.js'

export type CapturedGroups = Record<string, string | undefined>

export interface QuotedLine {
  line: number
  text: string
  captured: CapturedGroups
}

/** Hits of one type within this distance belong to the same failure. */
const GAP = 40
const MOST_LINES_ABOVE = 1_000
const AROUND = 25
const MOST_LINES_BELOW = 60
/** Skips lines of passing tests and downloads. A warning is quoted only if a quote pattern matches it. */
const LEAST_CREDIT = 0.5
const FULL_CREDIT = 1

export function findQuotedLine(facts: LogFacts, best: ScoredHit): QuotedLine {
  const plain = { line: best.line, text: best.text, captured: {} }
  if (best.rule.role === 'hint') return plain
  const near = linesOfAccount(facts, best)
  const patterns = QUOTE_PATTERNS.filter(({ types }) => types.includes(best.rule.type))
  const quotes = patterns.flatMap((pattern) => {
    const first = matchQuote(near, pattern)
    return first ? [{ ...first, isFallback: pattern.isFallback ?? false }] : []
  })
  const [first] = quotes.sort((a, b) => Number(a.isFallback) - Number(b.isFallback) || a.line - b.line)
  return first ?? firstMessage(facts, near, best) ?? plain
}

/** Replaces a summary by the first concrete message of the same failure. */
function firstMessage(
  { hits }: LogFacts,
  near: readonly AccountLine[],
  { rule }: ScoredHit
): QuotedLine | undefined {
  if (rule.role !== 'summary') return undefined
  const lines = new Set(near.map(({ line }) => line))
  const message = hits.find(
    (hit) =>
      hit.rule.type === rule.type &&
      (hit.rule.role === undefined || hit.rule.role === 'assertion') &&
      lines.has(hit.line) &&
      lineCredit(hit.text) >= FULL_CREDIT
  )
  return message && { line: message.line, text: message.text, captured: {} }
}

interface AccountLine {
  line: number
  text: string
}

/** The lines of the failure around the strongest hit, within its step. */
function linesOfAccount({ hits, marks, lines }: LogFacts, { line, rule }: ScoredHit): AccountLine[] {
  const step = linesOfMarks(marks, 'step').findLast((at) => at <= line) ?? 0
  const top = topOfAccount(
    hits.filter((hit) => hit.rule.type === rule.type).map((hit) => hit.line),
    line
  )
  const from = Math.max(step, top - 1 - (hasDroppedHits(hits, rule) ? 0 : AROUND))
  return [...lines]
    .filter(([at]) => at > from && at <= line + MOST_LINES_BELOW)
    .sort(([a], [b]) => a - b)
    .map(([at, text]) => ({ line: at, text: stripPrefix(text) }))
}

/** The first line of the failure, found by walking up from hit to hit. */
function topOfAccount(hitLines: readonly number[], line: number): number {
  let top = line
  for (const at of hitLines.toReversed()) {
    if (at >= top) continue
    if (top - at > GAP || line - at > MOST_LINES_ABOVE) break
    top = at
  }
  return top
}

/**
 * A rule with too many hits has lost the middle ones, so a line above the remaining ones may belong to another failure.
 */
const hasDroppedHits = (hits: readonly RuleHit[], { id }: LogRule) =>
  hits.filter(({ rule }) => rule.id === id).length >= LOG_LIMITS.hitsPerRule

/** Docker prefixes each line of a build with a step number and a time. */
const stripPrefix = (text: string) => text.replace(/^##\[error\]|^(?:#\d{1,4} )?\d{1,6}\.\d{1,3} /, '')

function matchQuote(near: readonly AccountLine[], pattern: QuotePattern): QuotedLine | undefined {
  for (const [at, { line, text }] of near.entries()) {
    const match = pattern.pattern.exec(text)
    if (!match || lineCredit(text) < LEAST_CREDIT) continue
    const quote = assembleQuote(near, at, pattern)
    if (pattern.requiresFile && quote.captured['file'] === undefined) continue
    return { line, text: quote.text, captured: { ...quote.captured, ...match.groups } }
  }
  return undefined
}

const MOST_QUOTED = 3
const QUOTED_WITHIN = 16
const PLACED_WITHIN = 40

function assembleQuote(
  near: readonly AccountLine[],
  at: number,
  { pattern, more, before, below, above }: QuotePattern
) {
  const message = near[at]?.text ?? ''
  const follows = near.slice(at + 1, at + 1 + PLACED_WITHIN).map(({ text }) => text)
  const next = follows.findIndex((text) => pattern.test(text) && indentOf(text) <= indentOf(message))
  const after = next < 0 ? follows : follows.slice(0, next)
  const earlier = near.slice(Math.max(0, at - PLACED_WITHIN), at).map(({ text }) => text)
  const quoted = more ? after.slice(0, QUOTED_WITHIN).filter((text) => more.test(text)) : []
  const details = quoted.length > 0 ? quoted.slice(0, MOST_QUOTED) : earlier.filter(fits(before)).slice(-1)
  const placed = [
    ...details.map((text) => (more ?? before)?.exec(text)),
    below?.exec(after.find(fits(below)) ?? ''),
    above?.exec(earlier.findLast(fits(above)) ?? '')
  ]
  const captured: CapturedGroups = Object.assign({}, ...placed.toReversed().map((match) => match?.groups))
  const text = [message, ...details].map((part) => part.trim()).join('; ')
  return { text: text.replaceAll(':; ', ': '), captured }
}

const fits = (pattern: RegExp | undefined) => (text: string) => pattern?.test(text) ?? false
const indentOf = (text: string) => text.length - text.trimStart().length
