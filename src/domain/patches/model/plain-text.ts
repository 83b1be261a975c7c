// The words of a language model, as they may stand in a pull request.

import { redactSecrets } from '#domain/text/secrets.js'
import { storable } from '#domain/text/storable.js'

/** Plain words: nothing that the host would take for a mention, a link, or an order to close another issue. */
export function plainText(text: string, longest: number): string {
  const plain = redactSecrets(text)
    .slice(0, 4 * longest)
    .replaceAll(/[^\p{L}\p{N} .,;()'"_+=-]/gu, ' ')
    .replaceAll(/\bGH-(?=\d)/gi, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return storable(plain.slice(0, longest)).trim()
}
