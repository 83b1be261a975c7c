// The governance log: every change that a person asked for through the maintainer endpoints, made or refused.

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
  ref,
  timestamp
} from '../common.js'
import { enumeration } from '../enumeration.js'

export const GOVERNANCE_TARGETS = enumeration('GovernanceTarget', [
  'repo',
  'member',
  'branch_rule',
  'policy',
  'violation',
  'queue_entry',
  'feedback_rule',
  'rollback',
  'flaky_test',
  'vulnerability',
  'reconciler'
])
export type GovernanceTarget = (typeof GOVERNANCE_TARGETS)[number]

const LONGEST_NAME = 500
const targetType = oneOf(GOVERNANCE_TARGETS, { description: 'What the change is about.' })
const text = (description: string) => Type.String({ minLength: 1, maxLength: LONGEST_NAME, description })

/** Headers of all operations whose changes are recorded. */
export const GovernedHeaders = Type.Object({
  'x-actor-login': Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        'Name of the person who asks for the change, for display: `payload.claimed_actor` of its entry. The authenticated principal is recorded separately.'
    })
  )
})

export const GovernanceEntry = closed(
  {
    id: Type.Integer({ description: 'Id of the entry.' }),
    actor: Type.String({ description: 'Authenticated principal of the request.', examples: ['api'] }),
    action: Type.String({ description: 'What was asked for.', examples: ['settings.update'] }),
    target_type: targetType,
    target_id: Type.String({
      description: 'What it was asked for, as the request named it.',
      examples: ['octo-org/hello-world']
    }),
    payload: nullable(
      Type.Unsafe<{ [key: string]: Json }>(
        Type.Object({}, { additionalProperties: true, description: 'What changed; null if nothing did.' })
      )
    ),
    success: Type.Boolean({ description: 'Whether the change was made.' }),
    error: nullable(Type.String(), { description: 'Why it was not made; null if it was.' }),
    created_at: timestamp('When.')
  },
  { $id: 'GovernanceEntry', description: 'An entry of the governance log.' }
)
export type GovernanceEntry = Static<typeof GovernanceEntry>

export const listGovernance = operation({
  operationId: 'listGovernance',
  codes: ['invalid_time', 'invalid_cursor'],
  summary: 'List the changes that were asked for, newest first',
  description: 'Entries are never changed or deleted.',
  querystring: closed({
    ...pagingQuery(),
    ...cursorQuery,
    actor: Type.Optional(text('Only changes that this principal asked for.')),
    action: Type.Optional(text('Only actions that contain this text, ignoring case.')),
    target: Type.Optional(text('Only targets whose `target_id` contains this text, ignoring case.')),
    target_type: Type.Optional(targetType),
    success: Type.Optional(Type.Boolean({ description: 'Only changes that were made, or were not.' })),
    from: Type.Optional(
      Type.String({ description: 'Only entries from this date, or date-time with zone, onward.' })
    ),
    to: Type.Optional(
      Type.String({ description: 'Only entries up to the end of this date, or up to this date-time.' })
    )
  }),
  response: { 200: paged(ref(GovernanceEntry), 'The entries of the page.') }
})
export type GovernanceQuery = Static<typeof listGovernance.querystring>

export const schemas = [GovernanceEntry]
