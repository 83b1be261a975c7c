// Finds the sections in which all words of a question begin words.
import type { ManualPage } from './manual.js'

export interface Entry {
  readonly address: string
  /** The title of the page. */
  readonly page: string
  /** Whether it says why something is as it is: whoever looks for how to use it reads that last. */
  readonly isBackground: boolean
  /** The heading; empty for the beginning of a page. */
  readonly title: string
  readonly text: string
}

export interface Hit {
  readonly entry: Entry
  /** The words around the first that was found, of which `marked` is what was looked for. */
  readonly before: string
  readonly marked: string
  readonly after: string
}

export type Search = (question: string) => readonly Hit[]

const MOST_HITS = 40
const MOST_WORDS = 8
const LONGEST_QUESTION = 200
/** What a word counts in the title of a page and in a heading. */
const WEIGHTS = { page: 6, title: 9 }
/** Of the places in a text, so that a heading always counts more. */
const MOST_PLACES = 5
const AROUND = 90

const DECISIONS = '/docs/decisions/'
/** Decisions are named after what the guides explain. */
const BACKGROUND_SHARE = 0.5

export function entriesOf({ address, title, sections }: ManualPage): Entry[] {
  return sections.map((section) => ({
    address: section.id === '' ? address : `${address}#${section.id}`,
    page: title,
    isBackground: address.startsWith(DECISIONS),
    title: section.title,
    text: section.text
  }))
}

/** Prepares a search, so that a question reads each text once. */
export function searchOver(entries: readonly Entry[]): Search {
  const prepared = entries.map((entry) => ({
    entry,
    page: spaced(entry.page),
    title: spaced(entry.title || entry.page),
    text: spaced(entry.text)
  }))
  return (question) => {
    const words = wordsOf(question.slice(0, LONGEST_QUESTION)).slice(0, MOST_WORDS)
    if (words.length === 0) return []
    return prepared
      .map((one) => ({
        entry: one.entry,
        score: scoreOf(one, words) * (one.entry.isBackground ? BACKGROUND_SHARE : 1)
      }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, MOST_HITS)
      .map(({ entry }) => excerpt(entry, words))
  }
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
}

/** The words of a text, each with a space before it, so that its beginning can be looked for. */
const spaced = (text: string) => ` ${wordsOf(text).join(' ')}`

interface Prepared {
  page: string
  title: string
  text: string
}

/**
 * 0 where one of the words is nowhere. What is named so comes first, in the order of the documentation; then what only
 * speaks of it, by how often it does.
 */
function scoreOf({ page, title, text }: Prepared, words: readonly string[]): number {
  const starts = words.map((word) => ` ${word}`)
  if (!starts.every((start) => [page, title, text].some((field) => field.includes(start)))) return 0
  const named = sumOf(
    starts,
    (start) => weighed(page, start, WEIGHTS.page) + weighed(title, start, WEIGHTS.title)
  )
  if (named > 0) return named * MOST_PLACES * MOST_WORDS
  return sumOf(starts, (start) => Math.min(text.split(start).length - 1, MOST_PLACES))
}

const weighed = (field: string, start: string, weight: number) => (field.includes(start) ? weight : 0)

const sumOf = (starts: readonly string[], worth: (start: string) => number) =>
  starts.reduce((sum, start) => sum + worth(start), 0)

function excerpt(entry: Entry, words: readonly string[]): Hit {
  const { text } = entry
  const starts = words.map((word) => ({ at: placeOf(text, word), word })).filter(({ at }) => at >= 0)
  const [first = { at: 0, word: '' }] = starts.sort((a, b) => a.at - b.at)
  const end = first.at + first.word.length
  const from = Math.max(0, first.at - AROUND)
  return {
    entry,
    before: `${from > 0 ? '… ' : ''}${text.slice(from, first.at).replace(from > 0 ? /^\S*\s/ : '', '')}`,
    marked: text.slice(first.at, end),
    after: `${text.slice(end, end + AROUND * 2)}${text.length > end + AROUND * 2 ? ' …' : ''}`
  }
}

/** Where a word of the text begins with this one; -1 if none does. */
function placeOf(text: string, word: string): number {
  const lower = text.toLowerCase()
  for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}_]/u.test(lower[at - 1] ?? '')) return at
  }
  return -1
}
