// Duplicate detection, version 1: announces answered pairs too. Kept for the replay of recorded decisions.
import { guardsV1 } from '../decisions/guards.v1.js'
import type { Evaluator } from '../decisions/versions.js'
import { duplicateFactsIn, verdictOfPairs } from './verdict.js'

const isAnyPair = () => true

export const duplicatesV1: Evaluator = {
  name: 'duplicates',
  version: 1,
  evaluate: (inputs, config) =>
    verdictOfPairs(guardsV1.evaluate(inputs, config), duplicateFactsIn(inputs), isAnyPair)
}
