import { topic } from '#domain/counters/counter.js'
import { duplicatesV1 } from '#domain/duplicates/duplicates.v1.js'
import { duplicatesV2 } from '#domain/duplicates/duplicates.v2.js'
import { duplicatesJobs } from '#jobs/duplicates.js'
import { duplicatesGroup } from '#routes/duplicates.js'
import { duplicatesTransfer } from '#services/duplicates/merging.js'
import { duplicatesListings, duplicatesPillar } from '#services/duplicates/requests.js'
import { endSignalsAbout } from '#services/duplicates/signals.js'
import { seriesOf } from '#store/counters/series.js'
import { duplicatesTables } from '#store/duplicates/repository-tables.js'
import type { Capability } from './capability.js'

export const duplicatesCapability = {
  name: 'duplicates',
  groups: [duplicatesGroup],
  jobs: duplicatesJobs,
  listings: duplicatesListings,
  mirror: { issuesEnded: endSignalsAbout },
  pillar: duplicatesPillar,
  evaluators: [duplicatesV1, duplicatesV2],
  tables: duplicatesTables,
  transfer: duplicatesTransfer,
  gauges: [
    {
      name: 'duplicate_signals',
      help: 'Pairs of issues that were told to be alike, by kind and by what people answered.',
      ...seriesOf('mirror', topic('duplicates'), ['kind', 'status'])
    }
  ]
} satisfies Capability
