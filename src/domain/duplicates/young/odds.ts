// The log odds that a report and an older one of a young repository are about the same matter.
import type { YoungFeatures } from './features.js'
import { YOUNG_BIAS, YOUNG_WEIGHTS } from './weights.js'

// Cast: the keys of the constant are those of its type.
const names = Object.keys(YOUNG_WEIGHTS) as (keyof YoungFeatures)[]

export function youngOdds(features: YoungFeatures): number {
  return names.reduce((sum, name) => sum + YOUNG_WEIGHTS[name] * features[name], YOUNG_BIAS)
}
