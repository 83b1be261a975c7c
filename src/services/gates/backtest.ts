// Backtests a gate on the metrics of past days before it is saved.

import type { Deps } from '#deps.js'
import { evaluateGate } from '#domain/gates/gates.js'
import { lastDays } from '#domain/mirror/statistics.js'
import type { Backtest, BacktestBody } from '#schemas/gates/reports.js'
import { GATE_TREND_DAYS } from '#schemas/gates/reports.js'
import { metricsByDay } from '#store/gates/reports.js'
import type { RepositoryRef } from '#store/mirror/repositories.js'
import { rejectContradiction } from './changes.js'
import { loadFigures } from './figures.js'

export async function runBacktest(
  deps: Deps,
  { repoId, fullName }: RepositoryRef,
  { conditions, block_on_fail: blockOnFail = true, days = GATE_TREND_DAYS }: BacktestBody
): Promise<Backtest> {
  rejectContradiction(conditions)
  const { db, now } = deps
  const at = now()
  const dates = lastDays(at, days)
  const today = dates.at(-1) ?? ''
  const [past, current] = await Promise.all([
    metricsByDay(db, repoId, { from: dates[0] ?? today, to: today }),
    loadFigures(deps, db, repoId, at)
  ])
  const figures = [...past.filter(({ day }) => day !== today), { day: today, measured: current }]
  const gate = { name: 'backtest', source: 'database' as const, isDefault: false, blockOnFail, conditions }
  const results = figures.map(({ day, measured }) => {
    const { result, score, passedCount, failedCount, totalCount, ...rest } = evaluateGate(gate, measured)
    const counts = { passed_count: passedCount, failed_count: failedCount, total_count: totalCount }
    return { date: day, result, score, ...counts, conditions: rest.conditions }
  })
  const failed = results.filter(({ result }) => result === 'failed').length
  return {
    repo: fullName,
    days,
    snapshots: results.length,
    passed: results.length - failed,
    failed,
    blocked: blockOnFail ? failed : 0,
    results
  }
}
