/** A text as a database takes it: without NUL, and without halves of characters. */
export function storable(text: string): string {
  // The u flag makes a pair of surrogates one character: only halves of pairs are left to match.
  return text.replaceAll('\u0000', '').replaceAll(/\p{Surrogate}/gu, '\ufffd')
}
