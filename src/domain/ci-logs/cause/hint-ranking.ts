// Where no rule knows the message: the type that the words near the failure, and the work of its step, point to most.

import { COMMAND_HINTS, WORD_HINTS } from '../hints/index.js'
import { IN_HEADER, linesOfMarks, nearnessIn } from '../nearness.js'
import { lineCredit } from '../noise.js'
import type { TypedRule } from '../rules/rule.js'
import { isPlace, saidIn } from '../wrappers.js'
import type { LogFacts } from './facts.js'
import type { RankedCauses, ScoredHit } from './score.js'

/** How far words lie from what says that something failed: above it, and below. */
const ABOVE = 30
const BELOW = 4
/** Lines that are looked at: no more than a person would. */
const MOST_LINES = 300
const HEADER_LINES = 6
const OF_SETTINGS = /^\s{0,4}(?:shell|env|with):/

/** What a step set out to do is no cause: it only weighs with words that say the same. */
export function rankHints(facts: LogFacts): RankedCauses | null {
  const words = wordHits(facts)
  const spoken = new Set(words.map(({ rule }) => rule.type))
  const hits = [...words, ...commandHits(facts).filter(({ rule }) => spoken.has(rule.type))]
  const sums = new Map<string, number>()
  for (const { rule, score } of hits) sums.set(rule.type, (sums.get(rule.type) ?? 0) + score)
  const [first, second] = [...sums].sort(([, a], [, b]) => b - a)
  const strongest = (type: string | undefined) =>
    words.filter(({ rule }) => rule.type === type).sort((a, b) => b.score - a.score)[0]
  const best = strongest(first?.[0])
  if (!best || !first) return null
  const rival = strongest(second?.[0])
  return { best: { ...best, score: first[1] }, rival: rival && { ...rival, score: second?.[1] ?? 0 } }
}

/** Of each hint its strongest line: what is said often is not more true. */
function wordHits(facts: LogFacts): ScoredHit[] {
  const lines = linesNear(facts)
  return WORD_HINTS.flatMap((rule) => {
    const best = lines
      .filter(({ text }) => rule.pattern.test(saidIn(text)))
      .reduce<NearLine | null>((kept, line) => (kept && kept.share >= line.share ? kept : line), null)
    return best ? [{ line: best.line, rule, text: best.text, score: best.share * rule.weight }] : []
  })
}

interface NearLine {
  line: number
  text: string
  share: number
}

function linesNear(facts: LogFacts): NearLine[] {
  const shareAt = createLineShare(facts)
  const nearness = nearnessIn(facts)
  return [...facts.lines]
    .map(([line, text]) => ({ line, text, share: shareAt(line) }))
    .filter(({ line, share, text }) => share > 0 && nearness(line) > IN_HEADER && text.trim() !== '')
    .filter(({ line, text }) => !isPlace(text, facts.lines.get(line - 1)))
    .sort((a, b) => b.share - a.share || a.line - b.line)
    .slice(0, MOST_LINES)
    .map(({ line, text, share }) => ({ line, text, share: share * nearness(line) * lineCredit(text) }))
}

/**
 * A line counts by the nearest one that says that something failed; the line itself most. What another step printed,
 * or the runner before the first and after the last, tells nothing of a step that failed without a word.
 */
function createLineShare(facts: LogFacts): (line: number) => number {
  const ends = linesOfMarks(facts.marks, 'failure')
  const parts = [...linesOfMarks(facts.marks, 'step'), ...linesOfMarks(facts.marks, 'cleanup')].sort(
    (a, b) => a - b
  )
  const told = facts.hits.map(({ line }) => line)
  const anchors = new Set([...ends, ...told])
  const shares = new Map<number, number>()
  for (const anchor of anchors.size > 0 ? anchors : [lastLineOfJob(facts)]) {
    const from = Math.max(anchor - ABOVE, parts.findLast((part) => part <= anchor) ?? 0)
    const to = Math.min(anchor + BELOW, (parts.find((part) => part > anchor) ?? Infinity) - 1)
    for (let line = from; line <= to; line += 1)
      shares.set(line, Math.max(shares.get(line) ?? 0, shareOf(anchor - line)))
  }
  return (line) => shares.get(line) ?? 0
}

const shareOf = (above: number) => (above >= 0 ? 1 - above / ABOVE : 1 + above / BELOW)

const lastLineOfJob = ({ lineCount, marks }: LogFacts) => linesOfMarks(marks, 'cleanup')[0] ?? lineCount

/** The head of the last step before the failure. */
function commandHits(facts: LogFacts): ScoredHit[] {
  const end = linesOfMarks(facts.marks, 'failure').at(-1) ?? lastLineOfJob(facts)
  const step = linesOfMarks(facts.marks, 'step').findLast((line) => line <= end)
  if (step === undefined) return []
  const head: [number, string][] = Array.from({ length: HEADER_LINES }, (_, at) => [
    step + at,
    facts.lines.get(step + at) ?? ''
  ])
  const settings = head.findIndex(([, text]) => OF_SETTINGS.test(text))
  return head
    .slice(0, settings < 0 ? HEADER_LINES : settings)
    .flatMap(([line, text]) => matchCommands(line, text))
}

const matchCommands = (line: number, text: string): ScoredHit[] =>
  COMMAND_HINTS.filter(({ pattern }: TypedRule) => pattern.test(text)).map((rule) => ({
    line,
    rule,
    text,
    score: rule.weight
  }))
