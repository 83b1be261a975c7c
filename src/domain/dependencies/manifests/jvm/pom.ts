// Reads pom.xml: what the project depends on, with its properties and the versions that it manages.
import { type ManifestReading, unreadable } from '../dependency.js'
import { type Gathering, gather } from '../gathering.js'
import { type PomDependency, type PomModel, readPomModel } from './pom-model.js'
import { interpolate } from './properties.js'

interface PomEntry {
  name: string
  key: string
  version: string
  scope: string
  line: number
}

export function readPom(text: string): ManifestReading {
  const model = readPomModel(text)
  if (typeof model === 'string') return unreadable(model)
  const gathering = gather('maven', false)
  includeParent(model, gathering)
  const properties = propertiesOf(model)
  const managed = new Map<string, PomEntry>()
  for (const entry of entriesOf(model.managed, properties))
    if (!managed.has(entry.key) && entry.version !== '') managed.set(entry.key, entry)
  const active = model.profiles.filter(({ isActive }) => isActive).flatMap(({ dependencies }) => dependencies)
  for (const entry of uniqueEntries(entriesOf([...model.dependencies, ...active], properties)))
    gatherEntry(entry, managed.get(entry.key), gathering)
  return gathering.end()
}

/** The parent may state more versions; where it is, the path says, unless it is empty. */
function includeParent({ parent }: PomModel, gathering: Gathering): void {
  if (parent.size === 0) return
  const path = parent.get('relativePath') ?? '../pom.xml'
  if (path !== '') gathering.include(path.endsWith('.xml') ? path : `${path.replace(/\/$/, '')}/pom.xml`)
  else gathering.note('The parent comes from a registry')
}

/** The properties of the project, and the coordinates by the names that refer to them. */
function propertiesOf({ project, parent, properties }: PomModel): Map<string, string> {
  const all = new Map(properties)
  const coordinates = {
    groupId: project.get('groupId') ?? parent.get('groupId'),
    artifactId: project.get('artifactId'),
    version: project.get('version') ?? parent.get('version'),
    'parent.groupId': parent.get('groupId'),
    'parent.artifactId': parent.get('artifactId'),
    'parent.version': parent.get('version')
  }
  for (const [name, value] of Object.entries(coordinates)) {
    if (value === undefined) continue
    if (!all.has(name)) all.set(name, value)
    all.set(`project.${name}`, value)
    all.set(`pom.${name}`, value)
  }
  return all
}

/** What is stated; properties that nobody states stay as they are written. */
function entriesOf(stated: readonly PomDependency[], properties: ReadonlyMap<string, string>): PomEntry[] {
  return stated.flatMap(({ fields, line }) => {
    const value = (name: string) => {
      const text = fields.get(name) ?? ''
      return interpolate(text, properties) ?? text
    }
    const group = value('groupId')
    const artifact = value('artifactId')
    if (group === '' || artifact === '') return []
    const name = `${group}:${artifact}`
    const key = `${name}:${value('type') || 'jar'}:${value('classifier')}`
    return [{ name, key, version: value('version'), scope: value('scope'), line }]
  })
}

/** The first entry of a kind counts; one without a version takes it from a later one. Of two kinds, the later. */
function uniqueEntries(entries: readonly PomEntry[]): PomEntry[] {
  const byKey = new Map<string, PomEntry>()
  for (const entry of entries) {
    const earlier = byKey.get(entry.key)
    if (!earlier) byKey.set(entry.key, { ...entry })
    else if (earlier.version === '') earlier.version = entry.version
  }
  return [...new Map([...byKey.values()].map((entry) => [entry.name, entry])).values()]
}

function gatherEntry(entry: PomEntry, managed: PomEntry | undefined, gathering: Gathering): void {
  const version = entry.version || (managed?.version ?? '')
  const scope = entry.scope || (managed?.scope ?? '')
  gathering.add({
    name: entry.name,
    requirement: version,
    resolvedVersion: pinnedVersion(version),
    direct: true,
    dev: scope === 'test',
    line: entry.line
  })
}

/** A plain version, or a range of one. */
function pinnedVersion(version: string): string | null {
  if (version.includes('${') || version.includes(',')) return null
  const inner = version.startsWith('[') && version.endsWith(']') ? version.slice(1, -1) : version
  return inner === '' || /[[\]()]/.test(inner) ? null : inner
}
