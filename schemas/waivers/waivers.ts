// Waivers: temporary exemptions, each from one pillar of one repository.

import { type Static, Type } from '@sinclair/typebox'
import {
  closed,
  count,
  cursorQuery,
  nullable,
  oneOf,
  operation,
  paged,
  pagingQuery,
  ref,
  repoFilter,
  timestamp
} from '../common.js'
import { Waivable } from '../configuration/pillars.js'
import { enumeration, orAll } from '../enumeration.js'
import { ErrorBody } from '../errors.js'
import { LONGEST_BRANCH } from '../host/enums.js'

/** Most specific first. */
export const WAIVER_SCOPES = enumeration('WaiverScope', ['issue', 'pr', 'branch', 'repo'])
export type WaiverScope = (typeof WAIVER_SCOPES)[number]

export const WAIVER_STATUSES = enumeration('WaiverStatus', ['active', 'expiring', 'expired', 'revoked'])
export type WaiverStatus = (typeof WAIVER_STATUSES)[number]

export const WAIVER_SOURCES = enumeration('WaiverSource', ['api', 'dashboard', 'comment'])

/** Active waivers with at most this many days left are shown as expiring. */
export const EXPIRING_DAYS = 7
export const LONGEST_REASON = 1_000
const LONGEST_LABEL = 100

const scope = oneOf(WAIVER_SCOPES, {
  description: 'What the waiver covers: a branch, a pull request, an issue or the whole repository.'
})
const label = (description: string) =>
  Type.String({ minLength: 1, maxLength: LONGEST_LABEL, description, examples: ['octocat'] })

export const Waiver = closed(
  {
    id: Type.Integer({ description: 'Id of the waiver.' }),
    repo_id: Type.Integer({ description: "The host's id of its repository." }),
    repo_full_name: Type.String({
      description: 'Full name of its repository.',
      examples: ['octo-org/hello-world']
    }),
    pillar: Waivable,
    scope,
    scope_value: nullable(Type.String(), {
      description: 'A glob of branches, or the number of a pull request or an issue; null for `repo`.'
    }),
    reason: Type.String({ description: 'Why it was granted.' }),
    granted_by: Type.String({ description: 'Who granted it, as the request said.' }),
    granted_principal: Type.String({ description: 'Authenticated principal of the request.' }),
    source: oneOf(WAIVER_SOURCES, { description: 'How it was granted.' }),
    comment_url: nullable(Type.String(), { description: 'The comment that granted it.' }),
    active: Type.Boolean({ description: 'Whether it is active.' }),
    status: oneOf(WAIVER_STATUSES, {
      description: `Current status; \`expiring\`: active, with at most ${EXPIRING_DAYS} days left.`
    }),
    created_at: timestamp('When it was granted.'),
    expires_at: nullable(timestamp('When it expires; null: until it is revoked.')),
    expired_at: nullable(timestamp('When it expired.')),
    revoked_at: nullable(timestamp('When it was revoked.')),
    revoked_by: nullable(Type.String(), { description: 'Who revoked it, as the request said.' }),
    revoked_principal: nullable(Type.String(), { description: 'Authenticated principal of the request.' }),
    uses: count('Number of decisions that used it.'),
    last_used_at: nullable(timestamp('When the last of them was made.'))
  },
  { $id: 'Waiver', description: 'A waiver.' }
)
export type Waiver = Static<typeof Waiver>

/** The names of the counters of waivers, by pillar, by scope and in total. */
export const WAIVER_SUMS = ['granted', 'revoked', 'expired'] as const
export type WaiverSum = (typeof WAIVER_SUMS)[number]

const filters = {
  pillar: Type.Optional(Waivable),
  scope: Type.Optional(scope)
}

export const listWaivers = operation({
  operationId: 'listWaivers',
  codes: ['invalid_cursor', 'repo_not_found'],
  summary: 'List waivers, newest first',
  description: 'Waivers that are in force and those that have ended. Filters can be combined.',
  querystring: closed({
    ...pagingQuery(),
    repo: Type.Optional(repoFilter('Only waivers of this repository.')),
    ...filters,
    active: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'True: only active waivers; false: also waivers that have ended.'
      })
    ),
    status: Type.Optional(oneOf(orAll(WAIVER_STATUSES), { default: 'all', description: 'Filter by state.' })),
    granted_by: Type.Optional(label('Only waivers granted by this person.')),
    q: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Only waivers whose reason contains this text, ignoring case.'
      })
    ),
    ...cursorQuery
  }),
  response: {
    200: paged(ref(Waiver), 'The waivers of the page.')
  }
})
export type WaiverQuery = Static<typeof listWaivers.querystring>

