import { fixV1 } from '#domain/fixing/fix.v1.js'
import { fixingJobs } from '#jobs/fixing.js'
import { fixGroup } from '#routes/fixing.js'
import { fixPatches } from '#services/fixing/attempt.js'
import { recordFixOutcomes } from '#services/fixing/pull-outcome.js'
import { stopOfFix } from '#services/fixing/still-asked.js'
import { endRepeatedFixes } from '#services/fixing/waiting.js'
import { fixingTables } from '#store/fixing/repository-tables.js'
import { fixingEvents } from '#webhooks/fixing.js'
import type { Capability } from './capability.js'

export const fixing = {
  name: 'fixing',
  groups: [fixGroup],
  jobs: fixingJobs,
  events: fixingEvents,
  listings: { pull_requests: (deps, tx, { repoId, items }) => recordFixOutcomes(deps, tx, repoId, items) },
  evaluators: [fixV1],
  actions: { stopOf: stopOfFix },
  patchOwner: { source: 'issue_fix', owner: fixPatches },
  tables: fixingTables,
  transfer: { endClashing: endRepeatedFixes }
} satisfies Capability
