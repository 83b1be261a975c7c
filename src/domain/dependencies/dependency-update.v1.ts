// Decides whether vulnerable packages are updated, and says what is left and why. The guards come first.
import type { Json, JsonObject } from '#schemas/common.js'
import type { Verdict } from '#schemas/decisions/decisions.js'
import { guardsV1 } from '../decisions/guards.v1.js'
import type { Evaluator } from '../decisions/versions.js'
import { isObject, textsAt, valueAt } from '../json/path.js'

export interface UpdateFacts {
  ecosystem: string
  type: string
  /** Null if the head could not be read. */
  commit: string | null
  /** The address of the registry that was asked; null if none may be. */
  registry: string | null
  /** What it has told of the packages: `name version digest`. */
  told: string[]
  /** `package from -> to (file)`. */
  fixed: string[]
  /** `package (file): why`. */
  refused: string[]
  /** Why the changed files may not be proposed. */
  objection: string | null
}

export const updateInputs = (facts: UpdateFacts): JsonObject => ({ update: { ...facts } })

const MOST_REASONS = 3
const NOTHING_TO_UPDATE =
  'No open vulnerability with a patched version is known. If the manifests have changed or were never scanned, request a scan first.'

function verdictOf(guards: Verdict, facts: Json | undefined): Verdict {
  if ((guards.decision !== 'acted' && guards.decision !== 'dry_run') || !isObject(facts))
    return { ...guards, conditions: guards.conditions }
  const [fixed, refused] = [textsAt(facts, 'fixed'), textsAt(facts, 'refused')]
  const [objection, registry] = [valueAt(facts, 'objection'), valueAt(facts, 'registry')]
  const conditions = [
    ...guards.conditions,
    { check: 'fixed', result: fixed.length },
    { check: 'refused', result: refused.length },
    { check: 'registry', result: typeof registry === 'string' ? registry : 'not asked' }
  ]
  if (typeof objection === 'string')
    return { decision: 'blocked', reason: objection, conditions, plan: { propose: false } }
  if (fixed.length > 0)
    return {
      decision: guards.decision,
      reason: `It fixes ${fixed.join(', ')}.`,
      conditions,
      plan: { propose: true }
    }
  const why = refused.slice(0, MOST_REASONS).join(' ')
  const reason = refused.length === 0 ? NOTHING_TO_UPDATE : `Nothing can be changed. ${why}`
  return { decision: 'skipped', reason, conditions, plan: { propose: false } }
}

/** Accepts any JSON; the same input always gives the same verdict. Frozen: a change of its results is a new version. */
export const dependencyUpdateV1: Evaluator = {
  name: 'dependency_update',
  version: 1,
  evaluate: (inputs, config) => verdictOf(guardsV1.evaluate(inputs, config), valueAt(inputs, 'update'))
}
