// Says why an entry of the merge queue ended, as before; of a landing also for which areas it was tested.

import type { JsonObject } from '#schemas/common.js'
import type { Condition } from '#schemas/decisions/decisions.js'
import type { Evaluator } from '../decisions/versions.js'
import { isTrue, textsAt } from '../json/path.js'
import { type MoveFacts, queueMoveV1 } from './queue-move.v1.js'

type Landed = NonNullable<MoveFacts['landed']>

export interface LandingFacts extends MoveFacts {
  /** `areas`: those in which the trees were compared; null if they were compared as a whole. */
  landed: (Landed & { is_as_tested: boolean; areas: string[] | null }) | null
}

/** What the first version says of whole trees holds for these areas alone. */
function withinAreas(inputs: JsonObject, condition: Condition): Condition {
  const areas = textsAt(inputs, 'move', 'landed', 'areas')
  if (condition.check !== 'landed_as_tested' || areas.length === 0) return condition
  const result = isTrue(inputs, 'move', 'landed', 'is_as_tested')
  return { ...condition, result, detail: `${condition.detail}, for the areas ${areas.join(', ')}` }
}

export const queueMoveV2: Evaluator = {
  name: 'queue_move',
  version: 2,
  evaluate(inputs, config) {
    const verdict = queueMoveV1.evaluate(inputs, config)
    return {
      ...verdict,
      conditions: verdict.conditions.map((condition) => withinAreas(inputs, condition))
    }
  }
}
