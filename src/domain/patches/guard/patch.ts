// A patch as whole files before and after, so that no diff notation can hide a change.

export interface PatchedFile {
  path: string
  /** Null for a new file. */
  before: string | null
  /** Null for a deleted file. */
  after: string | null
  /** The former path of a moved file. */
  renamed_from?: string
  /** The file mode; 100644 by default. */
  mode?: '100644' | '100755'
}

export interface PatchLimits {
  files: number
  /** Lines added plus lines removed. */
  lines: number
  /** Characters in one file. */
  characters: number
  /** The share of its lines that a larger file must keep; a fifth by default. */
  leastShareLeft?: number
}

export interface PatchRules {
  /** Globs, matched at any depth and without regard to case. */
  blockedPaths: readonly string[]
  /** Only a repair of the workflow may change CI files. */
  isWorkflowRepair: boolean
  /** What tools write into lock files is no weakening, and the versions in manifests are no figures of checks. */
  isDependencyUpdate?: boolean
  /** A patch by a language model has stricter rules than a built-in repair. */
  isByModel?: boolean
  limits: PatchLimits
}

export type PatchFault =
  | 'empty'
  | 'too_large'
  | 'odd_path'
  | 'blocked_path'
  | 'ci_file'
  | 'hidden_text'
  | 'secret'
  | 'test_removed'
  | 'test_skipped'
  | 'assertion_changed'
  | 'timeout_widened'
  | 'coverage_lowered'
  | 'check_suppressed'
  | 'build_file'
  | 'closed_place'
  | 'no_parser'
  | 'not_read'
  | 'reaches_out'
  | 'not_shown_harmless'

export interface PatchFinding {
  fault: PatchFault
  path: string
  /** The line in the new file, or in the old one if it was removed; null for the file as a whole. */
  line: number | null
  reason: string
}

export interface PatchVerdict {
  passes: boolean
  findings: PatchFinding[]
}
