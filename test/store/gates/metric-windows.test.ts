import t from 'tap'
import { MINUTE_MS } from '#domain/time/durations.js'
import { mirrorRuns } from '#services/mirror/mirror.js'
import { metricRows } from '#store/gates/metrics.js'
import { minute, runAt, seedRepository } from '#test/fixtures/seed.js'
import { startTestService } from '#test/harness/app.js'

const HOUR = 60
const DAY = 24 * HOUR

t.test(
  'the rate of failures moves by the runs that come and go, and does not jump at midnight',
  async (t) => {
    const service = await startTestService({ work: false })
    t.teardown(() => service.close())
    const { deps } = service
    await seedRepository(deps, { hostId: 1 })
    const conclusions = ['success', 'failure', 'timed_out', 'cancelled', null] as const
    const runs = Array.from({ length: 96 }, (_, at) =>
      runAt(at + 1, at * HOUR, { createdAt: minute(at * 30), conclusion: conclusions[at % 5] ?? null })
    )
    await deps.transaction((tx) => mirrorRuns(deps, tx, { repoId: 1 }, runs))
    const counted = (now: Date, days: number) => {
      const from = now.getTime() - days * DAY * MINUTE_MS
      const within = runs.filter(({ createdAt, conclusion }) => createdAt.getTime() >= from && conclusion)
      const failed = within.filter(({ conclusion }) => conclusion === 'failure' || conclusion === 'timed_out')
      return [within.length, failed.length]
    }
    // The first runs began two hours before midnight: both windows pass over two midnights.
    for (const days of [7, 30])
      for (let at = 0; at <= 50; at += 1) {
        const now = minute(days * DAY + at * HOUR + 10)
        const [row] = await metricRows(deps.db, [1], { now, counts: deps.registry.gateCounts })
        const found = days === 7 ? [row?.runs7d, row?.failures7d] : [row?.runs30d, row?.failures30d]
        t.same(found, counted(now, days), `${days} days, at ${now.toISOString()}`)
      }
  }
)
