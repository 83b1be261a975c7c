// Makes text of a language model safe for a pull request.

import { redactSecrets } from '#domain/text/secrets.js'
import { storable } from '#domain/text/storable.js'

/** Removes everything that the host could read as a mention, a link, or a keyword that closes an issue. */
export function plainText(text: string, longest: number): string {
  const plain = redactSecrets(text)
    .slice(0, 4 * longest)
    .replaceAll(/[^\p{L}\p{N} .,;()'"_+=-]/gu, ' ')
    .replaceAll(/\bGH-(?=\d)/gi, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return storable(plain.slice(0, longest)).trim()
}
