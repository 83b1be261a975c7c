// Text of the language model, made harmless wherever it is shown: one line without a mention, link, image or markup.
import { inertLine } from '#domain/text/markdown.js'
import { redactSecrets } from '#domain/text/secrets.js'
import { printable, shortened } from '#domain/text/shown-text.js'
import type { Json } from '#schemas/common.js'

const WORD_JOINER = '\u2060'
/** What begins a tag, an image, the target of a link, an entity, or a fence. */
const MARKUP = /<(?=[\p{L}/!?])|!(?=\[)|\](?=[([:])|&(?=[#\p{L}])|`(?=`)|~(?=~)/gu
/** Only so much is looked at, in multiples of what may be shown. */
const MARGIN = 4

export function inertWords(text: Json | undefined, longest: number): string {
  if (typeof text !== 'string') return ''
  const line = inertLine(redactSecrets(text.slice(0, MARGIN * longest)), MARGIN * longest)
  return shortened(line.replaceAll(MARKUP, `$&${WORD_JOINER}`), longest).trim()
}

const LONGEST_PATH = 4_096

/** A path as text: it names a place and is never opened. Null for anything else. */
export function inertPath(path: Json | undefined): string | null {
  if (typeof path !== 'string') return null
  return shortened(printable(path).replaceAll('\t', ' ').trim(), LONGEST_PATH) || null
}
