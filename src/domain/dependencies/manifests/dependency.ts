// What a manifest or a lock file says of the packages that a repository depends on.
import type { Ecosystem } from '#schemas/dependencies/enums.js'

export interface ManifestDependency {
  name: string
  /** The range or pin as the manifest states it; null in a lock file. */
  requirement: string | null
  /** The version that a lock file resolved, or that a manifest pins exactly. */
  resolvedVersion: string | null
  /** Where it comes from if not from the registry of its ecosystem: a commit, an address or a path, as stated. */
  source: string | null
  /** Null where the file does not tell. */
  direct: boolean | null
  dev: boolean
  line: number | null
}

export interface ManifestContents {
  kind: 'manifest'
  ecosystem: Ecosystem
  lockfile: boolean
  dependencies: ManifestDependency[]
  /** Other files that it includes, relative to it. */
  includes: string[]
  notes: string[]
}

export type ManifestReading = ManifestContents | { kind: 'unreadable'; reason: string }

/** Reads the text of one format. */
export type ManifestReader = (text: string) => ManifestReading

export const unreadable = (reason: string): ManifestReading => ({ kind: 'unreadable', reason })
