// Duplicate detection, version 2: announces only pairs that nobody has answered.
import { guardsV1 } from '../decisions/guards.v1.js'
import type { Evaluator } from '../decisions/versions.js'
import { duplicateFactsIn, verdictOfPairs } from './verdict.js'

export const duplicatesV2: Evaluator = {
  name: 'duplicates',
  version: 2,
  evaluate: (inputs, config) => verdictOfPairs(guardsV1.evaluate(inputs, config), duplicateFactsIn(inputs))
}
