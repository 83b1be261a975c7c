// The score and the word of a severity vector.
import type { AdvisorySeverity } from '#schemas/dependencies/enums.js'
import { scoreCvss3 } from './cvss3.js'
import { scoreCvss4 } from './cvss4.js'

export interface VectorScore {
  /** From 0 to 10, with one decimal place. */
  score: number
  severity: AdvisorySeverity
}

const LONGEST_VECTOR = 1_000
const FORMULAS: Readonly<Record<string, (metrics: ReadonlyMap<string, string>) => number | null>> = {
  'CVSS:3.0': scoreCvss3,
  'CVSS:3.1': scoreCvss3,
  'CVSS:4.0': scoreCvss4
}

/** Null where it is no vector of CVSS 3.0, 3.1 or 4.0, or a metric is missing, twice there or unheard of. */
export function scoreVector(vector: string): VectorScore | null {
  if (vector.length > LONGEST_VECTOR) return null
  const [version = '', ...parts] = vector.trim().split('/')
  if (!Object.hasOwn(FORMULAS, version)) return null
  const metrics = new Map<string, string>()
  for (const part of parts) {
    const [name = '', value = '', ...more] = part.split(':')
    if (more.length > 0 || metrics.has(name)) return null
    metrics.set(name, value)
  }
  const score = FORMULAS[version]?.(metrics) ?? null
  return score === null ? null : { score, severity: severityOf(score) }
}

export function severityOf(score: number): AdvisorySeverity {
  if (score >= 9) return 'critical'
  if (score >= 7) return 'high'
  if (score >= 4) return 'medium'
  return score > 0 ? 'low' : 'none'
}
