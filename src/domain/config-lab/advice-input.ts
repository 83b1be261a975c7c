// What recommendations are made from, and what one of them says.
import type { Recommendation } from '#schemas/config-lab/advice.js'
import type { ServiceConfig } from '#schemas/configuration/service-config.js'
import type { Shadow } from '../configuration/layers/shadows.js'
import type { ScopedWaiver } from '../waivers/waivers.js'

export type AdviceFinding = Omit<Recommendation, 'id'>

/** What is known of the repository that a configuration is meant for. */
export interface AdviceFacts {
  defaultBranch: string | null
  /** What the file says without effect. */
  shadows: readonly Shadow[]
  /** Gates that would be in force, and have never been evaluated. */
  idleGates: readonly string[]
  /** Those of CI healing that hold. */
  waivers: readonly ScopedWaiver[]
  /** How many decisions of the last days were dry runs, by source. */
  dryRuns: Readonly<Record<string, number>>
}

export interface AdviceInput {
  config: ServiceConfig
  /** Nothing where the file is meant for no repository that is known. */
  facts: AdviceFacts | null
}
