// Ends actions that were not finished in time.
import type { Deps } from '#deps.js'
import { HOUR_MS } from '#domain/time/durations.js'
import { overdueActions } from '#store/actions/due.js'
import { endAction } from './follow-up.js'

const AT_ONCE = 100

const LIMITS: readonly {
  from: 'proposed' | 'approved' | 'executing' | 'retrying'
  to: 'failed' | 'cancelled'
  hours: number
}[] = [
  { from: 'executing', to: 'failed', hours: 6 },
  { from: 'retrying', to: 'failed', hours: 6 },
  { from: 'approved', to: 'cancelled', hours: 12 },
  { from: 'proposed', to: 'cancelled', hours: 24 }
]

/** Ends up to a hundred actions of each status. */
export async function endOverdueActions(deps: Deps): Promise<void> {
  for (const { from, to, hours } of LIMITS) {
    const at = deps.now()
    const since = new Date(at.getTime() - hours * HOUR_MS)
    const detail = `${from} for more than ${hours} hours`
    await deps.transaction(async (tx) => {
      for (const row of await overdueActions(tx, { status: from, since, most: AT_ONCE })) {
        const set = { resolvedAt: at, errorMessage: detail }
        await endAction(deps, tx, row, { to, actor: 'system', at, detail, set })
      }
    })
  }
}
