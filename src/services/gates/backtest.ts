// Tries a gate on the figures of past days, before anybody saves it.

import type { Deps } from '#deps.js'
import { outcomeOf } from '#domain/gates/gates.js'
import { lastDays } from '#domain/mirror/statistics.js'
import type { Backtest, BacktestBody } from '#schemas/gates/reports.js'
import { TREND_DAYS } from '#schemas/gates/reports.js'
import { figuresByDay } from '#store/gates/reports.js'
import type { NamedRepository } from '#store/mirror/repositories.js'
import { refuseContradiction } from './changes.js'
import { figuresOf } from './figures.js'

export async function backtest(
  { db, now }: Deps,
  { repoId, fullName }: NamedRepository,
  { conditions, block_on_fail: blockOnFail = true, days = TREND_DAYS }: BacktestBody
): Promise<Backtest> {
  refuseContradiction(conditions)
  const at = now()
  const dates = lastDays(at, days)
  const today = dates.at(-1) ?? ''
  const [past, current] = await Promise.all([
    figuresByDay(db, repoId, { from: dates[0] ?? today, to: today }),
    figuresOf(db, repoId, at)
  ])
  const known = [...past.filter(({ day }) => day !== today), { day: today, measured: current }]
  const gate = { name: 'backtest', source: 'database' as const, isDefault: false, blockOnFail, conditions }
  const results = known.map(({ day, measured }) => {
    const { result, score, passedCount, failedCount, totalCount, ...rest } = outcomeOf(gate, measured)
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
