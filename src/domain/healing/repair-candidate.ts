// A possible repair: a known one, or one that a language model writes.
import type { Remedy } from '#schemas/healing/enums.js'
import type { OfferedFile } from '../patches/model/edits.js'
import type { RepairChange, RepairRefusal } from '../repairs/repair.js'

/** Files that the language model may read and change. */
export interface ModelOffer {
  is: 'offer'
  offered: readonly OfferedFile[]
}

/** The patch of the model is invalid. */
export interface ModelPatchFault {
  is: 'fault'
  reason: string
}

export interface RepairCandidate {
  remedy: Remedy
  isOfWorkflow: boolean
  /** Undefined if no repair was sought: patches are off, or the branch has new commits. */
  plan: RepairChange | RepairRefusal | ModelOffer | ModelPatchFault | undefined
  /** Whether the branch is still at the commit of the run. */
  isAtHead: boolean
  isConventional: boolean
}

/** The files that the repair changes or offers to the model. */
export function candidatePaths({ plan }: RepairCandidate): string[] {
  if (plan?.is === 'change') return plan.files.map(({ path }) => path)
  return plan?.is === 'offer' ? plan.offered.map(({ path }) => path) : []
}
