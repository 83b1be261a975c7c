// Words of the counting anew of sums.

/** What sums are about, by the first word of their measures; and those that are kept in another way. */
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

/** What is gone through in turn: the sums of each repository, and those over all day by day. */
export const RECOUNT_WALKS = ['repositories', 'days'] as const
export type RecountWalk = (typeof RECOUNT_WALKS)[number]
