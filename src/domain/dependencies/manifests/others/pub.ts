// Reads pubspec.yaml and pubspec.lock.
import { type ManifestReading, unreadable } from '../dependency.js'
import { eachYamlEntry, type YamlLine } from '../formats/yaml.js'
import { type FoundDependency, gather } from '../gathering.js'

const PLACES = new Set(['git', 'path', 'sdk'])

export function readPubspecLock(text: string): ManifestReading {
  const packages: FoundDependency[] = []
  const strange = eachYamlEntry(text, (entry) => {
    if (entry.path[0] === 'packages') takeLocked(packages, entry)
  })
  if (strange > 0) return unreadable(`Line ${strange} is no entry of a mapping`)
  const gathering = gather('pub', true)
  for (const one of packages) gathering.add(one)
  return gathering.end()
}

function takeLocked(packages: FoundDependency[], { path, key, value, line }: YamlLine): void {
  if (path.length === 1) packages.push({ name: key, line, direct: false })
  const current = packages.at(-1)
  if (!current || path.length !== 2) return
  if (key === 'version') current.resolvedVersion = value
  if (key === 'source' && PLACES.has(value)) current.source = value
  if (key === 'dependency')
    Object.assign(current, { direct: value.startsWith('direct'), dev: value === 'direct dev' })
}

const SECTIONS = ['dependencies', 'dev_dependencies']

export function readPubspec(text: string): ManifestReading {
  const stated: FoundDependency[] = []
  const strange = eachYamlEntry(text, (entry) => {
    if (SECTIONS.includes(entry.path[0] ?? '')) takeStated(stated, entry)
  })
  if (strange > 0) return unreadable(`Line ${strange} is no entry of a mapping`)
  const gathering = gather('pub', false)
  for (const one of stated) gathering.add(one)
  return gathering.end()
}

function takeStated(stated: FoundDependency[], { path, key, value, line }: YamlLine): void {
  const dev = path[0] === 'dev_dependencies'
  if (path.length === 1) stated.push({ name: key, ...statedVersion(value), direct: true, dev, line })
  const current = stated.at(-1)
  if (!current || path.length !== 2) return
  if (key === 'version') Object.assign(current, statedVersion(value))
  else if (PLACES.has(key)) current.source = value === '' ? key : value
}

const statedVersion = (value: string) => ({
  requirement: value,
  resolvedVersion: /^\d[\w.+-]{0,100}$/.test(value) ? value : null
})
