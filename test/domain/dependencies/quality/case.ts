// What the cases of dependencies are: lock files that are read, advisories that apply, files that are updated.

export interface ExpectedPackage {
  name: string
  version: string
  dev?: boolean
  direct?: boolean
}

/**
 * Packages that the file pins to one version, once each however often it names them, in any order. What it names
 * without a version is left out here, and a reader may list it without one. Names are spelled as OSV spells them
 * (Maven: `group:artifact`; PyPI: compared as PEP 503 normalises them); a leading `v` of a version says nothing in
 * Go and Packagist. `dev` and `direct` are compared only where they are given.
 */
export interface ExpectedPackages {
  packages: readonly ExpectedPackage[]
  /** Listing these is as good as leaving them out. */
  maybe?: readonly ExpectedPackage[]
  /** To refuse the file as unreadable is as good; a part of the packages is not. */
  mayRefuse?: true
}

export interface ManifestCase {
  name: string
  path: string
  content: string | (() => string | Uint8Array)
  expected: { unreadable: true } | ExpectedPackages | { count: number; mayRefuse: true }
}

export interface VersionQuery {
  ecosystem: string
  package: string
  version: string
  affected: boolean
  /** The smallest version above that is not affected by this record, as far as it says; null if it names none. */
  patched?: string | null
}

export interface AdvisoryCase {
  name: string
  record: object
  queries: readonly VersionQuery[]
}

/** Records that speak of one vulnerability are one group: the ids of the records in it, sorted. Groups have no order. */
export interface AliasCase {
  name: string
  records: readonly object[]
  groups: readonly (readonly string[])[]
}

export interface SeverityCase {
  name: string
  vector: string
  /** Null: no vector of CVSS. */
  score: number | null
  level: 'none' | 'low' | 'medium' | 'high' | 'critical' | null
}

/** Versions in ascending order; those in one list are equal. */
export interface OrderCase {
  name: string
  ecosystem: string
  ascending: readonly (readonly string[])[]
}

export interface Fix {
  package: string
  from: string
  to: string
}

export interface EditCase {
  name: string
  ecosystem: string
  files: Readonly<Record<string, string>>
  fixes: readonly Fix[]
  expected: /** The whole text of each file that changes; no other file does. */
    | { files: Readonly<Record<string, string>>; mayRefuse?: true }
    /** Any one of these. */
    | { oneOf: readonly Readonly<Record<string, string>>[]; mayRefuse?: true }
    /** Nothing is changed, for this reason. */
    | { refused: string }
}

/** `name@version` of each package. */
export const pinned = (...packages: readonly string[]): ExpectedPackage[] =>
  packages.map((text) => {
    const at = text.lastIndexOf('@')
    return { name: text.slice(0, at), version: text.slice(at + 1) }
  })

/** One OSV record with one affected package and the given ranges. */
export const advisory = (ecosystem: string, name: string, affected: object, more: object = {}): object => ({
  schema_version: '1.6.0',
  id: 'TEST-2026-0001',
  modified: '2026-01-02T03:04:05Z',
  summary: 'made up',
  affected: [{ package: { ecosystem, name }, ...affected }],
  ...more
})

/** One range of events, of the kind that packages of registries have unless another is given. */
export const range = (events: readonly object[], type = 'ECOSYSTEM'): { ranges: object[] } => ({
  ranges: [{ type, events }]
})
