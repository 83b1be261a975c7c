// Walks over the lines of a text, without a copy of all of them.

/** Calls back for each line, counted from 1, without its ending; false ends the walk. */
export function eachLine(text: string, take: (line: string, number: number) => boolean | undefined): void {
  let number = 0
  let from = text.startsWith('\uFEFF') ? 1 : 0
  while (from < text.length) {
    const end = text.indexOf('\n', from)
    const to = end < 0 ? text.length : end
    number += 1
    const line = text.slice(from, text[to - 1] === '\r' && to > from ? to - 1 : to)
    if (take(line, number) === false) return
    from = to + 1
  }
}

/** The spaces at the start of a line. */
export function indentOf(line: string): number {
  let at = 0
  while (line[at] === ' ') at += 1
  return at
}

/** A text without the pair of quotation marks around it. */
export function unquoted(text: string): string {
  const first = text[0]
  return text.length > 1 && (first === '"' || first === "'") && text.endsWith(first)
    ? text.slice(1, -1)
    : text
}

/** The parts before and after the first occurrence of a separator. */
export function cut(text: string, separator: string): [before: string, after: string | undefined] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + separator.length)]
}

export const isBlank = (text: string): boolean => text.trim() === ''
