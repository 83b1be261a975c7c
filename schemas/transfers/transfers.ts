// Orphans: repositories that were recreated under another id, and how they are merged or discarded.

import { type Static, Type } from '@sinclair/typebox'
import { closed, count, oneOf, operation, paged, pagingQuery, ref, repoFilter } from '../common.js'
import { enumeration } from '../enumeration.js'
import { ErrorBody } from '../errors.js'

export const MATCH_CONFIDENCES = enumeration('MatchConfidence', ['high', 'low'])
export type MatchConfidence = (typeof MATCH_CONFIDENCES)[number]

/** The maximum number of orphans per page that are looked up on the host. */
export const MOST_ORPHANS_LOOKED_UP = 10

export const RepositoryVariant = closed(
  {
    host_id: Type.Integer({ description: 'Id of the repository on the host.' }),
    full_name: Type.String({ description: 'Its full name.', examples: ['octo-org/hello-world'] }),
    delivery_count: count('Number of stored deliveries about it.')
  },
  { $id: 'RepositoryVariant', description: 'One of several repositories that share a name.' }
)

function byTable(description: string) {
  return Type.Object({}, { additionalProperties: Type.Integer({ minimum: 0 }), description })
}

export const OrphanPair = closed(
  {
    orphan: ref(RepositoryVariant, { description: 'The one that was probably left behind.' }),
    live: ref(RepositoryVariant, { description: 'The one that takes its place.' }),
    data: closed(
      {
        fk_tables: byTable('Rows that belong to the orphan, by table.'),
        fk_total: count('Total.'),
        denorm_tables: byTable('Rows that repeat its name, by table.'),
        denorm_total: count('Total.'),
        grand_total: count('Total of both.')
      },
      { description: 'What belongs to the orphan.' }
    ),
    confidence: oneOf(MATCH_CONFIDENCES, {
      description:
        '`high`: the host, or its removed installation, confirms it; `low`: both may still be in use.'
    }),
    reason: Type.String({ description: 'Reason.' })
  },
  { $id: 'OrphanPair', description: 'A repository that was probably left behind, and the live one.' }
)
export type OrphanPair = Static<typeof OrphanPair>

export const listOrphans = operation({
  operationId: 'listOrphans',
  summary: 'List repositories that were probably left behind',
  description:
    'Finds repositories that share a name but have different ids. For each name, the repository with the most ' +
    'deliveries is `live` (ties: the latest delivery, then the newest repository); the others are orphans. The host is ' +
    `asked about the first ${MOST_ORPHANS_LOOKED_UP} of a page whose installation exists; the others have confidence \`low\`. Changes nothing.`,
  querystring: closed(pagingQuery()),
  response: { 200: paged(ref(OrphanPair), 'The pairs of the page, by name.') }
})

export const MergeBody = closed(
  {
    orphan: repoFilter('Full name of the repository that was left behind.'),
    live: repoFilter('Full name of the repository that takes over what it holds.'),
    dry_run: Type.Optional(
      Type.Boolean({ description: 'True: only report what would be done. Needs no confirmation.' })
    ),
    confirm_low_confidence: Type.Optional(
      Type.Boolean({ description: 'True: merge even if both may still be in use.' })
    )
  },
  { $id: 'MergeBody', description: 'The repositories to merge.' }
)
export type MergeBody = Static<typeof MergeBody>

export const Merge = closed(
  {
    status: oneOf(enumeration('MergeStatus', ['merged', 'dry_run']), {
      description: 'Whether it was done, or was a dry run.'
    }),
    orphan: Type.String({ description: 'Full name of the removed repository.' }),
    live: Type.String({ description: 'Full name of the repository that holds everything now.' }),
    reparented: byTable('Rows that moved to it, by table.'),
    backfilled: byTable('Rows renamed, by table.'),
    total_reparented: count('All that moved.'),
    total_backfilled: count('All that were renamed.'),
    total_affected: count('Total of both; a row that was moved and renamed counts twice.'),
    conflicts: byTable('Rows dropped because the live repository already has them, by table.')
  },
  { $id: 'Merge', description: 'Result of the merge.' }
)
export type Merge = Static<typeof Merge>

export const mergeRepositories = operation({
  operationId: 'mergeRepositories',
  codes: ['same_repository', 'low_confidence', 'repo_not_found', 'merge_under_way'],
  summary: 'Merge an orphaned repository into the live one',
  description:
    'Moves everything that belongs to the orphan and deletes the orphan, in one transaction. Where both hold the ' +
    'same row, the row of the live repository stays. Returns 400 if it is not certain that the orphan was left ' +
    'behind and `confirm_low_confidence` is missing.',
  body: ref(MergeBody),
  response: {
    200: ref(Merge),
    409: ref(ErrorBody, { description: 'Another merge is in progress.' })
  }
})

export const DiscardBody = closed(
  {
    orphan: repoFilter('Full name of the repository that was left behind.'),
    confirm_low_confidence: Type.Optional(
      Type.Boolean({ description: 'True: discard it even if it may still be in use.' })
    )
  },
  { $id: 'DiscardBody', description: 'Which repository to discard.' }
)

export type DiscardBody = Static<typeof DiscardBody>

export const Discard = closed(
  {
    status: oneOf(['discarded'], { description: 'Status: the repository is hidden.' }),
    orphan: Type.String({ description: 'Full name of the repository.' }),
    host_id: Type.Integer({ description: 'Its id on the host.' }),
    note: Type.String({ description: 'What that means.' })
  },
  { $id: 'Discard', description: 'Result of the request.' }
)
export type Discard = Static<typeof Discard>

export const discardRepository = operation({
  operationId: 'discardRepository',
  codes: ['low_confidence', 'repo_not_found'],
  summary: 'Hide an orphaned repository',
  description:
    'Keeps its data, but leaves it out of all lists and counts. A later event, or the next listing by the host that contains it, restores it. A repository that may still be in use requires `confirm_low_confidence`.',
  body: ref(DiscardBody),
  response: { 200: ref(Discard) }
})

export const schemas = [RepositoryVariant, OrphanPair, MergeBody, Merge, DiscardBody, Discard]
