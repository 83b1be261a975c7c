// Repositories that were left behind when they were made anew under another id, and what becomes of them.
import { type Static, Type } from '@sinclair/typebox'
import { closed, count, ErrorBody, oneOf, operation, paged, pagingQuery, ref, repoFilter } from './common.js'

export const CONFIDENCES = ['high', 'low'] as const
export type Confidence = (typeof CONFIDENCES)[number]

/** How many left-behind repositories of a page the host is asked about. */
export const MOST_ASKED = 10

export const RepositoryVariant = closed(
  {
    host_id: Type.Integer({ description: 'Id of the repository on the host.' }),
    full_name: Type.String({ description: 'Its full name.', examples: ['octo-org/hello-world'] }),
    delivery_count: count('How many deliveries spoke of it, as far as they are kept.')
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
        fk_total: count('All of them.'),
        denorm_tables: byTable('Rows that repeat its name, by table.'),
        denorm_total: count('All of them.'),
        grand_total: count('Both together.')
      },
      { description: 'What hangs on the orphan.' }
    ),
    confidence: oneOf(CONFIDENCES, {
      description: '`high`: the host itself, or its lost installation, says so; `low`: both may be alive.'
    }),
    reason: Type.String({ description: 'Why, in words.' })
  },
  { $id: 'OrphanPair', description: 'A repository that was probably left behind, and the one in its place.' }
)
export type OrphanPair = Static<typeof OrphanPair>

export const listOrphans = operation({
  operationId: 'listOrphans',
  summary: 'List repositories that were probably left behind',
  description:
    'Repositories of one name and different ids. Of each name the one with the most deliveries is `live`, then the ' +
    'one with the latest, then the newest; each other is an orphan. The host is asked about the first ' +
    `${MOST_ASKED} of a page whose installation is there; the others are \`low\`. Nothing is changed.`,
  querystring: Type.Object(pagingQuery()),
  response: { 200: paged(ref(OrphanPair), 'The pairs of the page, by name.') }
})

export const MergeBody = closed(
  {
    orphan: repoFilter('Full name of the repository that was left behind.'),
    live: repoFilter('Full name of the repository that takes over what it holds.'),
    dry_run: Type.Optional(
      Type.Boolean({ description: 'True: only say what would be done. Needs no confirmation.' })
    ),
    confirm_low_confidence: Type.Optional(
      Type.Boolean({ description: 'True: merge also what may be alive on both sides.' })
    )
  },
  { $id: 'MergeBody', description: 'Which repository goes into which.' }
)
export type MergeBody = Static<typeof MergeBody>

export const Merge = closed(
  {
    status: oneOf(['merged', 'dry_run'], { description: 'Whether it was done, or only tried.' }),
    orphan: Type.String({ description: 'Full name of the repository that is gone now.' }),
    live: Type.String({ description: 'Full name of the repository that holds everything now.' }),
    reparented: byTable('Rows that moved to it, by table.'),
    backfilled: byTable('Rows that carry its name now, by table.'),
    total_reparented: count('All that moved.'),
    total_backfilled: count('All that were renamed.'),
    total_affected: count('Both together; a row that did both counts twice.'),
    conflicts: byTable(
      'Rows that were dropped because the live repository has one of the same number, or its only one, by table.'
    )
  },
  { $id: 'Merge', description: 'What a merge did.' }
)
export type Merge = Static<typeof Merge>

const unknown = ref(ErrorBody, { description: 'No repository of this name is there.' })

export const mergeRepositories = operation({
  operationId: 'mergeRepositories',
  summary: 'Move everything from one repository to another',
  description:
    'In one transaction: what belongs to the orphan moves, and the orphan is gone. Where both have the same, the ' +
    'live one stays. 400 without confirmation where it is not certain that the orphan was left behind.',
  body: ref(MergeBody),
  response: {
    200: ref(Merge),
    404: unknown,
    409: ref(ErrorBody, { description: 'Another merge is under way.' })
  }
})

export const DiscardBody = closed(
  {
    orphan: repoFilter('Full name of the repository that was left behind.'),
    confirm_low_confidence: Type.Optional(
      Type.Boolean({ description: 'Discard it although it may be alive, as with a merge.' })
    )
  },
  { $id: 'DiscardBody', description: 'Which repository to discard.' }
)

export type DiscardBody = Static<typeof DiscardBody>

export const Discard = closed(
  {
    status: oneOf(['discarded'], { description: 'It is hidden.' }),
    orphan: Type.String({ description: 'Full name of the repository.' }),
    host_id: Type.Integer({ description: 'Its id on the host.' }),
    note: Type.String({ description: 'What that means, in words.' })
  },
  { $id: 'Discard', description: 'What became of the repository.' }
)
export type Discard = Static<typeof Discard>

export const discardRepository = operation({
  operationId: 'discardRepository',
  summary: 'Hide a repository that was left behind',
  description:
    'Its data stays, but appears in no list and no sum. A later event of it, or the next list of the host that shows it, brings it back. One that may be alive is discarded only with `confirm_low_confidence`.',
  body: ref(DiscardBody),
  response: { 200: ref(Discard), 404: unknown }
})

export const schemas = [RepositoryVariant, OrphanPair, MergeBody, Merge, DiscardBody, Discard]
