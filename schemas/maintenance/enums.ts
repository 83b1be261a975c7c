// Enumerations of maintenance.

export const MAINTENANCE_ACTION_TYPES = [
  'stale_warn',
  'stale_close',
  'branch_cleanup',
  'label_apply',
  'protect_enforce',
  'comment_command'
] as const
export type MaintenanceActionType = (typeof MAINTENANCE_ACTION_TYPES)[number]

export const MAINTENANCE_TARGETS = ['issue', 'pr', 'branch'] as const
export type MaintenanceTarget = (typeof MAINTENANCE_TARGETS)[number]

export const MAINTENANCE_STATUSES = ['pending', 'applied', 'skipped', 'failed'] as const
export type MaintenanceStatus = (typeof MAINTENANCE_STATUSES)[number]

/** A failed action is tried again until it has been tried this often. */
export const MOST_TRIES = 3
