// Files that change together, by the pull requests that came before.
import type { Companionship } from './change.js'

/** A larger change says nothing about what belongs together. */
const MOST_FILES = 60
const MOST_HISTORY = 2_000

/** Of every path in `paths` how often it changed, and each other path with which it changed at least twice. */
export function companionshipsOf(
  history: readonly (readonly string[])[],
  paths: readonly string[]
): Companionship[] {
  const asked = new Set(paths)
  const counts = new Map<string, { changes: number; with: Map<string, number> }>()
  for (const change of history.slice(0, MOST_HISTORY)) {
    const all = new Set(change)
    if (all.size > MOST_FILES) continue
    for (const path of all) {
      if (!asked.has(path)) continue
      const count = counts.get(path) ?? { changes: 0, with: new Map<string, number>() }
      counts.set(path, { changes: count.changes + 1, with: countWith(count.with, all, path) })
    }
  }
  return [...counts].flatMap(([path, { changes, with: companions }]) =>
    [...companions]
      .filter(([, together]) => together > 1)
      .map(([companion, together]) => ({ path, companion, changes, together }))
  )
}

function countWith(
  companions: Map<string, number>,
  all: ReadonlySet<string>,
  path: string
): Map<string, number> {
  for (const other of all) if (other !== path) companions.set(other, (companions.get(other) ?? 0) + 1)
  return companions
}
