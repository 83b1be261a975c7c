import { qualityGatesV1 } from '#domain/gates/quality-gates.v1.js'
import { DAY_MS } from '#domain/time/durations.js'
import { gatesJobs } from '#jobs/gates.js'
import { gatesGroup } from '#routes/gates/gates.js'
import { readinessGroup } from '#routes/gates/readiness.js'
import { requestEvaluation } from '#services/gates/requests.js'
import { dropGateDays } from '#store/gates/gates.js'
import { gatesTables } from '#store/gates/repository-tables.js'
import type { Capability } from './capability.js'

/** Covers the longest period of a backtest. */
const METRICS_RETENTION_MS = 365 * DAY_MS

export const gatesCapability = {
  name: 'gates',
  groups: [readinessGroup, gatesGroup],
  jobs: gatesJobs,
  arrival: requestEvaluation,
  evaluators: [qualityGatesV1],
  tables: gatesTables,
  retention: [{ retentionMs: METRICS_RETENTION_MS, atOnce: Number.POSITIVE_INFINITY, drop: dropGateDays }]
} satisfies Capability
