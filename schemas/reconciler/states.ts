// How repositories differ from what is desired of them.
import { type Static, Type } from '@sinclair/typebox'
import {
  closed,
  cursorQuery,
  type Json,
  nullable,
  oneOf,
  operation,
  paged,
  pagingQuery,
  RepoParams,
  ref,
  repoFilter,
  timestamp
} from '../common.js'
import { POLICY_FIELDS } from '../enforcement/enums.js'
import { repositoryFields } from '../enforcement/fields.js'
import { GovernedHeaders } from '../maintenance/governance.js'

const anyValue = (description: string) => Type.Unsafe<Json>(Type.Any({ description }))
const policyIds = Type.Array(Type.Integer(), {
  description: 'The policies that ask for it; empty if only the baseline does.'
})

const FIELD =
  'The field: `branch_protection.missing`, `branch_protection.<field>`, `label.missing.<name>`, `label.color.<name>` or `settings.<key>`.'

export const Difference = closed(
  {
    field: Type.String({ description: FIELD, examples: ['branch_protection.required_reviews'] }),
    desired: anyValue('What is desired.'),
    observed: anyValue('What the host shows; null if it is missing.'),
    policy_ids: policyIds
  },
  { $id: 'Difference', description: 'Something that differs from what is desired.' }
)
export type Difference = Static<typeof Difference>

const DesiredRule = closed({
  field: oneOf(POLICY_FIELDS, { description: 'A field of the protection of the default branch.' }),
  value: anyValue('The least that is asked for.'),
  policy_ids: policyIds,
  is_corrected: Type.Boolean({
    description:
      'Whether it is corrected: policies that only report, and suppressed violations, ask for none of that.'
  })
})
export type DesiredRule = Static<typeof DesiredRule>

export const DesiredState = closed(
  {
    protection: Type.Array(DesiredRule, { description: 'Of the default branch, field by field.' }),
    labels: Type.Unsafe<Record<string, string>>(
      Type.Object({}, { additionalProperties: Type.String(), description: 'Labels and their colors.' })
    ),
    settings: Type.Unsafe<Record<string, boolean>>(
      Type.Object({}, { additionalProperties: Type.Boolean(), description: 'Settings of the repository.' })
    )
  },
  {
    $id: 'DesiredState',
    description: 'What the baseline and the policies ask of a repository. Nothing else is compared.'
  }
)
export type DesiredState = Static<typeof DesiredState>

const shown = {
  repo_id: Type.Integer({ description: "The host's id of the repository." }),
  ...repositoryFields,
  default_branch: nullable(Type.String(), { description: 'Its default branch; null while it is unknown.' }),
  in_sync: nullable(Type.Boolean(), {
    description:
      'Whether the host showed all that is desired when it was last read; null if it was never read.'
  }),
  drift_fields: Type.Array(Type.String(), { description: 'What differs from what is desired.' }),
  unsupported_fields: Type.Array(Type.String(), {
    description:
      'What the plan of the owner does not include. It counts as no drift, and is tried again after a week, or when somebody asks for a run of the repository.'
  }),
  reconcile_skip: Type.Boolean({ description: 'Whether it is only compared, and never corrected.' }),
  last_error: nullable(Type.String(), {
    description: 'Why it could not be read or corrected last time; null if it could.'
  }),
  last_reconciled_at: nullable(timestamp('When it was last read.')),
  next_reconcile_at: nullable(timestamp('When it is due again.'))
}

export const ReconcileState = closed(shown, {
  $id: 'ReconcileState',
  description: 'How a repository stands with what is desired of it.'
})
export type ReconcileState = Static<typeof ReconcileState>

export const ReconcileStateDetail = closed(
  {
    id: nullable(Type.Integer(), { description: 'Id of the stored record; null if there is none yet.' }),
    ...shown,
    desired_state: ref(DesiredState),
    observed_state: nullable(
      Type.Unsafe<{ [key: string]: Json }>(Type.Object({}, { additionalProperties: true })),
      {
        description: 'What the host showed of it when it was last read; null if it was never read.'
      }
    ),
    diff: Type.Array(ref(Difference), {
      description: 'What differed then, with what is behind it. Unsupported fields are left out.'
    }),
    created_at: nullable(timestamp('When the record was made.')),
    updated_at: nullable(timestamp('When it last changed.'))
  },
  { $id: 'ReconcileStateDetail', description: 'How a repository stands, in full.' }
)
export type ReconcileStateDetail = Static<typeof ReconcileStateDetail>

export const listReconcileStates = operation({
  operationId: 'listReconcileStates',
  codes: ['invalid_cursor', 'repo_not_found'],
  summary: 'List how repositories differ from what is desired of them',
  description:
    'All live repositories: those that were never reconciled first, then those that have drifted, then those in sync, by name.',
  querystring: closed({
    ...pagingQuery(),
    ...cursorQuery,
    in_sync: Type.Optional(
      Type.Boolean({
        description:
          'Only repositories that are in sync, or have drifted. Those never reconciled are neither.'
      })
    ),
    repo: Type.Optional(repoFilter('Only this repository.'))
  }),
  response: { 200: paged(ref(ReconcileState), 'The repositories of the page.') }
})
export type ReconcileStateQuery = Partial<Static<typeof listReconcileStates.querystring>>

export const getReconcileState = operation({
  operationId: 'getReconcileState',
  codes: ['repo_not_found'],
  summary: 'Show how a repository stands, with what differs',
  description:
    'Of a repository that was never reconciled it shows what the configuration and the policies ask for now.',
  params: RepoParams,
  response: { 200: ref(ReconcileStateDetail) }
})

export const ReconcileStatePatch = closed(
  {
    reconcile_skip: Type.Boolean({ description: 'Whether it is only compared, and never corrected.' })
  },
  { $id: 'ReconcileStatePatch', description: 'Whether the reconciler leaves a repository as it is.' }
)

export type ReconcileStatePatch = Static<typeof ReconcileStatePatch>

export const updateReconcileState = operation({
  operationId: 'updateReconcileState',
  codes: ['repo_not_found'],
  summary: 'Exclude a repository from corrections, or include it again',
  description: 'A repository that was never reconciled can be excluded, too.',
  params: RepoParams,
  headers: GovernedHeaders,
  body: ref(ReconcileStatePatch),
  response: { 200: ref(ReconcileStateDetail) }
})

export const schemas = [Difference, DesiredState, ReconcileState, ReconcileStateDetail, ReconcileStatePatch]
