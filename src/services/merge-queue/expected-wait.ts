// How long a pull request is expected to wait, by those that have landed lately.
import type { Deps, Tx } from '#deps.js'
import { medianWait, SUMMARY_MEASURES } from '#domain/telemetry/statistics.js'
import { utcDay } from '#domain/time/day.js'
import { DAY_MS } from '#domain/time/durations.js'
import { telemetrySums } from '#store/telemetry/sums.js'

const DAYS = 7

/** In seconds; null if none has landed. */
export async function expectedWait({ now }: Deps, tx: Tx, repoId: number): Promise<number | null> {
  const to = now()
  const from = new Date(to.getTime() - DAYS * DAY_MS)
  const span = { from: utcDay(from), to: utcDay(to), measures: SUMMARY_MEASURES }
  return medianWait(await telemetrySums(tx, repoId, span))
}
