// The line that a person would quote: what failed first, and not what was counted or followed at the end.
import type { Hit, LogFacts } from './cause/facts.js'
import type { ScoredHit } from './cause/score.js'
import { creditOf } from './noise.js'
import { linesOf } from './places.js'
import { LOG_LIMITS } from './reader.js'
import type { Rule } from './rules/rule.js'
import { TELLINGS } from './tellings/index.js'
import type { Telling } from './tellings/telling.js'

export type Captured = Record<string, string | undefined>

export interface Told {
  line: number
  text: string
  captured: Captured
}

/** Hits of one type that lie no farther apart tell of one account. */
const GAP = 40
const MOST_ABOVE = 1_000
const AROUND = 25
const MOST_BELOW = 60
/** A line that passes or is fetched is not what failed, nor is one that only warns where no telling says so. */
const LEAST_CREDIT = 0.5
const FULL_CREDIT = 1

export function toldOf(facts: LogFacts, best: ScoredHit): Told {
  const plain = { line: best.line, text: best.text, captured: {} }
  if (best.rule.role === 'hint') return plain
  const near = nearOf(facts, best)
  const tellings = TELLINGS.filter(({ types }) => types.includes(best.rule.type))
  const told = tellings.flatMap((telling) => {
    const first = toldIn(near, telling)
    return first ? [{ ...first, isSecond: telling.isSecond ?? false }] : []
  })
  const [first] = told.sort((a, b) => Number(a.isSecond) - Number(b.isSecond) || a.line - b.line)
  return first ?? messageIn(facts, near, best) ?? plain
}

/** A summary counts; the first hit of its account that does not says more. */
function messageIn({ hits }: LogFacts, near: readonly Near[], { rule }: ScoredHit): Told | undefined {
  if (rule.role !== 'summary') return undefined
  const lines = new Set(near.map(({ line }) => line))
  const message = hits.find(
    (hit) =>
      hit.rule.type === rule.type &&
      (hit.rule.role === undefined || hit.rule.role === 'assertion') &&
      lines.has(hit.line) &&
      creditOf(hit.text) >= FULL_CREDIT
  )
  return message && { line: message.line, text: message.text, captured: {} }
}

interface Near {
  line: number
  text: string
}

/** The lines of the account that the strongest hit belongs to, in its own step. */
function nearOf({ hits, marks, lines }: LogFacts, { line, rule }: ScoredHit): Near[] {
  const step = linesOf(marks, 'step').findLast((at) => at <= line) ?? 0
  const top = topOf(
    hits.filter((hit) => hit.rule.type === rule.type).map((hit) => hit.line),
    line
  )
  const from = Math.max(step, top - 1 - (isCut(hits, rule) ? 0 : AROUND))
  return [...lines]
    .filter(([at]) => at > from && at <= line + MOST_BELOW)
    .sort(([a], [b]) => a - b)
    .map(([at, text]) => ({ line: at, text: bare(text) }))
}

/** How far up an account reaches, one line after another. */
function topOf(told: readonly number[], line: number): number {
  let top = line
  for (const at of told.toReversed()) {
    if (at >= top) continue
    if (top - at > GAP || line - at > MOST_ABOVE) break
    top = at
  }
  return top
}

/** Of a rule with too many hits the middle is not kept: a line above the last ones is the first of nothing. */
const isCut = (hits: readonly Hit[], { id }: Rule) =>
  hits.filter(({ rule }) => rule.id === id).length >= LOG_LIMITS.hitsPerRule

/** An image is built with a number and a clock before each line. */
const bare = (text: string) => text.replace(/^##\[error\]|^(?:#\d{1,4} )?\d{1,6}\.\d{1,3} /, '')

function toldIn(near: readonly Near[], telling: Telling): Told | undefined {
  for (const [at, { line, text }] of near.entries()) {
    const match = telling.pattern.exec(text)
    if (!match || creditOf(text) < LEAST_CREDIT) continue
    const told = fullyTold(near, at, telling)
    if (telling.isPlaced && told.captured['file'] === undefined) continue
    return { line, text: told.text, captured: { ...told.captured, ...match.groups } }
  }
  return undefined
}

const MOST_QUOTED = 3
const QUOTED_WITHIN = 16
const PLACED_WITHIN = 40

function fullyTold(near: readonly Near[], at: number, { pattern, more, before, below, above }: Telling) {
  const own = near[at]?.text ?? ''
  const follows = near.slice(at + 1, at + 1 + PLACED_WITHIN).map(({ text }) => text)
  const other = follows.findIndex((text) => pattern.test(text) && indentOf(text) <= indentOf(own))
  const after = other < 0 ? follows : follows.slice(0, other)
  const earlier = near.slice(Math.max(0, at - PLACED_WITHIN), at).map(({ text }) => text)
  const quoted = more ? after.slice(0, QUOTED_WITHIN).filter((text) => more.test(text)) : []
  const said = quoted.length > 0 ? quoted.slice(0, MOST_QUOTED) : earlier.filter(fits(before)).slice(-1)
  const placed = [
    ...said.map((text) => (more ?? before)?.exec(text)),
    below?.exec(after.find(fits(below)) ?? ''),
    above?.exec(earlier.findLast(fits(above)) ?? '')
  ]
  const captured: Captured = Object.assign({}, ...placed.toReversed().map((match) => match?.groups))
  const text = [own, ...said].map((one) => one.trim()).join('; ')
  return { text: text.replaceAll(':; ', ': '), captured }
}

const fits = (pattern: RegExp | undefined) => (text: string) => pattern?.test(text) ?? false
const indentOf = (text: string) => text.length - text.trimStart().length
