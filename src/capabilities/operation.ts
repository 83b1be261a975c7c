import { retentionJobs } from '#jobs/operation.js'
import { healthGroup } from '#routes/operation/health.js'
import { metricsGroup } from '#routes/operation/metrics.js'
import { recountWalksOf, repairsByKind } from '#store/recount/recounts.js'
import type { Capability } from './capability.js'

export const operation = {
  name: 'operation',
  groups: [healthGroup, metricsGroup],
  jobs: retentionJobs,
  metrics: [
    {
      name: 'jobs',
      help: 'Jobs by name and state.',
      labelNames: ['name', 'state'],
      async read({ queue }, set) {
        for (const { count, ...labels } of await queue.counts()) set(labels, count)
      }
    },
    {
      name: 'sums_recounted',
      help: 'Recounted repositories, and recounted days of the totals.',
      labelNames: ['walk'],
      async read({ db }, set) {
        for (const { walk, steps } of await recountWalksOf(db)) set({ walk }, steps)
      }
    },
    {
      name: 'sums_repaired',
      help: 'Counters found wrong and corrected, by subject. A value above 0 indicates a defect.',
      labelNames: ['kind'],
      async read({ db }, set) {
        for (const { kind, sums } of await repairsByKind(db)) set({ kind }, sums)
      }
    }
  ]
} satisfies Capability
