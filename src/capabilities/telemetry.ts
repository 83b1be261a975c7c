import { telemetryGroup } from '#routes/telemetry.js'
import { recordCompletedRuns } from '#services/telemetry/ci-runs.js'
import { telemetryRetention } from '#services/telemetry/retention.js'
import { telemetryTables } from '#store/telemetry/repository-tables.js'
import type { Capability } from './capability.js'

export const telemetryCapability = {
  name: 'telemetry',
  groups: [telemetryGroup],
  mirror: { runsCompleted: recordCompletedRuns },
  tables: telemetryTables,
  retention: telemetryRetention
} satisfies Capability
