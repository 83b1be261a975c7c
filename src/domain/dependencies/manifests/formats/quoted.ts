// Finds the ends of texts in quotation marks, as JSON writes them.

/** The position of the closing mark of the text that opens at `from`; the length of all if there is none. */
export function endOfQuoted(text: string, from: number): number {
  let end = text.indexOf('"', from + 1)
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end < 0 ? text.length : end
}

/** An odd number of backslashes is before it. */
function isEscaped(text: string, at: number): boolean {
  let from = at
  while (text[from - 1] === '\\') from -= 1
  return (at - from) % 2 === 1
}
