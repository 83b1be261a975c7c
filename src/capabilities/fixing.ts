import { fixV1 } from '#domain/fixing/fix.v1.js'
import { fixingJobs } from '#jobs/fixing.js'
import { fixGroup } from '#routes/fixing.js'
import { fixPatchOwner } from '#services/fixing/attempt.js'
import { checkFixStillWanted } from '#services/fixing/preconditions.js'
import { recordFixOutcomes } from '#services/fixing/pull-outcome.js'
import { supersedeClashingFixes } from '#services/fixing/queued-fixes.js'
import { fixGateCounts } from '#store/fixing/gate-counts.js'
import { fixingTables } from '#store/fixing/repository-tables.js'
import { fixingEvents } from '#webhooks/fixing.js'
import type { Capability } from './capability.js'

export const fixingCapability = {
  name: 'fixing',
  groups: [fixGroup],
  jobs: fixingJobs,
  events: fixingEvents,
  listings: { pull_requests: (deps, tx, { repoId, items }) => recordFixOutcomes(deps, tx, repoId, items) },
  evaluators: [fixV1],
  actions: { stopOf: checkFixStillWanted },
  patchOwner: { source: 'issue_fix', owner: fixPatchOwner },
  tables: fixingTables,
  gateCounts: fixGateCounts,
  transfer: { endClashing: supersedeClashingFixes }
} satisfies Capability
