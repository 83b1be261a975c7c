// The fallback where no rule matches: the type that words near the failure and the command of the step suggest.

import { evidenceIn } from '../evidence/evidence.js'
import { COMMAND_HINTS, WORD_HINTS } from '../hints/index.js'
import { IN_HEADER, linesOfMarks, nearnessIn } from '../nearness.js'
import { lineCredit } from '../noise.js'
import type { TypedRule } from '../rules/rule.js'
import { isPlace } from '../wrappers.js'
import type { LogFacts } from './facts.js'
import type { ScoredHit } from './score.js'

/** How many lines above and below a reported failure the words may stand. */
const ABOVE = 30
const BELOW = 4
/** Looks at no more lines than a person would. */
const MOST_LINES = 300
const HEADER_LINES = 6
const OF_SETTINGS = /^\s{0,4}(?:shell|env|with):/

/**
 * The best hint of each type with the sum of all, strongest first. The command of a step is no cause; it counts only
 * together with words that suggest the same type.
 */
export function hintCauses(facts: LogFacts): ScoredHit[] {
  const words = wordHits(facts)
  const suggested = new Set(words.map(({ rule }) => rule.type))
  const hits = [...words, ...commandHits(facts).filter(({ rule }) => suggested.has(rule.type))]
  const sums = new Map<string, number>()
  for (const { rule, score } of hits) sums.set(rule.type, (sums.get(rule.type) ?? 0) + score)
  return [...sums]
    .sort(([, a], [, b]) => b - a)
    .flatMap(([type, score]) => {
      const strongest = words.filter(({ rule }) => rule.type === type).sort((a, b) => b.score - a.score)[0]
      return strongest ? [{ ...strongest, score }] : []
    })
}

/** The best line for each hint: repetition makes a hint no stronger. */
function wordHits(facts: LogFacts): ScoredHit[] {
  const lines = linesNear(facts)
  return WORD_HINTS.flatMap((rule) => {
    const best = lines
      .filter(({ message }) => rule.pattern.test(message))
      .reduce<NearLine | null>((best, line) => (best && best.share >= line.share ? best : line), null)
    return best ? [{ line: best.line, rule, text: best.text, score: best.share * rule.weight }] : []
  })
}

interface NearLine {
  line: number
  text: string
  /** What the line tells itself. */
  message: string
  share: number
}

function linesNear(facts: LogFacts): NearLine[] {
  const shareAt = createLineShare(facts)
  const nearness = nearnessIn(facts)
  const evidence = evidenceIn(facts)
  return [...facts.lines]
    .map(([line, text]) => ({ line, text, share: shareAt(line) }))
    .filter(({ line, share, text }) => share > 0 && nearness(line) > IN_HEADER && text.trim() !== '')
    .filter(({ line, text }) => !isPlace(text, facts.lines.get(line - 1)))
    .sort((a, b) => b.share - a.share || a.line - b.line)
    .slice(0, MOST_LINES)
    .map(({ line, text, share }) => ({
      line,
      text,
      message: evidence.message(line, text),
      share: share * nearness(line) * lineCredit(text)
    }))
    .filter(({ message }) => message !== '')
}

/**
 * A line weighs more the nearer it is to a reported failure. Output of other steps, and of the runner before the first
 * step and after the last, does not explain a step that failed silently.
 */
function createLineShare(facts: LogFacts): (line: number) => number {
  const ends = linesOfMarks(facts.marks, 'failure')
  const parts = [...linesOfMarks(facts.marks, 'step'), ...linesOfMarks(facts.marks, 'cleanup')].sort(
    (a, b) => a - b
  )
  const hitLines = facts.hits.map(({ line }) => line)
  const anchors = new Set([...ends, ...hitLines])
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

/** Matches the printed command of the last step before the failure. */
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
