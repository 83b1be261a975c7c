// Registries of which the answers are made up.
import type { PackageMetadata, PublishedPackages } from '#domain/dependencies/updates/update.js'

export type MadeUpPackages = Readonly<Record<string, Readonly<Record<string, Partial<PackageMetadata>>>>>

export function registryOf(packages: MadeUpPackages): PublishedPackages {
  const all = new Map(
    Object.entries(packages).map(([name, versions]) => [name, new Map(Object.entries(versions))])
  )
  return {
    silence: () => 'the registry does not know it',
    serves: (origin) => !origin.includes('private.example'),
    versions: (name) => (all.has(name) ? [...(all.get(name)?.keys() ?? [])] : undefined),
    metadata(name, version) {
      const known = all.get(name)?.get(version)
      if (!known) return undefined
      return {
        version,
        resolved: `https://registry.npmjs.org/${name}/-/${name}-${version}.tgz`,
        integrity: `sha512-${name}-${version}`,
        dependencies: {},
        optionalDependencies: {},
        peerDependencies: {},
        fields: {},
        hashes: [],
        ...known
      }
    }
  }
}

/** `name@installed>to` for one manifest. */
export function wantedFix(text: string, manifestPath: string) {
  const at = text.lastIndexOf('@')
  const [installed = '', to = ''] = text.slice(at + 1).split('>')
  return { package: text.slice(0, at), installed, to, manifestPath, direct: null }
}
