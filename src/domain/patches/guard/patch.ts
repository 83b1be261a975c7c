// A patch as the guard sees it: whole files before and after, so that no way of writing a difference hides anything.

export interface PatchedFile {
  path: string
  /** Null where the file is new. */
  before: string | null
  /** Null where the file is deleted. */
  after: string | null
  /** Where it lay before, if it was moved. */
  renamed_from?: string
  /** Whether it can be executed; 100644 unless given. */
  mode?: '100644' | '100755'
}

export interface PatchLimits {
  files: number
  /** Lines added and removed, in all. */
  lines: number
  /** Characters of one file. */
  characters: number
}

export interface PatchRules {
  /** Globs; each counts at any depth and in any case. */
  blockedPaths: readonly string[]
  /** Only a repair of the workflow itself may touch the files of CI. */
  isWorkflowRepair: boolean
  /** A language model wrote it: it may do less than a repair of ours. */
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
  /** In the file after, or before where the line is gone; null where it is about the file. */
  line: number | null
  reason: string
}

export interface PatchVerdict {
  passes: boolean
  findings: PatchFinding[]
}
