// Which parts of a text another text has as well, for people who compare the two.
import type { TextPart } from '#schemas/duplicates/pair.js'
import { commonnessOf, SHARES } from '../../text/common-words.js'
import { TERM_RUN, takeTerms } from '../../text/terms.js'
import { plainOf } from './report-lines.js'

/** What a text says, to compare others with it. */
export interface Wording {
  lines: ReadonlySet<string>
  terms: ReadonlySet<number>
}

/** A line with fewer letters is found in most texts. */
const FEWEST_LETTERS = 12
/** Words that more issues of any tracker have say nothing. */
const LARGEST_SHARE = 0.05

const isUncommon = (hash: number) => (SHARES[commonnessOf(hash)] ?? 0) < LARGEST_SHARE

export function wordingOf(text: string): Wording {
  const terms = new Set<number>()
  takeTerms(text, (hash) => void (isUncommon(hash) && terms.add(hash)))
  return { lines: new Set(text.split('\n').map(plainOf)), terms }
}

/** The parts together are the text. */
export function markAlike(text: string, other: Wording): TextPart[] {
  return merged(text.split(/(?<=\n)/).flatMap((line) => partsOfLine(line, other)))
}

function partsOfLine(line: string, { lines, terms }: Wording): TextPart[] {
  const plain = plainOf(line)
  if (plain.length >= FEWEST_LETTERS && lines.has(plain)) return [{ text: line, alike: true }]
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: word, index } of line.matchAll(TERM_RUN)) {
    if (!isShared(word, terms)) continue
    parts.push({ text: line.slice(end, index), alike: false }, { text: word, alike: true })
    end = index + word.length
  }
  return [...parts, { text: line.slice(end), alike: false }]
}

function isShared(word: string, terms: ReadonlySet<number>): boolean {
  let isFound = false
  takeTerms(word, (hash) => {
    isFound ||= terms.has(hash)
  })
  return isFound
}

/** A space between two words that are alike belongs to them. */
function merged(parts: readonly TextPart[]): TextPart[] {
  const all: TextPart[] = []
  for (const { text, alike } of parts) {
    const last = all.at(-1)
    if (text === '') continue
    if (last && (last.alike === alike || (last.alike && text === ' '))) last.text += text
    else all.push({ text, alike })
  }
  return all
}
