// Walks over the lines of a text with their places.

/** Calls back for each line without its ending, and where it begins. */
export function eachLineAt(text: string, take: (line: string, from: number, number: number) => void): void {
  let number = 0
  let from = text.startsWith('\uFEFF') ? 1 : 0
  while (from < text.length) {
    const end = text.indexOf('\n', from)
    const to = end < 0 ? text.length : end
    number += 1
    take(text.slice(from, text[to - 1] === '\r' && to > from ? to - 1 : to), from, number)
    from = to + 1
  }
}
