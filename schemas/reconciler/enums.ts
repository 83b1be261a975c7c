// Enumerations of the reconciler.
import { enumeration } from '../enumeration.js'

export const RECONCILER_TRIGGERS = enumeration('ReconcilerTrigger', ['scheduler', 'manual'])
export type ReconcilerTrigger = (typeof RECONCILER_TRIGGERS)[number]

export const RECONCILER_RUN_STATUSES = enumeration('ReconcilerRunStatus', [
  'running',
  'completed',
  'failed',
  'cancelled'
])
