// Assesses a repair: whether there is one, the confidence in it, and its risk.

import type { LeastConfidence } from '#schemas/configuration/keys.js'
import type { FailureType } from '#schemas/mirror/ci.js'

const HIGH = 0.85
const MEDIUM = 0.5

export function confidenceLevel(certainty: number): LeastConfidence {
  if (certainty >= HIGH) return 'high'
  return certainty >= MEDIUM ? 'medium' : 'low'
}

/** How often heals for a rule succeeded. */
export interface TrackRecord {
  healed: number
  failed: number
}

/** Assumed earlier successes, because the first failure alone means little. */
const ASSUMED_SUCCESSES = 3

/** Lowers the certainty of a rule by its share of failed heals. */
export function adjustCertainty(certainty: number, { healed, failed }: TrackRecord): number {
  const share = (healed + ASSUMED_SUCCESSES) / (healed + failed + ASSUMED_SUCCESSES)
  return Math.round(100 * certainty * share) / 100
}

/** Failures with a cause outside of the repository, which only people can fix. */
const PEOPLE_ONLY_TYPES: ReadonlySet<string> = new Set<FailureType>([
  'network',
  'rate_limit',
  'auth_permission',
  'out_of_memory',
  'disk_full',
  'runner_infra',
  'quality_gate'
])

export const needsPeople = (type: string): boolean => PEOPLE_ONLY_TYPES.has(type)

/** Failures with a shared cause outside of the repositories, if several have them at once. */
const EXTERNAL_TYPES: ReadonlySet<string> = new Set<FailureType>([
  'dependency_resolution',
  'network',
  'rate_limit',
  'auth_permission',
  'docker_build',
  'config_error',
  'disk_full',
  'runner_infra'
])

interface DiagnosedFailure {
  type: string
  transient: boolean
  certainty: number
}

/** A weak diagnosis does not stop other repositories. */
export const mayBeIncident = ({ type, transient, certainty }: DiagnosedFailure): boolean =>
  certainty >= MEDIUM && (transient || EXTERNAL_TYPES.has(type))

const CONFIDENCE_RISK: Readonly<{ [Key in LeastConfidence]: number }> = { high: 0, medium: 15, low: 40 }
const FAILURE_TYPE_RISK: Partial<{ [Key in FailureType]: number }> = {
  lint_format: 0,
  type_check: 0,
  dependency_resolution: 15,
  test_failure: 15,
  timeout: 15
}
const OTHER_TYPES_RISK = 30
const UNKNOWN_FILE_RISK = 20
const NO_REMEDY_RISK = 30
const HIGHEST_SCORE = 100

export interface RepairRiskInput {
  type: FailureType
  /** Whether a re-run or a known repair helps. */
  hasRemedy: boolean
  confidence: LeastConfidence
  file: string | null
}

export function repairRiskScore({ type, hasRemedy, confidence, file }: RepairRiskInput): number {
  const points = [
    CONFIDENCE_RISK[confidence],
    FAILURE_TYPE_RISK[type] ?? OTHER_TYPES_RISK,
    file === null ? UNKNOWN_FILE_RISK : 0,
    hasRemedy ? 0 : NO_REMEDY_RISK
  ]
  return Math.min(
    HIGHEST_SCORE,
    points.reduce((sum, part) => sum + part, 0)
  )
}
