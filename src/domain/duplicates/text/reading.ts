// A report as the search sees it: how often it says which term, in its title and in its body.
import { frameIn } from './frames.js'
import { failureIn, type Line } from './lines.js'
import { codesIn, numbersOf } from './numbers.js'
import { hashOf, KINDS, type Kind, takeWords } from './words.js'

export interface Said {
  kind: Kind
  inTitle: number
  inBody: number
}

export interface Reading {
  /** By the hash of the term. */
  terms: ReadonlyMap<number, Said>
  titleLength: number
  bodyLength: number
}

const LONGEST_TITLE = 400
/** A template's word for the kind of the report, which says nothing of what it is about. */
const KIND = /^\s{0,9}\[(?:bug|feature|request|question|issue|enhancement|docs)[^\]]{0,20}\]/i
const MOST_TERMS = 600

export function readingOf(title: string, lines: readonly Line[]): Reading {
  const terms = new Terms()
  const titleLength = readTitle(terms, title.slice(0, LONGEST_TITLE).replace(KIND, ''))
  let bodyLength = 0
  for (const { text } of lines) {
    const frame = frameIn(text)
    takeWords(frame ?? text, (hash, kind) => {
      terms.note(hash, kind, 'inBody')
      bodyLength += 1
    })
    const failure = frame === undefined ? failureIn(text) : undefined
    if (frame !== undefined) terms.take(frame, KINDS.frame, 'inBody')
    if (failure !== undefined) terms.take(failure, KINDS.failure, 'inBody')
    for (const code of codesIn(text)) terms.take(code, KINDS.code, 'inBody')
  }
  return { terms: terms.all, titleLength, bodyLength }
}

type Field = 'inTitle' | 'inBody'

class Terms {
  readonly all = new Map<number, Said>()

  note(hash: number, kind: Kind, field: Field): void {
    const said = this.all.get(hash)
    if (said) said[field] += 1
    else if (this.all.size < MOST_TERMS) this.all.set(hash, { kind, inTitle: 0, inBody: 0, [field]: 1 })
  }

  take(text: string, kind: Kind, field: Field): void {
    this.note(hashOf(text, kind), kind, field)
  }
}

/** How many words it has. */
function readTitle(terms: Terms, title: string): number {
  let length = 0
  let last = 0
  takeWords(title, (hash, kind) => {
    terms.note(hash, kind, 'inTitle')
    if (last !== 0) terms.take(`${last} ${hash}`, KINDS.pair, 'inTitle')
    length += 1
    last = hash
  })
  for (const number of numbersOf(title)) terms.take(number, KINDS.number, 'inTitle')
  for (const code of codesIn(title)) terms.take(code, KINDS.code, 'inTitle')
  return length
}
