import t from 'tap'
import type { Measure } from '#domain/counters/counter.js'
import type { Tally } from '#domain/counters/tally.js'
import { overviewOf, velocityOf } from '#domain/insights/insights.js'

const NOW = new Date('2026-01-03T09:00:00Z')
const DAYS = ['2026-01-01', '2026-01-02', '2026-01-03']

t.test('without any sums the overview is nothing throughout, and no number is missing', async (t) => {
  const none = new Map<Measure, number>()
  t.same(overviewOf({ ever: none, runs: none, merges: none, installations: 0 }, NOW), {
    repos: 0,
    open_issues: 0,
    open_prs: 0,
    installations: 0,
    ci_success_rate: null,
    avg_merge_time_hours: null,
    issues: { open: 0, closed: 0, unassigned: 0, critical: 0 },
    prs: { open: 0, merged: 0, draft: 0 },
    ci: { failures: 0, healed: 0 },
    generated_at: NOW.toISOString()
  })
})

t.test('velocity counts each thing on its own day, and shows the quiet days', async (t) => {
  const daily: Tally[] = [
    { day: '2026-01-01', measure: 'issues.opened', amount: 2 },
    { day: '2026-01-03', measure: 'issues.closings', amount: 2 },
    { day: '2026-01-03', measure: 'issues.closings.seconds', amount: 5_400 },
    { day: '2026-01-03', measure: 'prs.merges', amount: 1 },
    { day: '2026-01-03', measure: 'prs.merges.seconds', amount: 36_000 }
  ]
  t.same(velocityOf(daily, DAYS), {
    days: 3,
    from: '2026-01-01',
    to: '2026-01-03',
    issue_velocity: [
      { day: '2026-01-01', opened: 2, closed: 0 },
      { day: '2026-01-02', opened: 0, closed: 0 },
      { day: '2026-01-03', opened: 0, closed: 2 }
    ],
    pr_velocity: [
      { day: '2026-01-01', opened: 0, merged: 0, closed: 0 },
      { day: '2026-01-02', opened: 0, merged: 0, closed: 0 },
      { day: '2026-01-03', opened: 0, merged: 1, closed: 0 }
    ],
    avg_hours_to_close_issue: 0.75,
    avg_hours_to_merge_pr: 10
  })
})

t.test('an average of nothing is null', async (t) => {
  t.match(velocityOf([], DAYS), { avg_hours_to_close_issue: null, avg_hours_to_merge_pr: null })
})
