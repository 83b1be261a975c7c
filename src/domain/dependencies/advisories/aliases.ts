// Records of one vulnerability, told by several databases, become one.
import type { Advisory } from './advisory.js'

type NamedAdvisory = Pick<Advisory, 'id' | 'aliases' | 'isWithdrawn'>

export interface AliasGroup<One extends NamedAdvisory> {
  /** What it is called: by GHSA if it has such a name, else by CVE, else by the least of its names. */
  id: string
  /** All other names, sorted. */
  aliases: string[]
  /** The record that goes by the group's name first, then by id. None is withdrawn, or all are. */
  advisories: One[]
}

/** A withdrawn record stands for nothing where one that is not has a name in common with it. */
export function mergeAliases<One extends NamedAdvisory>(advisories: readonly One[]): AliasGroup<One>[] {
  const withdrawn = advisories.filter(({ isWithdrawn }) => isWithdrawn)
  const idsOfWithdrawn = new Set(withdrawn.map(({ id }) => id))
  const groups = groupsOf(advisories.filter(({ isWithdrawn }) => !isWithdrawn)).map((records) =>
    groupFrom(records, idsOfWithdrawn)
  )
  const taken = new Set(groups.flatMap(({ id, aliases }) => [id, ...aliases]))
  const others = withdrawn.filter((one) => !namesOf(one).some((name) => taken.has(name)))
  return [...groups, ...groupsOf(others).map((records) => groupFrom(records, new Set()))].sort((a, b) =>
    compareIds(a.id, b.id)
  )
}

const namesOf = ({ id, aliases }: NamedAdvisory) => [id, ...aliases]

function groupsOf<One extends NamedAdvisory>(advisories: readonly One[]): One[][] {
  const parents = new Map<string, string>()
  for (const one of advisories)
    for (const name of namesOf(one)) parents.set(rootOf(parents, name), rootOf(parents, one.id))
  const groups = new Map<string, One[]>()
  for (const one of advisories) {
    const root = rootOf(parents, one.id)
    const group = groups.get(root)
    if (group) group.push(one)
    else groups.set(root, [one])
  }
  return [...groups.values()]
}

/** Every step halves the way for whoever comes next. */
function rootOf(parents: Map<string, string>, name: string): string {
  let at = name
  for (;;) {
    const parent = parents.get(at) ?? at
    if (parent === at) return at
    const next = parents.get(parent) ?? parent
    parents.set(at, next)
    at = next
  }
}

function groupFrom<One extends NamedAdvisory>(records: One[], shunned: ReadonlySet<string>): AliasGroup<One> {
  const own = new Set(records.map(({ id }) => id))
  const names = [...new Set(records.flatMap(namesOf))].sort(compareIds)
  const id = names.find((name) => own.has(name) || !shunned.has(name)) ?? ''
  const advisories = records.toSorted(
    (a, b) => Number(b.id === id) - Number(a.id === id) || compareIds(a.id, b.id)
  )
  return { id, aliases: names.filter((name) => name !== id), advisories }
}

const STARTS = ['GHSA-', 'CVE-']

function rankOf(id: string): number {
  const rank = STARTS.findIndex((start) => id.startsWith(start))
  return rank < 0 ? STARTS.length : rank
}

function compareIds(a: string, b: string): number {
  return rankOf(a) - rankOf(b) || (a === b ? 0 : a < b ? -1 : 1)
}
