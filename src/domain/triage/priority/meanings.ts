// Reads a text as words with meanings, and finds sequences of meanings in it: `data ~ gone` is found in "Data of two
// customers gone". Each word is looked at a bounded number of times.
import { WORDS } from './harm-words.js'

/** A word, a phrase or a mark with its meanings, and where it is in the text. */
interface MeantWord {
  meanings: ReadonlySet<string>
  from: number
  to: number
}

/** A sequence: each step has the meanings that fit, and how many words may come before it. */
interface Step {
  meanings: readonly string[]
  gap: number
}

export interface Occurrence {
  from: number
  to: number
}

const LONGEST_PHRASE = 3
/** How many words `~` stands for at the most. */
const GAP = 3
/** Names of functions and files, as `panic!()` and `crash.ts`, mean nothing. */
const WORD = /[a-z0-9_]{1,40}!?\(|[a-z0-9](?:[a-z0-9'_-]|\.(?=[a-z0-9])){0,40}|[.,:;!?()\u2013\u2014\u2026-]/g

const known = new Map<string, Set<string>>()
for (const [meaning, list] of Object.entries(WORDS))
  for (const word of list.trim().split(/,\s+/)) known.set(word, (known.get(word) ?? new Set()).add(meaning))

const END: ReadonlySet<string> = new Set(['end'])
const NONE: ReadonlySet<string> = new Set()

/** Expects lower case. */
export function meantWords(text: string): MeantWord[] {
  const found = [...text.matchAll(WORD)]
  const words: MeantWord[] = []
  for (let at = 0; at < found.length; ) {
    const { meanings, size } = longestAt(found.slice(at, at + LONGEST_PHRASE).map(([word]) => word))
    const [first, last] = [found[at], found[at + size - 1]]
    if (first && last) words.push({ meanings, from: first.index, to: last.index + last[0].length })
    at += size
  }
  return [...words, { meanings: END, from: text.length, to: text.length }]
}

function longestAt(words: readonly string[]): { meanings: ReadonlySet<string>; size: number } {
  for (let size = words.length; size > 0; size -= 1) {
    const meanings = known.get(words.slice(0, size).join(' '))
    if (meanings) return { meanings, size }
  }
  return { meanings: /^[a-z0-9_]/.test(words[0] ?? '') ? NONE : END, size: 1 }
}

/** `a|b` fits either meaning, `~` up to three words and `~1` up to one. */
export function sequenceOf(text: string): Step[] {
  const steps: Step[] = []
  let gap = 0
  for (const part of text.split(' ')) {
    if (part.startsWith('~')) gap = Number(part.slice(1) || GAP)
    else {
      steps.push({ meanings: part.split('|'), gap })
      gap = 0
    }
  }
  return steps
}

export function* occurrencesOf(steps: readonly Step[], words: readonly MeantWord[]): Generator<Occurrence> {
  for (const [at, { from }] of words.entries()) {
    const last = lastOf(steps, words, at)
    if (last) yield { from, to: last.to }
  }
}

/** The last word of a sequence whose first word is at this place; marks end a gap. */
function lastOf(steps: readonly Step[], words: readonly MeantWord[], at: number): MeantWord | undefined {
  const [step, ...further] = steps
  const word = words[at]
  if (!step || !word || !step.meanings.some((meaning) => word.meanings.has(meaning))) return undefined
  if (further.length === 0) return word
  const gap = further[0]?.gap ?? 0
  for (let next = at + 1; next <= at + 1 + gap && next < words.length; next += 1) {
    const last = lastOf(further, words, next)
    if (last) return last
    if (words[next]?.meanings === END) return undefined
  }
  return undefined
}
