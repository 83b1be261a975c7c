// How gates went from day to day, from what is summed up of each day.

import type { EvaluatedCondition } from '#schemas/gates/gates.js'
import type { GateTrends } from '#schemas/gates/reports.js'

type DayOfGate = GateTrends['gate_trends'][number] & { conditions: readonly EvaluatedCondition[] }

export function gateTrendsOf(days: readonly DayOfGate[]): Pick<GateTrends, 'gate_trends' | 'metric_trends'> {
  return {
    gate_trends: days.map(({ conditions: _, ...day }) => day),
    metric_trends: days.flatMap(({ date, gate_name, conditions }) =>
      conditions.map(({ metric, actual, threshold, passed }) => ({
        ...{ date, gate_name, metric, actual, threshold, passed }
      }))
    )
  }
}
