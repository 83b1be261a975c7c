/** Removes what Postgres cannot store: NUL and lone surrogates. */
export function storable(text: string): string {
  // With the u flag a valid pair is one character, so only lone surrogates match.
  return text.replaceAll('\u0000', '').replaceAll(/\p{Surrogate}/gu, '\ufffd')
}
