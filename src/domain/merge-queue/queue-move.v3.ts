// Says why an entry of the merge queue ended, as before; also which checks counted as passed although they had failed.
import type { JsonObject } from '#schemas/common.js'
import type { Condition } from '#schemas/decisions/decisions.js'
import type { Evaluator } from '../decisions/versions.js'
import { textsAt, valueAt } from '../json/path.js'
import type { ExcusedCheck } from './checks.js'
import { type LandingFacts, queueMoveV2 } from './queue-move.v2.js'

export interface ExcusingFacts extends LandingFacts {
  checks_excused: ExcusedCheck[]
}

function excusesIn(inputs: JsonObject): Condition[] {
  const excused = valueAt(inputs, 'move', 'checks_excused')
  if (!Array.isArray(excused)) return []
  return excused.map((check) => ({
    check: `check(${String(valueAt(check, 'name'))})`,
    result: true,
    detail: `only quarantined tests failed: ${textsAt(check, 'tests').join(', ')}`
  }))
}

export const queueMoveV3: Evaluator = {
  name: 'queue_move',
  version: 3,
  evaluate(inputs, config) {
    const verdict = queueMoveV2.evaluate(inputs, config)
    return { ...verdict, conditions: [...verdict.conditions, ...excusesIn(inputs)] }
  }
}
