// Packs the number of a term or report with its counts in title and body into one integer: 24, 2 and 6 bits.

const TITLE_BITS = 2
const BODY_BITS = 6
const MOST_IN_TITLE = (1 << TITLE_BITS) - 1
const MOST_IN_BODY = (1 << BODY_BITS) - 1
/** The number of distinct terms, and of reports. */
export const MOST_NUMBERS = 1 << (32 - TITLE_BITS - BODY_BITS)

export function packCounts(number: number, inTitle: number, inBody: number): number {
  const counts = (Math.min(inTitle, MOST_IN_TITLE) << BODY_BITS) | Math.min(inBody, MOST_IN_BODY)
  return ((number << (TITLE_BITS + BODY_BITS)) | counts) >>> 0
}

export function numberIn(pack: number): number {
  return pack >>> (TITLE_BITS + BODY_BITS)
}

export function inTitle(pack: number): number {
  return (pack >>> BODY_BITS) & MOST_IN_TITLE
}

export function inBody(pack: number): number {
  return pack & MOST_IN_BODY
}
