// Policies: what an organisation asks of the branches of its repositories.
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
  timestamp
} from '../common.js'
import { ErrorBody } from '../errors.js'
import { GovernedHeaders } from '../maintenance/governance.js'
import { LONGEST_GLOB, MOST_CONTEXTS, POLICY_MODES } from './enums.js'
import { REPOSITORY_RULE_DEFAULTS, repositoryRules } from './repository-rules.js'

export const MOST_MATCHED_BRANCHES = 100
export const MOST_POLICIES = 200

const NO_OPINION = '`null`: the policy has no opinion.'
const rule = (description: string) =>
  nullable(Type.Boolean(), { description: `${description} ${NO_OPINION}` })

const rules = {
  min_reviews: nullable(Type.Integer({ minimum: 0, maximum: 6 }), {
    description: `How many approvals a pull request needs at least. ${NO_OPINION}`
  }),
  require_signed_commits: rule('Whether commits have to be signed.'),
  require_linear_history: rule('Whether merge commits are forbidden.'),
  block_force_pushes: rule('Whether force pushes are forbidden.'),
  block_deletions: rule('Whether the branch may not be deleted.'),
  enforce_admins: rule('Whether the rules bind administrators too.'),
  require_status_checks: rule('Whether status checks have to pass.'),
  required_status_check_contexts: Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
    maxItems: MOST_CONTEXTS,
    uniqueItems: true,
    description: 'Names of status checks that have to pass.'
  })
}

const settable = {
  name: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'Name of the policy, used once in an installation.',
    examples: ['Protected default branches']
  }),
  description: nullable(Type.String({ maxLength: 1_000 }), { description: 'What the policy is for.' }),
  repo_filter: nullable(Type.String({ minLength: 1, maxLength: LONGEST_GLOB }), {
    description:
      'Glob on `owner/name`, in any case: `*` stays within a segment, `**` crosses the slash, a lone `*` is every repository. `null`: every repository of the installation.',
    examples: ['octo-org/*']
  }),
  branch_pattern: Type.String({
    minLength: 1,
    maxLength: LONGEST_GLOB,
    description: 'Name of a branch, or a glob on names: `*` stays within a segment, `**` crosses slashes.',
    examples: ['main']
  }),
  ...rules,
  ...repositoryRules,
  mode: oneOf(POLICY_MODES, {
    description: '`enforce`: the service corrects what falls short. `audit`: it only reports it, in an issue.'
  }),
  enabled: Type.Boolean({ description: 'Whether the policy is in force.' })
}

export const Policy = closed(
  {
    id: Type.Integer({ description: 'Id of the policy.' }),
    installation_id: Type.Integer({ description: "The host's id of the installation." }),
    org: nullable(Type.String(), { description: 'Login of the account of the installation.' }),
    ...settable,
    open_violation_count: count('How many branches and repositories fall short of it.'),
    created_at: timestamp('When it was created.'),
    updated_at: timestamp('When it was last changed.')
  },
  { $id: 'Policy', description: 'What is asked of repositories and their branches.' }
)
export type Policy = Static<typeof Policy>

/** The values of a policy that does not name them. */
export const POLICY_DEFAULTS = {
  description: null,
  repo_filter: null,
  branch_pattern: 'main',
  min_reviews: 1,
  require_signed_commits: false,
  require_linear_history: true,
  block_force_pushes: true,
  block_deletions: true,
  enforce_admins: true,
  require_status_checks: false,
  required_status_check_contexts: [],
  ...REPOSITORY_RULE_DEFAULTS,
  mode: 'enforce',
  enabled: true
} satisfies Omit<PolicyValues, 'name'>

const PolicyValues = Type.Object(settable)
export type PolicyValues = Static<typeof PolicyValues>

export const PolicyPatch = closed(Type.Partial(PolicyValues).properties, {
  $id: 'PolicyPatch',
  minProperties: 1,
  description: 'The fields of a policy that are to change.'
})
export type PolicyPatch = Static<typeof PolicyPatch>

