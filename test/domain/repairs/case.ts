// A failure as its log shows it, with the files as they were, and what becomes of them or why nothing does.

import type { RepairName } from '#schemas/healing/enums.js'
import type { FailureType } from '#schemas/mirror/ci.js'

export interface Case {
  repair: RepairName
  what: string
  log: string[]
  type?: FailureType
  job?: string
  before: Record<string, string>
  links?: string[]
  /** Of the files those that are no text. */
  unread?: string[]
  /** The files that are changed, as they are then. */
  after?: Record<string, string>
  refused?: RegExp
}

export const CI = '.github/workflows/ci.yml'

/** What the host puts in before a step begins. */
export const expression = (what: string) => `\${{ ${what} }}`
