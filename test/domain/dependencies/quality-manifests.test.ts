// Lock files of each kind, and broken ones, as somebody wrote them down who had not seen the readers.
import t, { type Test } from 'tap'
import { normalisePackageName } from '#domain/dependencies/advisories/names.js'
import type { ManifestContents, ManifestDependency } from '#domain/dependencies/manifests/dependency.js'
import { readManifest } from '#domain/dependencies/manifests/index.js'
import type { Ecosystem } from '#schemas/dependencies/enums.js'
import type { ExpectedPackage, ExpectedPackages, ManifestCase } from './quality/case.js'
import { manifestCases } from './quality/index.js'

const PREFIXED: ReadonlySet<Ecosystem> = new Set<Ecosystem>(['go', 'composer'])

interface ListedPackage {
  dev: boolean
  direct: boolean | null
}

const textOf = (content: string | Uint8Array) =>
  typeof content === 'string' ? content : new TextDecoder().decode(content)

function keyOf(ecosystem: Ecosystem, name: string, version: string): string {
  const plain = PREFIXED.has(ecosystem) ? version.replace(/^v/, '') : version
  return `${ecosystem === 'pip' ? normalisePackageName(ecosystem, name) : name}@${plain}`
}

/** A folder of the repository is listed with its path in place of a registry. */
const isFolder = ({ source }: ManifestDependency) => source !== null && !/[:#]/.test(source)

/** Once each: one that is named for production and for development is not for development alone. */
function listedIn({ ecosystem, dependencies }: ManifestContents): Map<string, ListedPackage> {
  const listed = new Map<string, ListedPackage>()
  const take = ({ name, dev, direct }: ManifestDependency, version: string) => {
    const key = keyOf(ecosystem, name, version)
    const known = listed.get(key) ?? { dev: true, direct: false }
    listed.set(key, { dev: known.dev && dev, direct: known.direct || direct })
  }
  for (const one of dependencies)
    if (one.resolvedVersion !== null && !isFolder(one)) take(one, one.resolvedVersion)
  return listed
}

function compare(t: Test, contents: ManifestContents, { packages, maybe = [] }: ExpectedPackages): void {
  const listed = listedIn(contents)
  const key = ({ name, version }: ExpectedPackage) => keyOf(contents.ecosystem, name, version)
  const left = new Set(maybe.map(key))
  t.same(
    [...listed.keys()].filter((one) => !left.has(one)).sort(),
    [...new Set(packages.map(key))].filter((one) => !left.has(one)).sort()
  )
  for (const { name, version, ...told } of packages)
    t.match(listed.get(key({ name, version })), told, `${name}@${version}`)
}

function check(t: Test, { path, content, expected }: ManifestCase): void {
  const reading = readManifest(path, textOf(typeof content === 'string' ? content : content()))
  if ('unreadable' in expected) t.equal(reading.kind, 'unreadable')
  else if (reading.kind === 'unreadable') t.ok(expected.mayRefuse, reading.reason)
  else if ('count' in expected) t.equal(listedIn(reading).size, expected.count)
  else compare(t, reading, expected)
}

for (const manifest of manifestCases) t.test(manifest.name, async (t) => check(t, manifest))
