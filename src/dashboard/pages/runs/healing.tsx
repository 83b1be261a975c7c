// What healing made of a run; nothing for one that leaves nothing to heal.
import type { Schemas } from '../../kit/api.js'
import { Badge } from '../../kit/details.js'
import { NOTHING } from '../../kit/format.js'

export function Healing({ run: { conclusion, heal_status } }: { run: Schemas['CiRun'] }) {
  const hasFailed = conclusion === 'failure' || conclusion === 'timed_out'
  return hasFailed || heal_status !== 'pending' ? <Badge word={heal_status} /> : NOTHING
}
