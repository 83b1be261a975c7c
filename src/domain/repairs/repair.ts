// What a repair is: it knows a failure by its log, says which files it must read, and plans what they become.

import type { RepairName } from '#schemas/healing/words.js'
import type { FailureType } from '#schemas/mirror/ci.js'
import type { PatchedFile } from '../patches/guard/patch.js'
import type { FormatOptions } from './prettier-options.js'

/** What the log of a failed run shows. */
export interface FailureLog {
  type: FailureType
  /** The job that failed, as it is shown. */
  job: string
  lines: readonly string[]
}

/** What is known of the repository at the commit of the run, before a file is read. */
export interface RepairContext {
  failure: FailureLog
  /** The workflow that has failed. */
  workflow: string | null
  /** All files that there are. */
  paths: ReadonlySet<string>
  /** What is there beside them and cannot be read, such as links. */
  others: ReadonlySet<string>
}

export interface RepairChange {
  is: 'change'
  files: readonly PatchedFile[]
  /** What was wrong and what is done about it, each in a sentence. */
  explanation: readonly string[]
}

/** Files that are to be laid out anew; who does that says what they become. */
export interface FormatRequest {
  is: 'format'
  files: readonly { path: string; text: string; options: FormatOptions }[]
  explanation: readonly string[]
}

/** It knows the failure, and why it cannot be repaired without a person. */
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
  /** What the diagnosis calls the failures that it is for. */
  types: readonly FailureType[]
  /** Whether the log shows a failure of its kind. */
  knows(failure: FailureLog): boolean
  /** The files that it must read: none where it is left alone whatever they hold; nothing where it could mend none. */
  needs(ground: RepairContext): readonly string[] | undefined
  /** Given those of the files that there are. */
  plan(ground: RepairContext, files: FileTexts): RepairPlan
}

/** Files of a name, or of the end of a path, wherever they are. */
export const pathsEndingIn = ({ paths }: RepairContext, end: string): string[] =>
  [...paths].filter((path) => path === end || path.endsWith(`/${end}`))

export const refuseRepair = (reason: string): RepairRefusal => ({ is: 'refused', reason })
