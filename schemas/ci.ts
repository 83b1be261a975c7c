// CI runs: what ran, how it ended, and what healing made of it.

export const HEAL_STATUSES = ['pending', 'attempted', 'healed', 'failed', 'skipped'] as const
export type HealStatus = (typeof HEAL_STATUSES)[number]
