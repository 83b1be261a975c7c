// Which lines go and which come between two texts, where as many as can be stay (Myers, 1986): one that moves goes and comes.

/** Places of lines, from 0 and in their order. */
export interface LineDiff {
  removed: number[]
  added: number[]
}

/** Where more lines than that would go and come, or be compared, all between the equal ends of the texts count as changed. */
const MOST_EDITS = 2_000
const MOST_STEPS = 20_000_000

export function lineDiff(before: readonly string[], after: readonly string[]): LineDiff {
  const ids = new Map<string, number>()
  for (const line of before) if (!ids.has(line)) ids.set(line, ids.size)
  const inAfter = new Set(after)
  // What the other text has nowhere cannot stay, so it takes no part in the search.
  const from = linesThatMayStay(before, (line) => (inAfter.has(line) ? ids.get(line) : undefined))
  const to = linesThatMayStay(after, (line) => ids.get(line))
  const removed = new Set(before.keys())
  const added = new Set(after.keys())
  for (const [x, y] of common(from.ids, to.ids)) {
    removed.delete(from.places[x] ?? -1)
    added.delete(to.places[y] ?? -1)
  }
  return { removed: [...removed], added: [...added] }
}

/** The lines of a text that may stay: their places, and by which number each is known in both texts. */
function linesThatMayStay(lines: readonly string[], idOf: (line: string) => number | undefined) {
  const known = lines.flatMap((line, place) => {
    const id = idOf(line)
    return id === undefined ? [] : [{ place, id }]
  })
  return { places: known.map(({ place }) => place), ids: Int32Array.from(known, ({ id }) => id) }
}

type LinePair = [number, number]

function common(a: Int32Array, b: Int32Array): LinePair[] {
  const least = Math.min(a.length, b.length)
  const head = equalFrom(a, b, 0, 0)
  let tail = 0
  while (tail < least - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1
  const atHead = Array.from({ length: head }, (_, at): LinePair => [at, at])
  const atTail = Array.from(
    { length: tail },
    (_, at): LinePair => [a.length - tail + at, b.length - tail + at]
  )
  const [restOfA, restOfB] = [a.subarray(head, a.length - tail), b.subarray(head, b.length - tail)]
  const between = traceBack(searchEdits(restOfA, restOfB), restOfA.length, restOfB.length)
  return [...atHead, ...between.map(([x, y]): LinePair => [head + x, head + y]), ...atTail]
}

/**
 * By each number of edits, how far the diagonals of both texts had reached before the last of them; the diagonal 0 stands
 * at that number + 1. It ends with the edit that reaches the ends; nothing where that would be too much work.
 */
function searchEdits(a: Int32Array, b: Int32Array): Int32Array[] {
  const length = a.length + b.length
  const most = Math.min(length, MOST_EDITS, Math.floor(MOST_STEPS / Math.max(1, length)))
  const middle = most + 1
  const reach = new Int32Array(2 * middle + 1)
  const rounds: Int32Array[] = []
  for (let edits = 0; edits <= most; edits += 1) {
    rounds.push(reach.slice(middle - edits - 1, middle + edits + 2))
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const at = middle + diagonal
      const start = startAt(reach, at, isDown(reach, at, diagonal, edits))
      const x = start + equalFrom(a, b, start, start - diagonal)
      reach[at] = x
      if (x >= a.length && x - diagonal >= b.length) return rounds
    }
  }
  return []
}

const startAt = (reach: Int32Array, at: number, isByAdded: boolean) =>
  isByAdded ? (reach[at + 1] ?? 0) : (reach[at - 1] ?? 0) + 1

/** How many lines stay one after the other. */
function equalFrom(a: Int32Array, b: Int32Array, x: number, y: number): number {
  let length = 0
  while (x + length < a.length && y + length < b.length && a[x + length] === b[y + length]) length += 1
  return length
}

/** Whether the furthest way onto a diagonal is by a line that comes, rather than by one that goes. */
function isDown(reach: Int32Array, at: number, diagonal: number, edits: number): boolean {
  if (diagonal === -edits || diagonal === edits) return diagonal === -edits
  return (reach[at - 1] ?? 0) < (reach[at + 1] ?? 0)
}

/** The lines that stay, from the ends of both texts back to their beginnings. */
function traceBack(rounds: readonly Int32Array[], endOfA: number, endOfB: number): LinePair[] {
  const pairs: LinePair[] = []
  let [x, y] = [endOfA, endOfB]
  for (const [edits, reach] of [...rounds.entries()].reverse()) {
    const at = edits + 1 + x - y
    const isByAdded = isDown(reach, at, x - y, edits)
    const start = startAt(reach, at, isByAdded)
    for (; x > start; x -= 1, y -= 1) pairs.push([x - 1, y - 1])
    if (isByAdded) y -= 1
    else x -= 1
  }
  return pairs
}
