import { topic } from '#domain/counters/counter.js'
import { issueTriageV1 } from '#domain/triage/issue-triage.v1.js'
import { pullTriageV1 } from '#domain/triage/pull-triage.v1.js'
import { triageJobs } from '#jobs/triage.js'
import { triageGroup } from '#routes/triage.js'
import { triageListings } from '#services/triage/missed.js'
import { triagePillar } from '#services/triage/requests.js'
import { seriesOf } from '#store/counters/series.js'
import { triageTables } from '#store/triage/repository-tables.js'
import { triageEvents } from '#webhooks/triage.js'
import type { Capability } from './capability.js'

export const triageCapability = {
  name: 'triage',
  groups: [triageGroup],
  jobs: triageJobs,
  events: triageEvents,
  listings: triageListings,
  pillar: triagePillar,
  evaluators: [issueTriageV1, pullTriageV1],
  tables: triageTables,
  gauges: [
    {
      name: 'triage_failures',
      help: 'Issues and pull requests that could not be triaged, by whether that still stands.',
      ...seriesOf('evidence', topic('triage', 'failures'), ['state'])
    }
  ]
} satisfies Capability
