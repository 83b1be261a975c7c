// Recommendations: the findings of all rules, most severe first.
import {
  ADVICE_IDS,
  ADVICE_SEVERITIES,
  type Advice,
  type Recommendation
} from '#schemas/config-lab/advice.js'
import type { AdviceInput } from './advice-input.js'
import { ADVISERS } from './advisers.js'

const MOST_RECOMMENDATIONS = 100

export function recommendSettings(advised: AdviceInput): Advice {
  const found = ADVICE_IDS.flatMap((id) =>
    ADVISERS[id](advised).map((finding): Recommendation => ({ id, ...finding }))
  )
  const ordered = ADVICE_SEVERITIES.flatMap((word) => found.filter(({ severity }) => severity === word))
  const recommendations = ordered.slice(0, MOST_RECOMMENDATIONS)
  const count = (word: Recommendation['severity']) =>
    recommendations.filter(({ severity }) => severity === word).length
  return {
    summary: { critical: count('critical'), warning: count('warning'), info: count('info') },
    recommendations
  }
}
