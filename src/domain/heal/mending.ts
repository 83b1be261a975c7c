// What is to mend a failure: a repair that knows it, or what a language model writes for it.
import type { Remedy } from '../../../schemas/heal-words.js'
import type { OfferedFile } from '../model-patch/edits.js'
import type { Change, Refusal } from '../repairs/repair.js'

/** A language model may be shown these files, and asked to change them. */
export interface Prospect {
  is: 'prospect'
  offered: readonly OfferedFile[]
}

/** What it wrote is no good. */
export interface Fault {
  is: 'fault'
  reason: string
}

export interface Mending {
  remedy: Remedy
  isOfWorkflow: boolean
  /** Nothing where it was not looked for: patches are off, or the branch has moved on. */
  plan: Change | Refusal | Prospect | Fault | undefined
  /** Whether the branch still stands where the run was. */
  isAtHead: boolean
  isConventional: boolean
}

/** The files that it changes, or would be asked to change. */
export function pathsIn({ plan }: Mending): string[] {
  if (plan?.is === 'change') return plan.files.map(({ path }) => path)
  return plan?.is === 'prospect' ? plan.offered.map(({ path }) => path) : []
}
