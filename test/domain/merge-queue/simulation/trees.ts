// Trees as sets of changes. Changes that merge cleanly commute, so the same content always has the same name.
import type { Areas } from '#domain/merge-queue/lane/lane.js'
import { overlaps } from '#domain/merge-queue/lane/lines.js'

export interface Change {
  id: string
  /** Two changes of one line conflict as text. */
  lines: readonly number[]
  /** Two changes of one feature are green apart and red together; 0 is no feature. */
  feature: number
  /** Red wherever it is. */
  isBroken: boolean
  /** Lines and features belong to one of them. */
  areas: Areas
}

export interface Tree {
  name: string
  changes: readonly Change[]
  isRed: boolean
  hashes: readonly [number, number]
}

export const EMPTY_TREE: Tree = { name: 'empty', changes: [], isRed: false, hashes: [0, 0] }

/** The tree with the change; null if they conflict as text. */
export function mergeChange(tree: Tree, change: Change): Tree | null {
  if (tree.changes.some((other) => isSameLine(other, change))) return null
  const hashes: [number, number] = [
    tree.hashes[0] ^ hashText(change.id, 17),
    tree.hashes[1] ^ hashText(change.id, 91)
  ]
  const changes = [...tree.changes, change]
  const name = `tree-${changes.length}-${hashes.map((hash) => (hash >>> 0).toString(16)).join('')}`
  const isRed = tree.isRed || change.isBroken || tree.changes.some((other) => isRedTogether(other, change))
  return { name, changes, isRed, hashes }
}

/** What a tree holds in these areas, by a name. */
export const partOf = ({ changes }: Tree, areas: Areas): string =>
  changes
    .filter((change) => overlaps(change.areas, areas))
    .map(({ id }) => id)
    .sort()
    .join()

const isSameLine = (one: Change, other: Change) =>
  one.id === other.id || one.lines.some((line) => other.lines.includes(line))

const isRedTogether = (one: Change, other: Change) => one.feature > 0 && one.feature === other.feature

function hashText(text: string, seed: number): number {
  let hash = Math.imul(seed, 0x01000193)
  for (let at = 0; at < text.length; at++)
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) ^ (hash >>> 13)
  return Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
}
