// What a lock file is to a plan: it takes a fix as a whole, or says why not.

import type { PlacedEdit } from '../placed-edits.js'
import type { MetadataNeed, PackageMetadata, PublishedPackages, WantedFix } from '../update.js'

/** A manifest that will ask for something else. */
export interface Restatement {
  path: string
  /** The name under which it asks. */
  key: string
  before: string
  after: string
}

export interface LockRequest {
  fix: WantedFix
  restated: readonly Restatement[]
  /** What the registry says of a version of a package. */
  metadata(name: string, version: string): PackageMetadata | undefined
  versions(name: string): readonly string[] | undefined
  silence: PublishedPackages['silence']
  serves: PublishedPackages['serves']
}

/** Nothing is changed before `commit`. */
export type LockOutcome =
  | { refusal: string }
  /** `forced` is set where a manifest has to force the version on what others ask for. */
  | { commit(): void; forced: boolean }

export interface LockDraft {
  path: string
  /** Whether it pins the package at all. */
  pins(name: string): boolean
  raise(request: LockRequest): LockOutcome
  edits(): PlacedEdit[]
}

export const NOTHING_TO_DO: LockOutcome = { commit() {}, forced: false }

/** A sentence that says what the plan was not told, and why. */
export const needsMetadata = (
  path: string,
  what: string,
  need: MetadataNeed,
  { silence }: Pick<LockRequest, 'silence'>
): string => `${path} needs ${what} of ${need.version ?? `\`${need.name}\``}, and ${silence(need)}`
