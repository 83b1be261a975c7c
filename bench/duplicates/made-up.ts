// Issues of a made-up tracker: words as common and as rare as in a real one, a template, log lines, some repetitions.
import type { IssueReport } from '#domain/duplicates/report.js'
import { DAY_MS } from '#domain/time/durations.js'

const FIRST_AT = Date.UTC(2020, 0, 1)
const APART_MS = 600_000
const COMMON_WORDS = 60_000
/** Real trackers go on inventing words: so many issues bring one new. */
const REPEATS = 0.05
const STILL_OPEN = 0.15
const SYLLABLES = [
  'ka',
  'lo',
  'mi',
  'tar',
  'en',
  'sol',
  'ri',
  'ven',
  'do',
  'ques',
  'pla',
  'ut',
  'gor',
  'shi',
  'ble',
  'nex'
]

export interface MadeUp {
  next(): IssueReport
}

export function issuesOf(most: number): MadeUp {
  const random = randomFrom(most)
  const recent: string[][] = []
  let id = 0
  return {
    next() {
      id += 1
      const source = random() < REPEATS ? recent[Math.floor(random() * recent.length)] : undefined
      const words =
        source?.map((word) => (random() < 0.6 ? word : wordOf(random, id))) ?? subjectOf(random, id)
      recent[id % 1_000] = words
      const createdAt = new Date(FIRST_AT + id * APART_MS)
      const closedAt = random() < STILL_OPEN ? null : new Date(createdAt.getTime() + random() * 300 * DAY_MS)
      return {
        id,
        number: id,
        title: words.slice(0, 8).join(' '),
        body: bodyOf(words, random, id),
        createdAt,
        closedAt
      }
    }
  }
}

function subjectOf(random: () => number, id: number): string[] {
  return Array.from({ length: 14 }, () => wordOf(random, id))
}

function bodyOf(words: readonly string[], random: () => number, id: number): string {
  const sentences = Array.from({ length: 2 + Math.floor(random() * 8) }, () =>
    Array.from({ length: 9 }, () => wordOf(random, id)).join(' ')
  )
  const log = random() < 0.3 ? [`error: ${wordOf(random, id)}::${wordOf(random, id)} failed at ${id}`] : []
  const steps = ['### Steps to reproduce', ...sentences, '### Output', ...log, words.join(' ')]
  return [...steps, '- [x] I looked for the same issue', `Version 1.${id % 90}.0`].join('\n')
}

/** By Zipf's law: the word of rank n is said 1/n as often as the first. Now and then one that was never said. */
function wordOf(random: () => number, id: number): string {
  if (random() < 0.01) return `${spelled(id)}${spelled(Math.floor(random() * 1e6))}`
  return spelled(Math.floor(COMMON_WORDS ** random()))
}

function spelled(rank: number): string {
  let [word, left] = ['', rank + 16]
  while (left > 0) {
    word += SYLLABLES[left % SYLLABLES.length] ?? ''
    left = Math.floor(left / SYLLABLES.length)
  }
  return word
}

/** The same for the same seed, so that two runs measure the same. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const mixed = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) >>> 0
    return mixed / 2 ** 32
  }
}
