// Decides whether a scan of the dependencies may happen, and says what it found. The guards come first.
import type { Json, JsonObject } from '#schemas/common.js'
import type { Condition, Verdict } from '#schemas/decisions/decisions.js'
import { guardsV1 } from '../decisions/guards.v1.js'
import type { Evaluator } from '../decisions/versions.js'
import { isObject, numberOrZero, valueAt } from '../json/path.js'

/** What a scan has done to the findings; null before it has read anything. */
export interface ScanFacts {
  commit: string | null
  alerts: string
  advisories_at: string | null
  manifests: number
  packages: number
  opened: number
  fixed: number
  dismissed: number
  standing: number
}

export const scanInputs = (facts: ScanFacts | null): JsonObject => ({ scan: facts && { ...facts } })

function verdictOf(guards: Verdict, facts: Json | undefined): Verdict {
  // It writes nothing on the host, so a dry run does not stop it.
  const mayScan = guards.decision === 'acted' || guards.decision === 'dry_run'
  if (!mayScan || !isObject(facts)) return { ...guards, conditions: guards.conditions }
  const [opened, fixed, dismissed] = ['opened', 'fixed', 'dismissed'].map((key) => numberOrZero(facts, key))
  const conditions = [...guards.conditions, ...conditionsIn(facts)]
  const standing = numberOrZero(facts, 'standing')
  if (!opened && !fixed && !dismissed)
    return { decision: 'skipped', reason: `Nothing has changed: ${standing} stand.`, conditions }
  const reason = `Vulnerabilities: ${opened} opened, ${fixed} fixed, ${dismissed} dismissed on the host; ${standing} stand.`
  return { decision: 'acted', reason, conditions }
}

const conditionsIn = (facts: JsonObject): Condition[] => [
  { check: `alerts(${String(facts['alerts'])})`, result: facts['alerts'] === 'read' },
  { check: 'advisory_database', result: typeof facts['advisories_at'] === 'string' },
  { check: 'manifests', result: numberOrZero(facts, 'manifests') },
  { check: 'packages', result: numberOrZero(facts, 'packages') }
]

/** Accepts any JSON; the same input always gives the same verdict. Frozen: a change of its results is a new version. */
export const dependencyScanV1: Evaluator = {
  name: 'dependency_scan',
  version: 1,
  evaluate: (inputs, config) => verdictOf(guardsV1.evaluate(inputs, config), valueAt(inputs, 'scan'))
}