export const PolicyBody = closed(
  {
    ...Type.Partial(Type.Omit(PolicyValues, ['name'])).properties,
    name: settable.name,
    installation_id: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description:
          "The host's id of the installation. May be left out if `repo_filter` is the name of a known repository, or if there is only one installation."
      })
    )
  },
  {
    $id: 'PolicyBody',
    description:
      'A new policy. Left out, the rules ask for one approval and a linear history, bind administrators, and forbid force pushes and deletions of the branch `main`; nothing is asked of the repository as a whole.'
  }
)
export type PolicyBody = Static<typeof PolicyBody>

export const PolicyDetail = closed(
  {
    ...Policy.properties,
    matched_repos: count('How many repositories the filter matches.'),
    matched_branches: Type.Array(
      closed({
        repo_full_name: Type.String({ description: 'Full name of the repository.' }),
        branch: Type.String({ description: 'Name of the branch.' })
      }),
      {
        maxItems: MOST_MATCHED_BRANCHES,
        description: `The first ${MOST_MATCHED_BRANCHES} branches that the policy reaches, of those that the service knows before it asks the host: default branches and protected ones.`
      }
    )
  },
  { $id: 'PolicyDetail', description: 'A policy, with what it reaches.' }
)
export type PolicyDetail = Static<typeof PolicyDetail>

const params = Type.Object({
  id: Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Id of the policy.',
    examples: [1]
  })
})
const noPolicy = ref(ErrorBody, { description: 'Policy not found.' })
const nameTaken = ref(ErrorBody, { description: 'Another policy of the installation has this name.' })

export const listPolicies = operation({
  operationId: 'listPolicies',
  codes: ['invalid_cursor'],
  summary: 'List policies, by name',
  description: 'Each policy says what protects the branches that it reaches.',
  querystring: closed({
    ...pagingQuery(),
    ...cursorQuery,
    installation_id: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Only policies of this installation.'
      })
    ),
    enabled: Type.Optional(Type.Boolean({ description: 'Only policies that are in force, or are not.' })),
    mode: Type.Optional(oneOf(POLICY_MODES, { description: 'Only policies of this mode.' }))
  }),
  response: { 200: paged(ref(Policy), 'The policies of the page.') }
})
export type PolicyQuery = Partial<Static<typeof listPolicies.querystring>>

export const createPolicy = operation({
  operationId: 'createPolicy',
  codes: ['installation_not_found', 'policy_not_found', 'policy_name_taken', 'too_many_policies'],
  summary: 'Create a policy',
  description:
    'Nothing is corrected at once: look at what it reaches with `GET /api/enforcement/policies/{id}`, and at what it would change with a dry run. The hourly run applies it.',
  headers: GovernedHeaders,
  body: ref(PolicyBody),
  response: {
    201: ref(Policy),
    404: ref(ErrorBody, { description: 'Installation not found.' }),
    409: nameTaken
  }
})

export const getPolicy = operation({
  operationId: 'getPolicy',
  codes: ['policy_not_found'],
  summary: 'Show a policy and what it reaches',
  description:
    'The branches are those that the service knows; a run of enforcement asks the platform as well.',
  params,
  response: { 200: ref(PolicyDetail), 404: noPolicy }
})

export const updatePolicy = operation({
  operationId: 'updatePolicy',
  codes: ['policy_not_found', 'policy_name_taken'],
  summary: 'Change a policy',
  description:
    'Violations of branches that it no longer reaches are settled: `remediated`, by `policy_change`.',
  params,
  headers: GovernedHeaders,
  body: ref(PolicyPatch),
  response: { 200: ref(Policy), 404: noPolicy, 409: nameTaken }
})

export const PolicyDeleted = closed(
  { deleted: Type.Boolean({ description: 'Always true.' }) },
  { $id: 'PolicyDeleted', description: 'The policy is deleted.' }
)

export const deletePolicy = operation({
  operationId: 'deletePolicy',
  codes: ['policy_not_found'],
  summary: 'Delete a policy and its violations',
  description: 'What the policy has corrected stays as it is.',
  params,
  headers: GovernedHeaders,
  response: { 200: ref(PolicyDeleted), 404: noPolicy }
})

export const schemas = [Policy, PolicyBody, PolicyPatch, PolicyDetail, PolicyDeleted]
