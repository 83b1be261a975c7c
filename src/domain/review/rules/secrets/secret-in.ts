// What in a line is a secret: by the form of its issuer, by its place in an address or a header, or by its name.
import { SECRET_FORMS, SECRET_HINT } from '#domain/text/secret-forms.js'
import type { SecretLikeness, SecretPlace } from './found.js'
import { addressPasswordIn, headerSecretIn, privateKeyIn, signedTokenIn } from './keys.js'
import { entropyOf, isStandIn } from './likeness.js'
import { namedSecretIn } from './named.js'

type LinePlace = Pick<SecretPlace, 'path' | 'isTranslation'>

/** With the lines that come next: a private key has more than one. */
export const secretIn = (
  text: string,
  next: readonly string[],
  place: LinePlace
): SecretLikeness | undefined =>
  issuedSecretIn(text) ?? privateKeyIn(text, next) ?? placedSecretIn(text, place)

/** Only what the line itself holds. */
export const secretInLine = (text: string, place: LinePlace): SecretLikeness | undefined =>
  issuedSecretIn(text) ?? placedSecretIn(text, place)

const issuedSecretIn = (text: string) =>
  SECRET_HINT.test(text) ? (formedSecretIn(text) ?? signedTokenIn(text)) : undefined

function formedSecretIn(text: string): SecretLikeness | undefined {
  for (const { name, pattern, severity, leastEntropy } of SECRET_FORMS) {
    const match = pattern.exec(text)
    const body = match?.[1] ?? ''
    if (match && entropyOf(body) >= leastEntropy && !isStandIn(body))
      return { name, value: match[0], severity, confidence: 0.9, isOfIssuer: true }
  }
  return undefined
}

function placedSecretIn(text: string, { path, isTranslation }: LinePlace): SecretLikeness | undefined {
  const placed = addressPasswordIn(text) ?? headerSecretIn(text)
  return placed || isTranslation ? placed : namedSecretIn(text, path)
}
