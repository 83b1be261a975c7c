// Counts the terms of a report in its title and body.

import { hashTerm, TERM_KINDS, type TermKind, takeTerms } from '../../text/terms.js'
import { frameIn } from './frames.js'
import { codesIn, numbersInTitle } from './numbers.js'
import { failureIn, type ReportLine } from './report-lines.js'

export interface TermCounts {
  kind: TermKind
  inTitle: number
  inBody: number
}

export interface ReportTerms {
  /** By the hash of the term. */
  terms: ReadonlyMap<number, TermCounts>
  titleLength: number
  bodyLength: number
}

const LONGEST_TITLE = 400
/** A prefix such as `[Bug]`, which says nothing about the subject. */
const KIND = /^\s{0,9}\[(?:bug|feature|request|question|issue|enhancement|docs)[^\]]{0,20}\]/i
const MOST_TERMS = 600

export function reportTermsOf(title: string, lines: readonly ReportLine[]): ReportTerms {
  const terms = new TermCollector()
  const titleLength = readTitle(terms, title.slice(0, LONGEST_TITLE).replace(KIND, ''))
  let bodyLength = 0
  for (const { text } of lines) {
    const frame = frameIn(text)
    takeTerms(frame ?? text, (hash, kind) => {
      terms.note(hash, kind, 'inBody')
      bodyLength += 1
    })
    const failure = frame === undefined ? failureIn(text) : undefined
    if (frame !== undefined) terms.take(frame, TERM_KINDS.frame, 'inBody')
    if (failure !== undefined) terms.take(failure, TERM_KINDS.failure, 'inBody')
    for (const code of codesIn(text)) terms.take(code, TERM_KINDS.code, 'inBody')
  }
  return { terms: terms.all, titleLength, bodyLength }
}

type Field = 'inTitle' | 'inBody'

class TermCollector {
  readonly all = new Map<number, TermCounts>()

  note(hash: number, kind: TermKind, field: Field): void {
    const counts = this.all.get(hash)
    if (counts) counts[field] += 1
    else if (this.all.size < MOST_TERMS) this.all.set(hash, { kind, inTitle: 0, inBody: 0, [field]: 1 })
  }

  take(text: string, kind: TermKind, field: Field): void {
    this.note(hashTerm(text, kind), kind, field)
  }
}

/** Adds the terms of a title and returns its number of words. */
function readTitle(terms: TermCollector, title: string): number {
  let length = 0
  let last = 0
  takeTerms(title, (hash, kind) => {
    terms.note(hash, kind, 'inTitle')
    if (last !== 0) terms.take(`${last} ${hash}`, TERM_KINDS.pair, 'inTitle')
    length += 1
    last = hash
  })
  for (const number of numbersInTitle(title)) terms.take(number, TERM_KINDS.number, 'inTitle')
  for (const code of codesIn(title)) terms.take(code, TERM_KINDS.code, 'inTitle')
  return length
}
