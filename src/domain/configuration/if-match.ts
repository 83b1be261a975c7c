// Which version of a configuration a change is meant for.

const VERSION = /^"?(\d{1,9})"?$/

/** From an If-Match header: a version, bare or quoted; `null` for any; nothing where it is neither. */
export function parseIfMatch(ifMatch: string): number | null | undefined {
  if (ifMatch.trim() === '*') return null
  const [, digits] = VERSION.exec(ifMatch.trim()) ?? []
  return digits === undefined ? undefined : Number(digits)
}
