// Reads Cargo.toml and Cargo.lock.
import { type ManifestReading, unreadable } from '../dependency.js'
import { type JsonRecord, listMember, objectMember, ownMember, textMember } from '../formats/json.js'
import { parseTomlRecord, tableLines } from '../formats/toml.js'
import { type TomlLines, tomlLines } from '../formats/toml-lines.js'
import { type Gathering, gather } from '../gathering.js'

const REGISTRY = 'registry+'
const SPARSE = 'sparse+'

export function readCargoLock(text: string): ManifestReading {
  const lock = parseTomlRecord(text)
  if (!lock) return unreadable('The text is not TOML')
  const entries = listMember(lock, 'package')
  const lines = tableLines(text, 'package', entries.length)
  const direct = askedByWorkspace(entries)
  const gathering = gather('cargo', true)
  for (const [index, entry] of entries.entries()) {
    const name = textMember(entry, 'name')
    const version = textMember(entry, 'version')
    if (name === undefined) gathering.reject(`package ${index + 1}`)
    else
      gathering.add({
        name,
        resolvedVersion: version,
        source: sourceOf(textMember(entry, 'source')),
        direct: direct.has(name) || direct.has(`${name} ${version}`),
        line: lines[index]
      })
  }
  return gathering.end()
}

/** What has no source is a folder of the repository. */
function sourceOf(source: string | undefined): string | null {
  if (source === undefined) return '.'
  return source.startsWith(REGISTRY) || source.startsWith(SPARSE) ? null : source
}

/** What the packages of the repository depend on: `name`, or `name version` where there are several. */
function askedByWorkspace(entries: readonly unknown[]): ReadonlySet<string> {
  const asked = new Set<string>()
  for (const entry of entries)
    if (textMember(entry, 'source') === undefined)
      for (const one of listMember(entry, 'dependencies'))
        if (typeof one === 'string') asked.add(one.split(' ', 2).join(' '))
  return asked
}

const SECTIONS = ['dependencies', 'build-dependencies', 'dev-dependencies'] as const

export function readCargoToml(text: string): ManifestReading {
  const manifest = parseTomlRecord(text)
  if (!manifest) return unreadable('The text is not TOML')
  const gathering = gather('cargo', false)
  const lines = tomlLines(text)
  const workspace = objectMember(manifest, 'workspace')
  const targets = Object.entries(objectMember(manifest, 'target'))
  const owners = [
    { path: '', owner: manifest },
    { path: 'workspace.', owner: workspace },
    ...targets.map(([name, owner]) => ({ path: `target.${name.replace(/["'\s]/g, '')}.`, owner }))
  ]
  for (const { path, owner } of owners)
    for (const section of SECTIONS)
      gatherSection(objectMember(owner, section), `${path}${section}`, { lines, gathering })
  for (const member of listMember(workspace, 'members'))
    if (typeof member === 'string' && !member.includes('*')) gathering.include(`${member}/Cargo.toml`)
  return gathering.end()
}

function gatherSection(
  stated: JsonRecord,
  path: string,
  { lines, gathering }: { lines: TomlLines; gathering: Gathering }
): void {
  const dev = path.endsWith('dev-dependencies')
  for (const [key, constraint] of Object.entries(stated))
    gathering.add({ ...statedAs(key, constraint), direct: true, dev, line: lines.get(`${path}.${key}`) })
}

const PLACES = ['git', 'path']

/** A text is a range; a table may give the real name, and a place instead of the registry. */
function statedAs(key: string, stated: unknown) {
  const requirement = typeof stated === 'string' ? stated : (textMember(stated, 'version') ?? null)
  const pinned = requirement === null ? undefined : /^=\s?(\d[\w.+-]{0,100})$/.exec(requirement)?.[1]
  return {
    name: textMember(stated, 'package') ?? key,
    requirement: requirement ?? (ownMember(stated, 'workspace') === true ? 'workspace' : null),
    resolvedVersion: pinned ?? null,
    source: placeOf(stated)
  }
}

const placeOf = (stated: unknown) =>
  PLACES.map((place) => textMember(stated, place)).find((one) => one !== undefined) ?? null
