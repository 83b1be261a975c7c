// What is to mend a failure: a repair that knows it, or what a language model writes for it.
import type { Remedy } from '#schemas/healing/words.js'
import type { OfferedFile } from '../patches/model/edits.js'
import type { RepairChange, RepairRefusal } from '../repairs/repair.js'

/** A language model may be shown these files, and asked to change them. */
export interface ModelOffer {
  is: 'offer'
  offered: readonly OfferedFile[]
}

/** What it wrote is no good. */
export interface ModelPatchFault {
  is: 'fault'
  reason: string
}

export interface RepairCandidate {
  remedy: Remedy
  isOfWorkflow: boolean
  /** Nothing where it was not looked for: patches are off, or the branch has moved on. */
  plan: RepairChange | RepairRefusal | ModelOffer | ModelPatchFault | undefined
  /** Whether the branch still stands where the run was. */
  isAtHead: boolean
  isConventional: boolean
}

/** The files that it changes, or would be asked to change. */
export function candidatePaths({ plan }: RepairCandidate): string[] {
  if (plan?.is === 'change') return plan.files.map(({ path }) => path)
  return plan?.is === 'offer' ? plan.offered.map(({ path }) => path) : []
}
