// One entry of a package-lock.json, as npm writes it for a version.
import { type JsonRecord, objectMember, textMember } from '../../../manifests/formats/json.js'
import type { PackageMetadata } from '../../update.js'

const REPEATED = [
  'bin',
  'cpu',
  'deprecated',
  'engines',
  'funding',
  'hasInstallScript',
  'libc',
  'license',
  'os',
  'peerDependenciesMeta'
] as const
const FLAGS = ['dev', 'optional', 'devOptional', 'peer'] as const
const ALL = ['dependencies', 'optionalDependencies', 'peerDependencies'] as const

/** The members that a version decides; undefined for those that it does not have. */
export function entryMembers(metadata: PackageMetadata, resolved: string | undefined): Map<string, unknown> {
  const members = new Map<string, unknown>([
    ['version', metadata.version],
    ['resolved', resolved],
    ['integrity', metadata.integrity ?? undefined]
  ])
  for (const name of REPEATED) members.set(name, metadata.fields[name] ?? undefined)
  for (const name of ALL) {
    const ranges = rangesOf(metadata, name)
    members.set(name, Object.keys(ranges).length === 0 ? undefined : ranges)
  }
  return members
}

/** What is optional as well is listed as optional only. */
function rangesOf(metadata: PackageMetadata, name: (typeof ALL)[number]): Record<string, string> {
  const isKept = (key: string) =>
    name !== 'dependencies' || !Object.hasOwn(metadata.optionalDependencies, key)
  const sorted = Object.entries(metadata[name])
    .filter(([key]) => isKept(key))
    .toSorted(([a], [b]) => a.localeCompare(b, 'en'))
  return Object.fromEntries(sorted)
}

/** The entry with these members in place of its own. */
export function withMembers(entry: JsonRecord, members: ReadonlyMap<string, unknown>): JsonRecord {
  const next: JsonRecord = { ...entry }
  for (const [name, value] of members) {
    if (value === undefined) delete next[name]
    else next[name] = value
  }
  return next
}

/** The flags of a package that is there only because another one asks for it. */
export const flagsOf = (entry: JsonRecord): JsonRecord =>
  Object.fromEntries(FLAGS.filter((flag) => entry[flag] === true).map((flag) => [flag, true]))

/** Whether it is installed in every case in which the other one is. */
export const isInstalledWith = (entry: JsonRecord, asker: JsonRecord): boolean =>
  FLAGS.every((flag) => entry[flag] !== true || asker[flag] === true)

const FIRST = ['name', 'version', 'resolved', 'integrity', 'requires', 'dependencies']
const OBJECTS = new Set<string>([...ALL, 'bin', 'engines', 'funding', 'peerDependenciesMeta', 'requires'])

/** Npm writes plain values before objects, some names first, and the rest by name. */
export function isEntryMemberBefore(name: string, other: string): boolean {
  const order = Number(OBJECTS.has(name)) - Number(OBJECTS.has(other)) || rankOf(name) - rankOf(other)
  return order === 0 ? name.localeCompare(other, 'en') < 0 : order < 0
}

function rankOf(name: string): number {
  const at = FIRST.indexOf(name)
  return at < 0 ? FIRST.length : at
}

export const orderedEntry = (entry: JsonRecord): JsonRecord =>
  Object.fromEntries(Object.entries(entry).sort(([a], [b]) => (isEntryMemberBefore(a, b) ? -1 : 1)))

/** The address of the new archive: that of the old one with its version changed, because it may be a mirror's. */
export function archiveOf(entry: JsonRecord, metadata: PackageMetadata): string | undefined {
  const resolved = textMember(entry, 'resolved')
  const version = textMember(entry, 'version')
  if (resolved === undefined) return undefined
  const end = `-${version}.tgz`
  return resolved.endsWith(end)
    ? `${resolved.slice(0, -end.length)}-${metadata.version}.tgz`
    : (metadata.resolved ?? undefined)
}

/** What the lock file of version 2 repeats for older clients. */
export function legacyMembersOf(
  entry: JsonRecord,
  forced: ReadonlyMap<string, string>
): Map<string, unknown> {
  const requires = { ...objectMember(entry, 'dependencies'), ...objectMember(entry, 'optionalDependencies') }
  const sorted = Object.entries(requires)
    .map(([name, range]) => [name, forced.get(name) ?? range] as const)
    .toSorted(([a], [b]) => a.localeCompare(b, 'en'))
  return new Map<string, unknown>([
    ['version', entry['version']],
    ['resolved', entry['resolved']],
    ['integrity', entry['integrity']],
    ['requires', sorted.length === 0 ? undefined : Object.fromEntries(sorted)]
  ])
}
