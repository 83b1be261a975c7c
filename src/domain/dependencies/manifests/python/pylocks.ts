// Reads the lock files of Python that are tables of packages: those of Poetry, PDM and uv, and pylock.toml.
import { type ManifestReading, unreadable } from '../dependency.js'
import {
  isJsonRecord,
  type JsonRecord,
  listMember,
  objectMember,
  ownMember,
  textMember
} from '../formats/json.js'
import { parseTomlRecord, tableLines } from '../formats/toml.js'
import { type FoundDependency, gather } from '../gathering.js'

interface Dialect {
  /** The name of the array of tables. */
  table: string
  /** Undefined for the project itself. */
  describer(lock: JsonRecord): (entry: JsonRecord) => Omit<FoundDependency, 'name'> | undefined
}

function readPackageTables(text: string, { table, describer }: Dialect): ManifestReading {
  const lock = parseTomlRecord(text)
  if (!lock) return unreadable('The text is not TOML')
  const entries = listMember(lock, table)
  const lines = tableLines(text, table, entries.length)
  const describe = describer(lock)
  const gathering = gather('pip', true)
  for (const [index, entry] of entries.entries()) {
    const name = textMember(entry, 'name')
    if (name === undefined || !isJsonRecord(entry)) gathering.reject(`${table} ${index + 1}`)
    else {
      const described = describe(entry)
      if (described) gathering.add({ name, line: lines[index] ?? null, ...described })
    }
  }
  return gathering.end()
}

export const readPoetryLock = (text: string): ManifestReading =>
  readPackageTables(text, {
    table: 'package',
    describer: () => (entry) => {
      const source = objectMember(entry, 'source')
      const type = textMember(source, 'type')
      return {
        resolvedVersion: textMember(entry, 'version'),
        source: type === undefined || type === 'legacy' ? null : addressOf(source),
        dev: isOnlyFor(entry, new Set(['main']))
      }
    }
  })

const addressOf = (source: JsonRecord) =>
  textMember(source, 'resolved_reference') ?? textMember(source, 'url') ?? null

/** Whether the groups of a package leave out those that are installed outside of development. */
function isOnlyFor(entry: JsonRecord, needed: ReadonlySet<string>): boolean {
  const category = textMember(entry, 'category')
  if (category !== undefined) return category === 'dev'
  const groups = listMember(entry, 'groups').filter((one) => typeof one === 'string')
  return groups.includes('dev') && !groups.some((one) => needed.has(one))
}

export const readPdmLock = (text: string): ManifestReading =>
  readPackageTables(text, {
    table: 'package',
    describer: () => (entry) => ({
      resolvedVersion: textMember(entry, 'version'),
      source: textMember(entry, 'revision') ?? textMember(entry, 'url') ?? textMember(entry, 'path') ?? null,
      dev: isOnlyFor(entry, new Set(['default']))
    })
  })

export const readPylock = (text: string): ManifestReading =>
  readPackageTables(text, {
    table: 'packages',
    describer: () => (entry) => {
      const version = textMember(entry, 'version')
      const folder = textMember(objectMember(entry, 'directory'), 'path')
      if (version === undefined && folder === '.') return undefined
      const commit = textMember(objectMember(entry, 'vcs'), 'commit-id')
      const archive = textMember(objectMember(entry, 'archive'), 'url')
      return { resolvedVersion: version, source: commit ?? folder ?? archive ?? null }
    }
  })

export const readUvLock = (text: string): ManifestReading =>
  readPackageTables(text, {
    table: 'package',
    describer: (lock) => {
      const { needed, developed } = uvRoots(lock)
      return (entry) => {
        const source = objectMember(entry, 'source')
        const name = textMember(entry, 'name') ?? ''
        if (ownMember(source, 'virtual') === '.') return undefined
        return {
          resolvedVersion: textMember(entry, 'version'),
          source: uvSource(source),
          direct: needed.has(name) || developed.has(name),
          dev: developed.has(name) && !needed.has(name)
        }
      }
    }
  })

const UV_SOURCES = ['git', 'url', 'path', 'directory', 'editable', 'virtual']

const uvSource = (source: JsonRecord) =>
  UV_SOURCES.map((kind) => textMember(source, kind)).find((one) => one !== undefined) ?? null

/** What the projects of the workspace, which are folders of the repository, ask for. */
function uvRoots(lock: JsonRecord) {
  const needed = new Set<string>()
  const developed = new Set<string>()
  for (const entry of listMember(lock, 'package').filter(isJsonRecord)) {
    const source = objectMember(entry, 'source')
    if (textMember(source, 'virtual') === undefined && textMember(source, 'editable') === undefined) continue
    const { dependencies } = entry
    const extras = Object.values(objectMember(entry, 'optional-dependencies'))
    for (const name of [dependencies, ...extras].flatMap(namesIn)) needed.add(name)
    for (const name of Object.values(objectMember(entry, 'dev-dependencies')).flatMap(namesIn))
      developed.add(name)
  }
  return { needed, developed }
}

const namesIn = (list: unknown): string[] =>
  Array.isArray(list) ? list.flatMap((one: unknown) => textMember(one, 'name') ?? []) : []
