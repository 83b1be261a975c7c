// Where something happened, and how text from outside becomes one harmless line of a message.
import { printable, shortened } from '../text/shown-text.js'

export interface MessagePlace {
  repoFullName: string
  prNumber: number | null
}

export const placeText = ({ repoFullName, prNumber }: MessagePlace): string =>
  prNumber === null ? repoFullName : `${repoFullName} #${prNumber}`

export function harmlessLine(text: string, longest: number, { keepsIndent = false } = {}): string {
  const spaced = printable(text).replaceAll('\t', ' ')
  const line = keepsIndent ? spaced.trimEnd() : spaced.replaceAll(/\s+/g, ' ').trim()
  return shortened(line, longest)
}
