import { utcDay } from '#domain/time/day.js'
import { operationJobs } from '#jobs/operation.js'
import { connectionGroup } from '#routes/operation/connection.js'
import { healthGroup } from '#routes/operation/health.js'
import { metricsGroup } from '#routes/operation/metrics.js'
import { progressGroup } from '#routes/operation/progress.js'
import { streamGroup } from '#routes/operation/stream.js'
import { systemGroup } from '#routes/operation/system.js'
import { roomOn } from '#store/disk.js'
import { tokensOn } from '#store/model/days.js'
import { recountWalksOf, repairsByKind } from '#store/recount/recounts.js'
import { dropChangeNotes } from '#store/revisions/change-notes.js'
import type { Capability } from './capability.js'

export const operationCapability = {
  name: 'operation',
  groups: [healthGroup, metricsGroup, systemGroup, connectionGroup, streamGroup, progressGroup],
  jobs: operationJobs,
  retention: [{ retentionMs: 0, atOnce: 10_000, drop: dropChangeNotes }],
  gauges: [
    {
      name: 'jobs',
      help: 'Jobs by name and state.',
      labelNames: ['name', 'state'],
      async read({ queue }, set) {
        for (const { count, ...labels } of await queue.counts()) set(labels, count)
      }
    },
    {
      name: 'model_tokens_today',
      help: 'Tokens of the language model that all processes together have used on this UTC day.',
      labelNames: [],
      async read({ db, now }, set) {
        set({}, await tokensOn(db, utcDay(now())))
      }
    },
    {
      name: 'disk_free_bytes',
      help: 'Free space on the disk of the embedded database.',
      labelNames: [],
      async read({ disk }, set) {
        const free = (await roomOn(disk))?.free_bytes ?? null
        if (free !== null) set({}, free)
      }
    },
    {
      name: 'disk_low',
      help: 'Whether that is less than DISK_RESERVE_MIB: 1 while webhooks and changes are rejected and jobs wait.',
      labelNames: [],
      async read({ disk }, set) {
        const room = await roomOn(disk)
        if (room) set({}, room.is_low ? 1 : 0)
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
