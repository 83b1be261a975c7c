// Recommendations on a configuration, each with its reason; what can be applied at once has a button for it.
import type { Schemas } from '../../kit/api.js'
import { Badge } from '../../kit/details.js'
import { Key } from './difference.js'

type Recommendation = Schemas['Recommendation']

interface AdviceProps {
  advice: Schemas['Advice']
  /** Puts the suggested change into the form. */
  onApply?: (change: object) => void
}

export function AdviceList({ advice: { recommendations }, onApply }: AdviceProps) {
  return (
    <ul class="mind">
      {recommendations.map((one) => (
        <li key={one.id + one.path}>
          <Badge word={one.severity} /> <strong>{one.title}</strong> <Key pointer={one.path} />
          <p>{one.reason}</p>
          <Apply recommendation={one} onApply={onApply} />
        </li>
      ))}
    </ul>
  )
}

function Apply({
  recommendation: { suggested_change, title },
  onApply
}: {
  recommendation: Recommendation
  onApply: AdviceProps['onApply']
}) {
  if (suggested_change === null || onApply === undefined) return null
  return (
    <button type="button" onClick={() => onApply(suggested_change)}>
      Put into the form<span class="unseen">: {title}</span>
    </button>
  )
}
