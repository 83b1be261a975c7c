// A log line as plain text, without timestamp and colour codes.

const TIMESTAMP =
  /^\uFEFF?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d) ?(?:\d\d[OE][ +])?|^\[\d{4}-\d\d-\d\dT[\d:.]{8,18}Z\] /
/** Also matches colour codes whose escape character was lost or written as a caret. */
const ESCAPE = String.fromCharCode(27)
const BELL = String.fromCharCode(7)
const COLOURS = new RegExp(
  [
    `(?:${ESCAPE}|\\^\\[)\\[[\\d;?]{0,30}[A-Za-z]`,
    '\\[\\d{1,3}(?:;\\d{1,3}){0,5}m|\\[m(?![a-z])',
    `${ESCAPE}\\][^${BELL}]{0,300}${BELL}`
  ].join('|'),
  'g'
)

export function plainLine(raw: string): string {
  const text = raw.charCodeAt(raw.length - 1) === CR ? raw.slice(0, -1) : raw
  const shown = text.includes('\r') ? afterReturn(text) : text
  const first = shown.charCodeAt(0)
  const untimed =
    isDigit(first) || first === BRACKET || first === BYTE_ORDER ? shown.replace(TIMESTAMP, '') : shown
  return untimed.includes('[') ? untimed.replace(COLOURS, '') : untimed
}

const CR = 13
const BRACKET = 91
const BYTE_ORDER = 0xfeff
const isDigit = (code: number) => code >= 48 && code <= 57

/** A progress bar overwrites its line, so only the last part counts. */
function afterReturn(text: string): string {
  const parts = text.split('\r').filter((part) => part.trim() !== '')
  return parts.at(-1) ?? ''
}
