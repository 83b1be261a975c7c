// The input of the recommendation rules, and their findings.
import type { Recommendation } from '#schemas/config-lab/advice.js'
import type { ServiceConfig } from '#schemas/configuration/service-config.js'
import type { Shadow } from '../configuration/layers/shadows.js'
import type { ScopedWaiver } from '../waivers/waivers.js'

export type AdviceFinding = Omit<Recommendation, 'id'>

/** What is known about the repository that the file is for. */
export interface AdviceFacts {
  defaultBranch: string | null
  /** Values of the file that have no effect. */
  shadows: readonly Shadow[]
  /** Gates that would apply and have never been evaluated. */
  idleGates: readonly string[]
  /** Active waivers of CI healing. */
  waivers: readonly ScopedWaiver[]
  /** How many decisions of the last days were dry runs, by source. */
  dryRuns: Readonly<Record<string, number>>
}

export interface AdviceInput {
  config: ServiceConfig
  /** Null without a known repository. */
  facts: AdviceFacts | null
}
