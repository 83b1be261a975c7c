// What an update of dependencies starts from, and what it comes to.

/** A package of a manifest that is affected, and the version that puts it right. */
export interface WantedFix {
  package: string
  /** As the manifest resolves it. */
  installed: string
  /** The highest of what its advisories call fixed. */
  to: string
  manifestPath: string
  /** Null where the manifest does not tell. */
  direct: boolean | null
}

/** The text of each manifest and lock file of one ecosystem, by path, as one commit has them. */
export type UpdateFiles = ReadonlyMap<string, string>

/** What a registry says of one version. */
export interface PackageMetadata {
  version: string
  /** The address of its archive. */
  resolved: string | null
  /** The digest of its archive as the lock file writes it: `sha512-…` of npm, the checksum of Cargo. */
  integrity: string | null
  /** Requirements by name; of Go's modules, the versions in their `go.mod`. */
  dependencies: Readonly<Record<string, string>>
  optionalDependencies: Readonly<Record<string, string>>
  peerDependencies: Readonly<Record<string, string>>
  /** What npm's lock file repeats of the package: `engines`, `bin`, `license` and the like. */
  fields: Readonly<Record<string, unknown>>
  /** Pip: `sha256:…` of every file. Go: `h1:…` of the module, then of its `go.mod`. */
  hashes: readonly string[]
}

/** What a registry has to be asked: for a version, or with null for all versions of a package. */
export interface MetadataNeed {
  name: string
  version: string | null
}

/** What was asked of a registry before; undefined for what it was not asked, or did not know. */
export interface PublishedPackages {
  metadata(name: string, version: string): PackageMetadata | undefined
  /** Does not throw for names that it does not know. */
  versions(name: string): readonly string[] | undefined
  /** Why it tells nothing; what follows "because". */
  silence(need: MetadataNeed): string
  /** Whether what comes from this address, as lock files write it, is what the registry tells of. */
  serves(origin: string): boolean
}

export interface UpdateOptions {
  /** Null while no registry is asked. */
  published: PublishedPackages | null
  allowMajor: boolean
}

export interface FileEdit {
  path: string
  before: string
  after: string
}

export interface FixedPackage {
  package: string
  from: string
  to: string
  manifestPath: string
}

export interface RefusedFix {
  package: string
  manifestPath: string
  /** What keeps it from being fixed, and what to do. */
  reason: string
}

/** What changes one project. */
export interface UpdatePart {
  edits: FileEdit[]
  fixed: FixedPackage[]
}

/** Each fix is in one of the lists; one that is fixed reads so in every file of its project. */
export interface UpdatePlan extends UpdatePart {
  /** The same edits and fixes, by project. */
  parts: UpdatePart[]
  refused: RefusedFix[]
}
