// Gate results over time, from daily summaries.

import type { EvaluatedCondition } from '#schemas/gates/gates.js'
import type { GateTrends } from '#schemas/gates/reports.js'

type DayOfGate = GateTrends['gate_trends'][number] & { conditions: readonly EvaluatedCondition[] }

export function gateTrendsOf(days: readonly DayOfGate[]): Pick<GateTrends, 'gate_trends' | 'metric_trends'> {
  return {
    gate_trends: days.map(({ conditions: _, ...day }) => day),
    metric_trends: days.flatMap(({ date, gate_name, conditions }) =>
      conditions.map(({ metric, actual, threshold, passed }) => ({
        date,
        gate_name,
        metric,
        actual,
        threshold,
        passed
      }))
    )
  }
}
