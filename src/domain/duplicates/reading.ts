// A report as the search sees it: how often it says which term, in its title and in its body.
import { failureIn, type Line } from './lines.js'
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
  const terms = new Map<number, Said>()
  const note = (hash: number, kind: Kind, field: 'inTitle' | 'inBody') => {
    const said = terms.get(hash)
    if (said) said[field] += 1
    else if (terms.size < MOST_TERMS) terms.set(hash, { kind, inTitle: 0, inBody: 0, [field]: 1 })
  }
  let titleLength = 0
  let bodyLength = 0
  let last = 0
  takeWords(title.slice(0, LONGEST_TITLE).replace(KIND, ''), (hash, kind) => {
    note(hash, kind, 'inTitle')
    if (last !== 0) note(hashOf(`${last} ${hash}`, KINDS.pair), KINDS.pair, 'inTitle')
    titleLength += 1
    last = hash
  })
  for (const line of lines) {
    takeWords(line.text, (hash, kind) => {
      note(hash, kind, 'inBody')
      bodyLength += 1
    })
    const failure = failureIn(line)
    if (failure !== undefined) note(failure, KINDS.failure, 'inBody')
  }
  return { terms, titleLength, bodyLength }
}
