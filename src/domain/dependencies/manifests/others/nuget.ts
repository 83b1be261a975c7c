// Reads the manifests of NuGet: packages.lock.json, packages.config, and projects with their central versions.
import { type ManifestReading, unreadable } from '../dependency.js'
import { isJsonRecord, objectMember, parseJsonRecord, textMember } from '../formats/json.js'
import { jsonPath, memberLines } from '../formats/json-lines.js'
import { parseXml } from '../formats/xml.js'
import { type FoundDependency, gather } from '../gathering.js'

export function readNugetLock(text: string): ManifestReading {
  const lock = parseJsonRecord(text)
  if (!lock) return unreadable('The text is not a JSON object')
  const frameworks = objectMember(lock, 'dependencies')
  const lines = memberLines(text, new Set(Object.keys(frameworks)))
  const gathering = gather('nuget', true)
  for (const [framework, packages] of Object.entries(frameworks))
    for (const [name, entry] of Object.entries(isJsonRecord(packages) ? packages : {})) {
      const type = textMember(entry, 'type')
      gathering.add({
        name,
        resolvedVersion: textMember(entry, 'resolved'),
        source: type === 'Project' ? '.' : null,
        direct: type === 'Direct',
        line: lines.get(jsonPath('dependencies', framework, name))
      })
    }
  return gathering.end()
}

type Attributes = Record<string, string>

/** The package that an element states, if it states one. */
type PackageElement = (name: string, attributes: Attributes) => FoundDependency | undefined

function readElements(text: string, stated: PackageElement): ManifestReading {
  const gathering = gather('nuget', false)
  const open: { name: string; entry: FoundDependency | undefined }[] = []
  let value = ''
  const failure = parseXml(text, {
    open(name, line, attributes) {
      const entry = stated(name, attributes)
      open.push({ name, entry: entry && { ...entry, direct: true, line } })
      value = ''
    },
    text(piece) {
      if (value.length < LONGEST_VALUE) value += piece
    },
    close() {
      const closed = open.pop()
      const owner = open.at(-1)?.entry
      // A version may also be an element of its own.
      if (owner && closed?.name === 'Version') Object.assign(owner, versionOf(value.trim()))
      if (closed?.entry) gathering.add(closed.entry)
      value = ''
    }
  })
  return failure === undefined ? gathering.end() : unreadable(failure)
}

const LONGEST_VALUE = 1_000

export const readPackagesConfig = (text: string): ManifestReading =>
  readElements(text, (name, { id, version, developmentDependency }) =>
    name === 'package' && id
      ? {
          name: id,
          requirement: version ?? null,
          resolvedVersion: version ?? null,
          dev: developmentDependency === 'true'
        }
      : undefined
  )

const PACKAGE_ELEMENTS = new Set(['PackageReference', 'PackageVersion', 'GlobalPackageReference'])

export const readNugetProject = (text: string): ManifestReading =>
  readElements(text, (name, { Include, Update, Version, VersionOverride, PrivateAssets }) => {
    const id = Include ?? Update
    if (!PACKAGE_ELEMENTS.has(name) || !id) return undefined
    return {
      name: id,
      ...versionOf(VersionOverride ?? Version ?? ''),
      dev: PrivateAssets?.toLowerCase() === 'all'
    }
  })

/** A plain version is the lowest that is allowed, and what is restored; properties are not known here. */
function versionOf(version: string) {
  const exact = /^\[?(\d[\w.+-]{0,100})\]?$/.exec(version)?.[1]
  const isBare = exact !== undefined && version.startsWith('[') === version.endsWith(']')
  return { requirement: version === '' ? null : version, resolvedVersion: isBare ? exact : null }
}
