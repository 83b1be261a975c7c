// Enumerations of recounts.

/** The subjects of sums, by the first word of their measures, and sums that are stored in other tables. */
export const RECOUNT_KINDS = [
  'issues',
  'prs',
  'ci',
  'heals',
  'duplicates',
  'waivers',
  'decisions',
  'actions',
  'triage',
  'repos',
  'open_counts',
  'activity',
  'deliveries',
  'unknown'
] as const
export type RecountKind = (typeof RECOUNT_KINDS)[number]

/** The nightly walks: the sums of each repository, and the fleet-wide sums day by day. */
export const RECOUNT_WALKS = ['repositories', 'days'] as const
export type RecountWalk = (typeof RECOUNT_WALKS)[number]
