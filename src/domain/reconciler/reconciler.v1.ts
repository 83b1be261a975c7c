// Decides whether a repository that differs from what is desired of it is corrected. The guards come first.
import type { Json, JsonObject } from '#schemas/common.js'
import type { Condition, Verdict } from '#schemas/decisions/decisions.js'
import { guardsV1 } from '../decisions/guards.v1.js'
import type { Evaluator } from '../decisions/versions.js'
import { canonicalJson } from '../json/canonical.js'
import { isObject, isTrue, valueAt } from '../json/path.js'

/** The inputs of the evaluator in addition to those of the guards. */
export interface ReconcilerFacts {
  branch: string | null
  differences: JsonObject[]
  /** What would be written, part by part; a part that nobody asks to correct is missing. */
  corrections: JsonObject
  /** Why the same part is not tried now, by part. */
  obstacles: JsonObject
  /** Whether people have excluded the repository. */
  isSkipped: boolean
  isArchived: boolean
  /** Whether the run is a preview. */
  isDry: boolean
}

export const reconcilerInputs = (facts: ReconcilerFacts): JsonObject => ({ reconciler: { ...facts } })

function verdictOf(guards: Verdict, facts: Json | undefined): Verdict {
  const conditions = [...guards.conditions, ...differencesIn(facts).map(conditionOf)]
  const isDryByConfig = guards.decision === 'dry_run'
  if (guards.decision !== 'acted' && !isDryByConfig) return { ...guards, conditions }
  const refusal = refusalOf(facts)
  if (refusal) return { ...refusal, conditions }
  const plan = dueParts(facts)
  // Recorded inputs keep no order of their keys.
  const parts = Object.keys(plan).sort()
  if (parts.length === 0)
    return { decision: 'blocked', reason: textsIn(valueAt(facts, 'obstacles')).join(' '), conditions }
  const sentence = `Set as desired: ${parts.join(', ')}.`
  if (isDryByConfig) return { decision: 'dry_run', reason: `${guards.reason}: ${sentence}`, conditions, plan }
  if (isTrue(facts, 'isDry')) return { decision: 'dry_run', reason: `Dry run: ${sentence}`, conditions, plan }
  return { decision: 'acted', reason: sentence, conditions, plan }
}

function refusalOf(facts: Json | undefined): Pick<Verdict, 'decision' | 'reason'> | undefined {
  if (isTrue(facts, 'isSkipped'))
    return { decision: 'skipped', reason: 'Somebody has excluded the repository from corrections.' }
  if (isTrue(facts, 'isArchived'))
    return { decision: 'blocked', reason: 'The repository is archived: the host lets nobody change it.' }
  if (Object.keys(objectIn(facts, 'corrections')).length === 0)
    return { decision: 'skipped', reason: 'Only policies that report ask for more.' }
  return undefined
}

function dueParts(facts: Json | undefined): JsonObject {
  const obstacles = objectIn(facts, 'obstacles')
  const corrections = Object.entries(objectIn(facts, 'corrections'))
  return Object.fromEntries(corrections.filter(([part]) => !Object.hasOwn(obstacles, part)))
}

function objectIn(facts: Json | undefined, key: string): JsonObject {
  const value = valueAt(facts, key)
  return isObject(value) ? value : {}
}

const textsIn = (value: Json | undefined): string[] =>
  isObject(value)
    ? Object.values(value)
        .filter((one) => typeof one === 'string')
        .sort()
    : []

function differencesIn(facts: Json | undefined): JsonObject[] {
  const differences = valueAt(facts, 'differences')
  return Array.isArray(differences) ? differences.filter(isObject) : []
}

const conditionOf = ({ field, desired, observed }: JsonObject): Condition => ({
  check: `as_desired(${wordOf(field)})`,
  result: false,
  detail: `${wordOf(observed)}, not ${wordOf(desired)}`
})

const wordOf = (value: Json | undefined): string =>
  typeof value === 'string' ? value : canonicalJson(value ?? null)

export const reconcilerV1: Evaluator = {
  name: 'reconciler',
  version: 1,
  evaluate: (inputs, config) => verdictOf(guardsV1.evaluate(inputs, config), valueAt(inputs, 'reconciler'))
}
