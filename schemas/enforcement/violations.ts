// Violations: branches that fall short of a policy, and the runs that find them.

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
import { enumeration, orAll } from '../enumeration.js'
import { ErrorBody } from '../errors.js'
import { GovernedHeaders } from '../maintenance/governance.js'
import { POLICY_FIELDS, POLICY_MODES, REPOSITORY_RULES, VIOLATION_ENDS, VIOLATION_STATUSES } from './enums.js'
import { repositoryFields } from './fields.js'

const value = (description: string) =>
  Type.Unsafe<Json>(Type.Union([Type.Integer(), Type.Boolean(), Type.Array(Type.String())], { description }))

export const Breach = closed(
  {
    field: oneOf(enumeration('ViolatedRule', [...POLICY_FIELDS, ...REPOSITORY_RULES]), {
      description: 'The rule that is broken.'
    }),
    expected: value('What the policy asks for.'),
    actual: value('What the host shows.')
  },
  { $id: 'Breach', description: 'A rule of a policy that a branch or a repository breaks.' }
)
export type Breach = Static<typeof Breach>

export const Violation = closed(
  {
    id: Type.Integer({ description: 'Id of the violation.' }),
    policy_id: Type.Integer({ description: 'Id of the policy.' }),
    policy_name: Type.String({ description: 'Name of the policy.' }),
    policy_mode: oneOf(POLICY_MODES, { description: 'Whether the service corrects it.' }),
    repo_id: Type.Integer({ description: "The host's id of the repository." }),
    ...repositoryFields,
    branch: Type.String({ description: 'Name of the branch; `*`: the repository as a whole.' }),
    violations: Type.Array(ref(Breach), { description: 'The rules that it breaks, or broke at last.' }),
    status: oneOf(VIOLATION_STATUSES, { description: 'Whether it stands.' }),
    reopen_count: Type.Integer({ minimum: 0, description: 'How often it came back.' }),
    action_id: nullable(Type.Integer(), {
      description: 'The last action that was to correct it, with its evidence.'
    }),
    detected_at: timestamp('When it was found, this time.'),
    last_seen_at: timestamp('When a run last saw it.'),
    remediated_at: nullable(timestamp('When a run first found it gone.')),
    remediated_by: nullable(oneOf(VIOLATION_ENDS, { description: '.' }), {
      description:
        'Why it is gone: `auto`: the service has corrected it; `external`: somebody else has; `policy_change`: no policy asks for it any more.'
    }),
    suppressed_by: nullable(Type.String(), { description: 'Who has suppressed it.' }),
    suppressed_reason: nullable(Type.String(), { description: 'Why.' }),
    suppressed_until: nullable(timestamp('When it is open again; null: until somebody lifts it.')),
    updated_at: timestamp('When it last changed.')
  },
  { $id: 'Violation', description: 'A branch or a repository that falls short of a policy.' }
)
export type Violation = Static<typeof Violation>

const status = Type.Optional(
  oneOf(orAll(VIOLATION_STATUSES), {
    default: 'all',
    description: 'Only violations of this status; `all`, or no value: every one.'
  })
)

export const listViolations = operation({
  operationId: 'listViolations',
  codes: ['invalid_cursor', 'repo_not_found'],
  summary: 'List violations of all repositories, newest first',
  description: 'Each is a branch or a repository that differs from a policy, or did.',
  querystring: closed({
    ...pagingQuery(),
    ...cursorQuery,
    status,
    repo: Type.Optional(repoFilter('Only violations of this repository.')),
    policy_id: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Only violations of this policy.'
      })
    )
  }),
  response: { 200: paged(ref(Violation), 'The violations of the page.') }
})
export type ViolationQuery = Partial<Static<typeof listViolations.querystring>>

export const listRepoViolations = operation({
  operationId: 'listRepoViolations',
  codes: ['invalid_cursor', 'repo_not_found'],
  summary: 'List violations of a repository, newest first',
  description: 'The violations of one repository, of branches and of the repository as a whole.',
  params: RepoParams,
  querystring: closed({ ...pagingQuery(), ...cursorQuery, status }),
  response: { 200: paged(ref(Violation), 'The violations of the page.') }
})

export const SuppressionBody = closed(
  {
    reason: Type.Optional(Type.String({ minLength: 1, maxLength: 500, description: 'Why.' })),
    until: Type.Optional(
      Type.String({ maxLength: 40, description: 'Until when, in ISO 8601; left out: until it is lifted.' })
    ),
    suppressed: Type.Optional(Type.Boolean({ description: '`false` lifts the suppression; default true.' }))
  },
  { $id: 'SuppressionBody', description: 'Whether a violation is accepted for now.' }
)
export type SuppressionBody = Static<typeof SuppressionBody>

export const SuppressionSaved = closed(
  {
    suppressed: Type.Boolean({ description: 'Whether it is suppressed.' }),
    violation: ref(Violation)
  },
  { $id: 'SuppressionSaved', description: 'The violation as it is from then on.' }
)
export type SuppressionSaved = Static<typeof SuppressionSaved>

export const suppressViolation = operation({
  operationId: 'suppressViolation',
  codes: ['invalid_time', 'repo_not_found', 'violation_not_found', 'violation_settled'],
  summary: 'Suppress a violation, or lift its suppression',
  description:
    'A suppressed violation is neither corrected nor open, whatever runs find, until it is lifted, expires, or the branch satisfies the policy.',
  params: Type.Object({
    id: Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Id of the violation.',
      examples: [1]
    })
  }),
  headers: GovernedHeaders,
  body: Type.Union([ref(SuppressionBody), Type.Null()], { description: 'Optional.' }),
  response: {
    200: ref(SuppressionSaved),
    404: ref(ErrorBody, { description: 'Violation not found.' }),
    409: ref(ErrorBody, { description: 'The violation is remediated already.' })
  }
})

export const RunBody = closed(
  {
    repo: Type.Optional(repoFilter('Only this repository.')),
    installation_id: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Only repositories of this installation.'
      })
    ),
    policy_id: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Only repositories that this policy reaches; they are compared with all policies.'
      })
    ),
    dry_run: Type.Optional(
      Type.Boolean({ description: 'Whether nothing is corrected: decisions say what would be.' })
    )
  },
  { $id: 'RunBody', description: 'What a run of enforcement looks at.' }
)
export type RunBody = Static<typeof RunBody>

export const RunStarted = closed(
  {
    message: Type.String({ description: 'What happens next.' }),
    started: Type.Boolean({ description: 'Always true.' }),
    scope: Type.String({ description: 'The repository, or `all`.' }),
    job_id: Type.String({ description: 'Id of the job.' }),
    deduplicated: Type.Boolean({ description: 'Whether the same run waits or runs already and is used.' })
  },
  { $id: 'RunStarted', description: 'A run that was requested.' }
)
export type RunStarted = Static<typeof RunStarted>

export const runEnforcement = operation({
  operationId: 'runEnforcement',
  codes: ['repo_not_found', 'installation_not_found', 'policy_not_found'],
  summary: 'Compare branches with the policies now',
  description: 'A job does the work. Violations of policies in the mode `enforce` are corrected.',
  headers: GovernedHeaders,
  body: Type.Union([ref(RunBody), Type.Null()], { description: 'Optional: everything by default.' }),
  response: {
    202: ref(RunStarted),
    404: ref(ErrorBody, { description: 'Repository, installation or policy not found.' })
  }
})

export const schemas = [Breach, Violation, SuppressionBody, SuppressionSaved, RunBody, RunStarted]
