/** How many letters must be added, removed or replaced to turn one word into the other. */
export function editDistance(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (const [row, letter] of [...from].entries()) {
    const line = [row + 1]
    for (let at = 0; at < to.length; at += 1) {
      const changed = (above[at] ?? 0) + (letter === to[at] ? 0 : 1)
      line.push(Math.min(changed, (above[at + 1] ?? 0) + 1, (line[at] ?? 0) + 1))
    }
    above = line
  }
  return above[to.length] ?? 0
}
