// A minimal line diff (Myers, 1986). A moved line counts as removed and added.

/** Zero-based line indexes in order. */
export interface LineDiff {
  removed: number[]
  added: number[]
}

/** Beyond these limits, everything between the common head and tail counts as changed. */
const MOST_EDITS = 2_000
const MOST_STEPS = 20_000_000

export function lineDiff(before: readonly string[], after: readonly string[]): LineDiff {
  const ids = new Map<string, number>()
  for (const line of before) if (!ids.has(line)) ids.set(line, ids.size)
  const inAfter = new Set(after)
  // Lines that the other text lacks cannot be common, so the search skips them.
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

/** The lines that may be common, with their indexes and the ids shared by both texts. */
function linesThatMayStay(lines: readonly string[], idOf: (line: string) => number | undefined) {
  const candidates = lines.flatMap((line, place) => {
    const id = idOf(line)
    return id === undefined ? [] : [{ place, id }]
  })
  return { places: candidates.map(({ place }) => place), ids: Int32Array.from(candidates, ({ id }) => id) }
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
 * For each number of edits, the furthest reach on every diagonal before the last edit; diagonal 0 is at index `edits +
 * 1`. Ends with the edit that completes both texts; empty if the search exceeds its limits.
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

/** The number of equal lines from these positions on. */
function equalFrom(a: Int32Array, b: Int32Array, x: number, y: number): number {
  let length = 0
  while (x + length < a.length && y + length < b.length && a[x + length] === b[y + length]) length += 1
  return length
}

/** Whether an addition reaches further onto the diagonal than a removal. */
function isDown(reach: Int32Array, at: number, diagonal: number, edits: number): boolean {
  if (diagonal === -edits || diagonal === edits) return diagonal === -edits
  return (reach[at - 1] ?? 0) < (reach[at + 1] ?? 0)
}

/** The common lines, traced from the ends back to the beginnings. */
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
