// Which packages of a pnpm-lock.yaml are needed outside of development. Since version 9 no package says so itself.
import type { YamlLine } from '../formats/yaml.js'
import { withoutPeers } from './pnpm-path.js'

/** Which packages each package needs, by their keys with peers. */
export type PnpmGraph = Map<string, string[]>

const SECTIONS = new Set(['dependencies', 'optionalDependencies'])

/** Takes a line from below `snapshots`: `key:`, then a section, then `name: version`. */
export function takeSnapshot(graph: PnpmGraph, { path, key, value }: YamlLine): void {
  const [, owner, section] = path
  if (owner === undefined || section === undefined || path.length !== 3 || !SECTIONS.has(section)) return
  const needed = graph.get(owner)
  if (needed) needed.push(pnpmKey(key, value))
  else graph.set(owner, [pnpmKey(key, value)])
}

/** The key of a package by the name and the version that stand for it; an alias gives the key as the version. */
export const pnpmKey = (name: string, version: string): string =>
  /^\d|:/.test(version) ? `${name}@${version}` : version

/** The packages that these need, and all that those need, without peers. */
export function neededPackages(graph: PnpmGraph, starts: readonly string[]): ReadonlySet<string> {
  const visited = new Set(starts)
  const open = [...visited]
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const key of graph.get(next) ?? [])
      if (!visited.has(key)) {
        visited.add(key)
        open.push(key)
      }
  return new Set([...visited].map(withoutPeers))
}
