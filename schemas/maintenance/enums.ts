// Enumerations of maintenance.
import { enumeration } from '../enumeration.js'

export const MAINTENANCE_ACTION_TYPES = enumeration('MaintenanceActionType', [
  'stale_warn',
  'stale_close',
  'branch_cleanup',
  'label_apply',
  'protect_enforce',
  'comment_command'
])
export type MaintenanceActionType = (typeof MAINTENANCE_ACTION_TYPES)[number]

export const MAINTENANCE_TARGETS = enumeration('MaintenanceTarget', ['issue', 'pr', 'branch'])
export type MaintenanceTarget = (typeof MAINTENANCE_TARGETS)[number]

export const MAINTENANCE_STATUSES = enumeration('MaintenanceStatus', [
  'pending',
  'applied',
  'skipped',
  'failed'
])
export type MaintenanceStatus = (typeof MAINTENANCE_STATUSES)[number]

/** A failed action is tried again until it has been tried this often. */
export const MOST_TRIES = 3
