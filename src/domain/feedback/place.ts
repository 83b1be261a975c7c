// Where something happened, and how text from outside becomes one harmless line of a message.
import { storable } from '../text/storable.js'

export interface MessagePlace {
  repoFullName: string
  prNumber: number | null
}

export const placeText = ({ repoFullName, prNumber }: MessagePlace): string =>
  prNumber === null ? repoFullName : `${repoFullName} #${prNumber}`

/** Controls and marks that turn the direction of what follows would let a text pose as another. */
const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

export function harmlessLine(text: string, longest: number, { keepsIndent = false } = {}): string {
  const spaced = text.replaceAll(UNPRINTABLE, ' ')
  const line = keepsIndent ? spaced.trimEnd() : spaced.replaceAll(/\s+/g, ' ').trim()
  return storable(line.length > longest ? `${line.slice(0, longest - 1)}…` : line)
}
