// Diffs as the host shows them: hunks with three lines around each change.
import { lineDiff } from '#domain/patches/guard/line-diff.js'
import type { JsonObject } from '#schemas/common.js'
import { changedPaths, type Files } from './objects.js'

const AROUND = 3

interface Row {
  kind: ' ' | '+' | '-'
  text: string
  /** How many lines of each side come before it. */
  before: number
  after: number
}

/** The changed files of a pull request. */
export function changeShapes(before: Files, after: Files): JsonObject[] {
  return changedPaths(before, after).map(({ path, is }) => {
    const rows = rowsOf(before.get(path) ?? '', after.get(path) ?? '')
    const count = (kind: Row['kind']) => rows.filter((row) => row.kind === kind).length
    const [additions, deletions] = [count('+'), count('-')]
    return {
      filename: path,
      status: is,
      additions,
      deletions,
      changes: additions + deletions,
      patch: patchOfRows(rows)
    }
  })
}

/** The diff of two texts. */
export const patchOf = (before: string, after: string): string => patchOfRows(rowsOf(before, after))

const patchOfRows = (rows: readonly Row[]) => hunksOf(rows).map(hunkText).join('\n')

const linesOf = (text: string) => (text === '' ? [] : text.replace(/\n$/, '').split('\n'))

function rowsOf(from: string, to: string): Row[] {
  const [old, young] = [linesOf(from), linesOf(to)]
  const diff = lineDiff(old, young)
  const [removed, added] = [new Set(diff.removed), new Set(diff.added)]
  const rows: Row[] = []
  let [before, after] = [0, 0]
  while (before < old.length || after < young.length) {
    if (removed.has(before)) rows.push({ kind: '-', text: old[before] ?? '', before: before++, after })
    else if (added.has(after)) rows.push({ kind: '+', text: young[after] ?? '', before, after: after++ })
    else rows.push({ kind: ' ', text: young[after] ?? '', before: before++, after: after++ })
  }
  return rows
}

/** Rows near a change, in runs. */
function hunksOf(rows: readonly Row[]): Row[][] {
  const near = new Set<number>()
  rows.forEach(({ kind }, at) => {
    if (kind !== ' ') for (let by = -AROUND; by <= AROUND; by += 1) near.add(at + by)
  })
  const hunks: Row[][] = []
  rows.forEach((row, at) => {
    if (!near.has(at)) return
    if (near.has(at - 1) && hunks.length > 0) hunks.at(-1)?.push(row)
    else hunks.push([row])
  })
  return hunks
}

function hunkText(rows: readonly Row[]): string {
  const [first] = rows
  if (!first) return ''
  const lengthOf = (other: Row['kind']) => rows.filter(({ kind }) => kind !== other).length
  const [olds, news] = [lengthOf('+'), lengthOf('-')]
  const range = (start: number, length: number) => `${length === 0 ? start : start + 1},${length}`
  const head = `@@ -${range(first.before, olds)} +${range(first.after, news)} @@`
  return [head, ...rows.map(({ kind, text }) => `${kind}${text}`)].join('\n')
}
