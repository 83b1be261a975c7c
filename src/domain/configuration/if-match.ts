// Which version of a configuration a change is based on.

const VERSION = /^"?(\d{1,9})"?$/

/** The version from an If-Match header, bare or quoted. `null` for `*`; undefined if it is neither. */
export function parseIfMatch(ifMatch: string): number | null | undefined {
  if (ifMatch.trim() === '*') return null
  const [, digits] = VERSION.exec(ifMatch.trim()) ?? []
  return digits === undefined ? undefined : Number(digits)
}
