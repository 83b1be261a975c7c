// Enumerations of the reconciler.

export const RECONCILER_TRIGGERS = ['scheduler', 'manual'] as const
export type ReconcilerTrigger = (typeof RECONCILER_TRIGGERS)[number]

export const RECONCILER_RUN_STATUSES = ['running', 'completed', 'failed', 'cancelled'] as const
