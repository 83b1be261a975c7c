// Buffers what the diagnosis needs while a log is read: rule hits, marks, and the lines around them, with secrets
// redacted.
import { redactSecrets } from '../text/secrets.js'
import type { LogFacts, LogMark, MarkKind, RuleHit } from './cause/facts.js'
import { type FirstAndLast, keepFirstAndLast } from './first-and-last.js'
import { matchLine } from './matcher.js'
import type { LogLimits } from './reader.js'
import type { TypedRule } from './rules/rule.js'
import { plainLine } from './text.js'

export interface LogBuffer {
  take(raw: string): void
  skip(lines: number): void
  facts(): LogFacts
}

export function createLogBuffer(limits: LogLimits): LogBuffer {
  const hits = new Map<string, FirstAndLast<RuleHit>>()
  const marks = new Map<string, FirstAndLast<LogMark>>()
  const recent: string[] = []
  const redactKeys = createKeyRedaction()
  let lines = new Map<number, string>()
  let number = 0
  let keepUntil = 0
  let unread = 0

  const keep = (line: number, text: string) => {
    if (!lines.has(line)) lines.set(line, copyText(redactSecrets(text)))
    return lines.get(line) ?? ''
  }
  const keepRecent = (count: number) => {
    for (let line = Math.max(1, number - count + 1); line <= number; line += 1)
      keep(line, recent[line % limits.tail] ?? '')
  }
  const addHits = (rules: readonly TypedRule[], text: string) => {
    if (rules.length === 0) return
    keepRecent(limits.before)
    keepUntil = number + limits.after
    const stored = keep(number, text)
    for (const rule of rules)
      entry(hits, rule.id, limits.hitsPerRule).add({ line: number, rule, text: stored })
  }
  const addMark = (kind: MarkKind) => {
    entry(marks, kind, limits.marksPerKind).add({ line: number, kind })
    if (kind === 'failure') keepRecent(limits.beforeFailure)
    if (kind !== 'step') return
    keepRecent(1)
    keepUntil = Math.max(keepUntil, number + limits.ofStep)
  }
  return {
    take(raw) {
      number += 1
      const text = redactKeys(plainLine(raw).slice(0, limits.lineLength))
      recent[number % limits.tail] = text
      const { rules, mark } = matchLine(text)
      addHits(rules, text)
      if (number <= keepUntil) keep(number, text)
      if (mark) addMark(mark)
      if (lines.size > 2 * limits.lines) lines = linesAroundHits(lines, sortByLine(hits), limits)
    },
    skip(count) {
      number += count
      unread += count
      recent.length = 0
      recent[number % limits.tail] = `[${count} lines of this log were not read]`
    },
    facts() {
      keepRecent(limits.tail)
      const read = unread > 0 ? 'part' : 'all'
      return { read, lineCount: number, hits: sortByLine(hits), marks: sortByLine(marks), lines }
    }
  }
}

function sortByLine<Item extends { line: number }>(all: ReadonlyMap<string, FirstAndLast<Item>>): Item[] {
  return [...all.values()].flatMap((ends) => ends.all()).sort((a, b) => a.line - b.line)
}

function entry<Item>(all: Map<string, FirstAndLast<Item>>, name: string, most: number): FirstAndLast<Item> {
  const existing = all.get(name) ?? keepFirstAndLast<Item>(most)
  all.set(name, existing)
  return existing
}

/** Copies the text, because a slice would keep the whole chunk in memory. */
const copyText = (text: string) => Buffer.from(text).toString()

/** Drops lines beyond the limit, keeping those around the hits with the highest weight. */
function linesAroundHits(lines: ReadonlyMap<number, string>, hits: readonly RuleHit[], limits: LogLimits) {
  const remaining = new Map<number, string>()
  for (const { line } of [...hits].sort((a, b) => b.rule.weight - a.rule.weight)) {
    if (remaining.size >= limits.lines) break
    for (let at = line - limits.before; at <= line + limits.after; at += 1) {
      const text = lines.get(at)
      if (text !== undefined) remaining.set(at, text)
    }
  }
  return remaining
}

/** The lines of a private key are redacted together: a single line does not show that it belongs to a key. */
const KEY = 'PRIVATE KEY-----'
const LONGEST_KEY = 200

function createKeyRedaction() {
  let left = 0
  return (text: string) => {
    const isEdge = text.includes(KEY)
    const isInKey = left > 0
    left = isEdge ? linesOfKey(text) : Math.max(0, left - 1)
    return isEdge || isInKey ? '[redacted]' : text
  }
}

const linesOfKey = (edge: string) =>
  edge.includes('-----BEGIN') && !edge.includes('-----END') ? LONGEST_KEY : 0
