import { topic } from '#domain/counters/counter.js'
import { healV1 } from '#domain/healing/heal.v1.js'
import { healV2 } from '#domain/healing/heal.v2.js'
import { DAY_MS } from '#domain/time/durations.js'
import { healingJobs } from '#jobs/healing.js'
import { healGroup, healRequestsGroup } from '#routes/healing.js'
import { healPatchOwner } from '#services/healing/attempt.js'
import { requestHealing } from '#services/healing/completed-run.js'
import { seriesOf } from '#store/counters/series.js'
import { dropExtracts } from '#store/healing/pulls.js'
import { healingTables } from '#store/healing/repository-tables.js'
import { healingEvents } from '#webhooks/healing.js'
import type { Capability } from './capability.js'

const EXTRACT_RETENTION_MS = 90 * DAY_MS

export const healingCapability = {
  name: 'healing',
  groups: [healGroup, healRequestsGroup],
  jobs: healingJobs,
  events: healingEvents,
  listings: {
    ci_runs: (deps, tx, { items: runs }) => requestHealing(deps, tx, { runs, trigger: 'sync' })
  },
  evaluators: [healV1, healV2],
  patchOwner: { source: 'ci_heal', owner: healPatchOwner },
  tables: healingTables,
  retention: [{ retentionMs: EXTRACT_RETENTION_MS, atOnce: 1_000, drop: dropExtracts }],
  gauges: [
    {
      name: 'heals',
      help: 'Attempts at healing a CI run so far, by status.',
      ...seriesOf('mirror', topic('heals', 'status'), ['status'])
    },
    {
      name: 'heal_outcomes',
      help: 'What came of them on the host: verified ones turned the run green.',
      ...seriesOf('mirror', topic('heals', 'outcome'), ['outcome'])
    }
  ]
} satisfies Capability
