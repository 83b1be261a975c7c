// What is kept of a log while it is read: hits, marks, and the lines around them, without secrets.
import { redacted } from '../text/secrets.js'
import type { Hit, LogFacts, Mark, MarkKind } from './cause/facts.js'
import { type Ends, endsOf } from './ends.js'
import { foundIn } from './matcher.js'
import type { LogLimits } from './reader.js'
import type { TypedRule } from './rules/rule.js'
import { plainLine } from './text.js'

export interface Kept {
  take(raw: string): void
  skip(lines: number): void
  facts(): LogFacts
}

export function keptOf(limits: LogLimits): Kept {
  const hits = new Map<string, Ends<Hit>>()
  const marks = new Map<string, Ends<Mark>>()
  const recent: string[] = []
  const shown = shownOf()
  let lines = new Map<number, string>()
  let number = 0
  let keepUntil = 0
  let unread = 0

  const keep = (line: number, text: string) => {
    if (!lines.has(line)) lines.set(line, owned(redacted(text)))
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
    const kept = keep(number, text)
    for (const rule of rules) entry(hits, rule.id, limits.hitsPerRule).add({ line: number, rule, text: kept })
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
      const text = shown(plainLine(raw).slice(0, limits.lineLength))
      recent[number % limits.tail] = text
      const { rules, mark } = foundIn(text)
      addHits(rules, text)
      if (number <= keepUntil) keep(number, text)
      if (mark) addMark(mark)
      if (lines.size > 2 * limits.lines) lines = worthKeeping(lines, inOrder(hits), limits)
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
      return { read, lineCount: number, hits: inOrder(hits), marks: inOrder(marks), lines }
    }
  }
}

function inOrder<Item extends { line: number }>(all: ReadonlyMap<string, Ends<Item>>): Item[] {
  return [...all.values()].flatMap((ends) => ends.all()).sort((a, b) => a.line - b.line)
}

function entry<Item>(all: Map<string, Ends<Item>>, name: string, most: number): Ends<Item> {
  const known = all.get(name) ?? endsOf<Item>(most)
  all.set(name, known)
  return known
}

/** A text of its own: a slice would hold the whole piece that it was cut from. */
const owned = (text: string) => Buffer.from(text).toString()

/** The lines around the hits that weigh most, as many as are allowed. */
function worthKeeping(lines: ReadonlyMap<number, string>, hits: readonly Hit[], limits: LogLimits) {
  const kept = new Map<number, string>()
  for (const { line } of [...hits].sort((a, b) => b.rule.weight - a.rule.weight)) {
    if (kept.size >= limits.lines) break
    for (let at = line - limits.before; at <= line + limits.after; at += 1) {
      const text = lines.get(at)
      if (text !== undefined) kept.set(at, text)
    }
  }
  return kept
}

/** A private key has many lines, and none of them shows by itself what it is part of. */
const KEY = 'PRIVATE KEY-----'
const LONGEST_KEY = 200

function shownOf() {
  let left = 0
  return (text: string) => {
    const isEdge = text.includes(KEY)
    const isInKey = left > 0
    left = isEdge ? leftBehind(text) : Math.max(0, left - 1)
    return isEdge || isInKey ? '[redacted]' : text
  }
}

const leftBehind = (edge: string) =>
  edge.includes('-----BEGIN') && !edge.includes('-----END') ? LONGEST_KEY : 0
