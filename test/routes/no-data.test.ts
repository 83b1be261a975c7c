// A figure without data is unknown: a rate of 0 would be told as a failure.
import t from 'tap'
import { startTestService } from '#test/harness/app.js'

t.test('averages, rates and shares of a service that has seen nothing are null', async (t) => {
  const service = await startTestService({ work: false })
  t.teardown(() => service.close())
  const { client } = service
  const [runs, pulls, heals, deliveries, readiness, duplicates, insights, telemetry] = await Promise.all([
    client.GET('/api/ci/stats'),
    client.GET('/api/pull-requests/stats'),
    client.GET('/api/heal/stats'),
    client.GET('/api/deliveries/stats'),
    client.GET('/api/readiness'),
    client.GET('/api/duplicates/stats'),
    client.GET('/api/insights/overview'),
    client.GET('/api/phase2/telemetry/summary')
  ])
  t.match(runs.data, { success_rate: null, heal_success_rate: null })
  t.match(pulls.data, { avg_merge_time_hours: null })
  t.match(heals.data, { success_rate: null, verified_rate: null })
  t.match(deliveries.data, { error_rate: null })
  t.match(readiness.data, { average_score: null })
  t.match(duplicates.data, { avg_similarity: null })
  t.match(insights.data, { ci_success_rate: null, avg_merge_time_hours: null })
  t.match(telemetry.data, { merges: { avg_duration_ms: null, avg_duration_s: null } })
})