export const WaiverCheck = closed(
  {
    waived: Type.Boolean({ description: 'Whether the pillar is waived.' }),
    waiver: Type.Union([ref(Waiver), Type.Null()], {
      description: 'The most specific matching waiver.'
    })
  },
  { $id: 'WaiverCheck', description: 'Whether a pillar is waived.' }
)
export type WaiverCheck = Static<typeof WaiverCheck>

const scopeValue = (description: string) =>
  Type.String({ minLength: 1, maxLength: LONGEST_BRANCH, description, examples: ['release/*'] })

export const checkWaiver = operation({
  operationId: 'checkWaiver',
  codes: ['repo_not_found'],
  summary: 'Check whether a pillar is waived',
  description: 'Changes nothing and does not count as a use of the waiver.',
  querystring: closed({
    repo: repoFilter('The repository.'),
    pillar: Waivable,
    scope: filters.scope,
    scope_value: Type.Optional(
      scopeValue(
        'The branch, or the number of the pull request or issue; required unless the scope is `repo`.'
      )
    )
  }),
  response: { 200: ref(WaiverCheck) }
})
export type WaiverQuestion = Static<typeof checkWaiver.querystring>

export const WaiverBody = closed(
  {
    repo: repoFilter('The repository.'),
    pillar: Waivable,
    scope: Type.Optional(scope),
    scope_value: Type.Optional(
      nullable(
        scopeValue('For `branch` a glob whose `*` also crosses slashes, for `pr` and `issue` a number.')
      )
    ),
    reason: Type.String({ minLength: 1, maxLength: LONGEST_REASON, description: 'Why it is granted.' }),
    granted_by: label(
      'Name of the person who grants it, for display; the authenticated principal is recorded separately.'
    ),
    expires_at: Type.Optional(
      nullable(
        Type.String({
          maxLength: 40,
          description: 'When it expires: a future date-time, or a date (inclusive). Default: never.',
          examples: ['2026-12-31T00:00:00Z']
        })
      )
    )
  },
  { $id: 'WaiverBody', description: 'The waiver to grant.' }
)
export type WaiverBody = Static<typeof WaiverBody>

export const GrantedWaiver = closed(
  { data: ref(Waiver) },
  { $id: 'GrantedWaiver', description: 'A waiver that was granted or revoked.' }
)
export type GrantedWaiver = Static<typeof GrantedWaiver>

export const grantWaiver = operation({
  operationId: 'grantWaiver',
  codes: ['invalid_time', 'repo_not_found'],
  summary: 'Grant a waiver',
  description: 'The pillar leaves the target alone until the waiver expires or is revoked.',
  body: ref(WaiverBody),
  response: { 201: ref(GrantedWaiver) }
})

export const RevocationBody = closed(
  {
    revoked_by: Type.Optional(
      label(
        'Name of the person who revokes it, for display; the authenticated principal is recorded separately.'
      )
    )
  },
  { $id: 'RevocationBody', description: 'Who revokes a waiver.' }
)

const WaiverParams = Type.Object({
  id: Type.Integer({ minimum: 1, maximum: 2 ** 53 - 1, description: 'Id of the waiver.', examples: [1] })
})

export const getWaiver = operation({
  operationId: 'getWaiver',
  codes: ['waiver_not_found'],
  summary: 'Get a waiver, also one that has ended',
  description: 'The decisions that it applied to: `GET /api/decisions?waiver_id=…`.',
  params: WaiverParams,
  response: { 200: ref(Waiver), 404: ref(ErrorBody, { description: 'Waiver not found.' }) }
})

export const revokeWaiver = operation({
  operationId: 'revokeWaiver',
  codes: ['waiver_not_found'],
  summary: 'Revoke a waiver',
  description: 'A revocation cannot be undone: grant a new waiver instead. The body is optional.',
  params: WaiverParams,
  body: Type.Union([ref(RevocationBody), Type.Null()], { description: 'Optional.' }),
  response: {
    200: ref(GrantedWaiver),
    404: ref(ErrorBody, { description: 'Waiver not found, or it has ended.' })
  }
})

export const schemas = [Waiver, WaiverCheck, WaiverBody, GrantedWaiver, RevocationBody]
