// The interface of a repair: it recognizes a failure by its log, names the files it needs, and plans their changes.

import type { RepairName } from '#schemas/healing/enums.js'
import type { FailureType } from '#schemas/mirror/ci.js'
import type { PatchedFile } from '../patches/guard/patch.js'
import type { FormatOptions } from './prettier-options.js'

/** The log of a failed run. */
export interface FailureLog {
  type: FailureType
  /** The name of the failed job as shown in the log. */
  job: string
  lines: readonly string[]
}

/** What is known about the repository at the commit of the run before any file is read. */
export interface RepairContext {
  failure: FailureLog
  /** The path of the failed workflow. */
  workflow: string | null
  /** The paths of all files. */
  paths: ReadonlySet<string>
  /** Other entries that cannot be read as files, such as links. */
  others: ReadonlySet<string>
}

export interface RepairChange {
  is: 'change'
  files: readonly PatchedFile[]
  /** What was wrong and what the repair does, one sentence each. */
  explanation: readonly string[]
}

/** Files to format; the formatter produces their new content. */
export interface FormatRequest {
  is: 'format'
  files: readonly { path: string; text: string; options: FormatOptions }[]
  explanation: readonly string[]
}

/** The failure is recognized, but a person must repair it. */
export interface RepairRefusal {
  is: 'refused'
  reason: string
}

export type RepairPlan = RepairChange | FormatRequest | RepairRefusal

export type FileTexts = ReadonlyMap<string, string>

export interface Repair {
  name: RepairName
  /** Whether it changes the workflow itself. */
  isOfWorkflow: boolean
  /** The types of failures that it repairs. */
  types: readonly FailureType[]
  /** Whether it recognizes the failure in the log. */
  knows(failure: FailureLog): boolean
  /** The files that it must read. Empty if it will refuse anyway; undefined if the repair is impossible. */
  needs(context: RepairContext): readonly string[] | undefined
  /** `files` are those of the needed files that exist. */
  plan(context: RepairContext, files: FileTexts): RepairPlan
}

/** Paths that equal `end` or end with it as whole segments. */
export const pathsEndingIn = ({ paths }: RepairContext, end: string): string[] =>
  [...paths].filter((path) => path === end || path.endsWith(`/${end}`))

export const refuseRepair = (reason: string): RepairRefusal => ({ is: 'refused', reason })
