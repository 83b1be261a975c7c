import { topic } from '#domain/counters/counter.js'
import { secondsSince } from '#domain/time/moment.js'
import { mirrorJobs } from '#jobs/mirror.js'
import { ciGroup } from '#routes/mirror/ci.js'
import { issuesGroup } from '#routes/mirror/issues.js'
import { pullRequestsGroup } from '#routes/mirror/pull-requests.js'
import { reposGroup } from '#routes/mirror/repos.js'
import { forgetBranchRules } from '#services/mirror/branch-rules.js'
import { forgetCollaborators } from '#services/mirror/collaborators.js'
import { moveEvidence } from '#store/counters/evidence-tallies.js'
import { seriesOf } from '#store/counters/series.js'
import { mergeDays, moveTallies } from '#store/counters/tallies.js'
import { outdateHealth } from '#store/mirror/repo-health.js'
import { mirrorTables } from '#store/mirror/repository-tables.js'
import { neverSynced, oldestSyncAt } from '#store/mirror/sync-ages.js'
import { mirrorEvents } from '#webhooks/mirror.js'
import type { Capability } from './capability.js'

export const mirrorCapability = {
  name: 'mirror',
  groups: [reposGroup, issuesGroup, pullRequestsGroup, ciGroup],
  jobs: mirrorJobs,
  events: mirrorEvents,
  tables: mirrorTables,
  transfer: {
    async endClashing(tx, pair) {
      await forgetCollaborators(tx, pair)
      await forgetBranchRules(tx, pair)
    },
    async moveSums(tx, { orphan, successor }) {
      await moveTallies(tx, orphan, successor)
      await moveEvidence(tx, orphan, successor)
      await outdateHealth(tx, successor)
    }
  },
  // Merges past days only. Writers to a day wait while it is merged, and they mostly write to the current day.
  retention: (['tallies', 'evidence_tallies'] as const).map((table) => ({
    retentionMs: 0,
    atOnce: 100,
    drop: (tx, { before, atOnce }) => mergeDays(tx, { table, before, most: atOnce })
  })),
  gauges: [
    {
      name: 'ci_runs',
      help: 'Completed CI runs that are mirrored, by conclusion.',
      ...seriesOf('mirror', topic('ci', 'conclusion'), ['conclusion'])
    },
    {
      name: 'sync_age_seconds',
      help: 'How long ago the repository that waits longest was synced.',
      labelNames: [],
      async read({ db, now }, set) {
        const at = await oldestSyncAt(db)
        if (at) set({}, secondsSince(at, now()))
      }
    },
    {
      name: 'repositories_never_synced',
      help: 'Repositories whose first sync has not finished.',
      labelNames: [],
      async read({ db }, set) {
        set({}, await neverSynced(db))
      }
    }
  ]
} satisfies Capability
