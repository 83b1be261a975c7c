import { DAY_MS } from '#domain/time/durations.js'
import { hostGroup } from '#routes/host.js'
import { dropHostHistory, liveBudgets } from '#store/host/usage.js'
import type { Capability } from './capability.js'

const HOURS_RETENTION_MS = 30 * DAY_MS

export const hostCapability = {
  name: 'host',
  groups: [hostGroup],
  retention: [
    {
      retentionMs: 0,
      atOnce: Number.POSITIVE_INFINITY,
      drop: (tx, { before }) => dropHostHistory(tx, before, new Date(before.getTime() - HOURS_RETENTION_MS))
    }
  ],
  gauges: [
    {
      name: 'host_budget_remaining',
      help: 'Host API calls remaining until the reset, by installation (0: the App itself) and resource.',
      labelNames: ['installation', 'resource'],
      async read({ db, now }, set) {
        for (const { installationId, resource, remaining } of await liveBudgets(db, now()))
          set({ installation: String(installationId), resource }, remaining)
      }
    },
    {
      name: 'host_budget_limit',
      help: 'Host API calls that the installation has per hour, by resource.',
      labelNames: ['installation', 'resource'],
      async read({ db, now }, set) {
        for (const { installationId, resource, limit } of await liveBudgets(db, now()))
          set({ installation: String(installationId), resource }, limit)
      }
    }
  ]
} satisfies Capability
