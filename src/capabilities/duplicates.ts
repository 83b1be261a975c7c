import { duplicatesV1 } from '#domain/duplicates/duplicates.v1.js'
import { duplicatesV2 } from '#domain/duplicates/duplicates.v2.js'
import { duplicatesJobs } from '#jobs/duplicates.js'
import { duplicatesGroup } from '#routes/duplicates.js'
import { duplicatesTransfer } from '#services/duplicates/merging.js'
import { duplicatesListings, duplicatesPillar } from '#services/duplicates/requests.js'
import { endSignalsAbout } from '#services/duplicates/signals.js'
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
  transfer: duplicatesTransfer
} satisfies Capability
