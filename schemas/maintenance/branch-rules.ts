// The rules of protected branches, as the host last showed them.

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
  RepoParams,
  ref,
  repoFields,
  repoFilter,
  timestamp
} from '../common.js'
import { enumeration } from '../enumeration.js'
import { ErrorBody, HOST_CODES } from '../errors.js'
import { LONGEST_BRANCH } from '../host/enums.js'
import { ProtectionWish } from '../host/protection.js'
import { GovernedHeaders } from './governance.js'

const flag = (description: string) => Type.Boolean({ description })

export const BranchRule = closed(
  {
    id: Type.Integer({ description: 'Id of the rule within this service.' }),
    repo_id: Type.Integer({ description: "The host's id of its repository." }),
    pattern: Type.String({ description: 'Name of the branch.', examples: ['main'] }),
    required_reviews: count('How many approvals a pull request needs.'),
    dismiss_stale_reviews: flag('Whether new commits dismiss approvals.'),
    require_code_owner_reviews: flag('Whether code owners have to approve.'),
    require_status_checks: flag('Whether status checks have to pass.'),
    required_status_checks: Type.Array(Type.String(), {
      description: 'Names of the status checks that have to pass, in alphabetical order.'
    }),
    require_up_to_date_branch: flag('Whether a branch must contain the newest commits before it is merged.'),
    enforce_admins: flag(
      'Whether the rules are known to bind administrators too. The host does not show who may bypass a ruleset, so that only the protection of the branch itself counts here.'
    ),
    restrict_pushes: flag('Whether only some may push.'),
    push_allowlist: Type.Array(Type.String(), {
      description:
        'Who may push where pushes are restricted: logins of people, `team:` and the name of a team, `app:` and the name of an App. If several sources restrict pushes, those that all of them allow.',
      examples: [['octocat', 'team:core', 'app:release-bot']]
    }),
    allow_force_pushes: flag('Whether force pushes are allowed.'),
    allow_deletions: flag('Whether the branch may be deleted.'),
    require_signed_commits: flag('Whether commits have to be signed.'),
    require_linear_history: flag('Whether merge commits are forbidden.'),
    compliant: nullable(Type.Boolean(), {
      description: 'Whether it satisfied all policies when it was last checked; null before the first check.'
    }),
    last_checked_at: nullable(timestamp('When it was last compared with the policies.')),
    synced_at: nullable(timestamp('When it was last read from the host.')),
    violation_ids: nullable(Type.Array(Type.Integer()), {
      description: 'Ids of the violations that the last check found; null before the first check.'
    }),
    host_rule_id: nullable(Type.Integer(), {
      description: "The host's id of the ruleset, if that is all that protects the branch."
    }),
    created_at: timestamp('When the service first saw it.'),
    updated_at: timestamp('When it last changed.'),
    ...repoFields
  },
  {
    $id: 'BranchRule',
    description:
      'What holds for a protected branch: the strictest of its protection and all active rulesets, field by field.'
  }
)
export type BranchRule = Static<typeof BranchRule>

export const listBranchRules = operation({
  operationId: 'listBranchRules',
  codes: ['invalid_cursor', 'repo_not_found'],
  summary: 'List the rules of protected branches of all repositories, by repository and branch',
  description: 'How branches are protected, as of the last sync. Filters can be combined.',
  querystring: closed({
    ...pagingQuery(),
    ...cursorQuery,
    repo: Type.Optional(repoFilter('Only rules of this repository.')),
    pattern: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: LONGEST_BRANCH,
        description: 'Only branches whose name contains this text, ignoring case.'
      })
    ),
    compliant: Type.Optional(
      oneOf(enumeration('ProtectionFilter', ['true', 'false', 'unknown']), {
        description:
          'Only rules that satisfied all policies when they were last checked, only those that did not, or only those that were never checked.'
      })
    )
  }),
  response: { 200: paged(ref(BranchRule), 'The rules of the page.') }
})
export type BranchRuleQuery = Partial<Static<typeof listBranchRules.querystring>>

export const listRepoBranchRules = operation({
  operationId: 'listRepoBranchRules',
  codes: ['invalid_cursor', 'repo_not_found'],
  summary: 'List the rules of protected branches of a repository, by branch',
  description: 'How the branches of one repository are protected, as of the last sync.',
  params: RepoParams,
  querystring: closed({ ...pagingQuery(), ...cursorQuery }),
  response: { 200: paged(ref(BranchRule), 'The rules of the page.') }
})

export const BranchRuleOutcome = closed(
  {
    updated: Type.Boolean({
      description: 'Whether the host has made the change, but does not show the rule; false in a dry run.'
    }),
    pattern: Type.String({ description: 'Name of the branch.' }),
    action_id: Type.Integer({ description: 'The action that made the change, with its evidence.' }),
    message: Type.Optional(Type.String({ description: 'Why nothing was changed, where nothing was.' }))
  },
  {
    $id: 'BranchRuleOutcome',
    description: 'What became of a change of a branch rule, where there is no rule to show.'
  }
)
export type BranchRuleOutcome = Static<typeof BranchRuleOutcome>

export const putBranchRule = operation({
  operationId: 'putBranchRule',
  codes: [
    'evidence_incomplete',
    'repo_not_found',
    'target_drifted',
    'change_under_way',
    'marker_ambiguous',
    'policy_denied',
    'duplicate_action',
    'unsafe_scope',
    'unknown',
    'rate_limited',
    'permission_denied',
    'verification_failed',
    'backend_unavailable',
    ...HOST_CODES
  ],
  summary: 'Protect a branch, or change how it is protected',
  description:
    'The host makes the change before the reply, which shows what holds for the branch from then on, rulesets included. Fields that the body leaves out keep their value; a branch without a protection gets one that forbids force pushes and deletions, unless the body allows them.',
  params: Type.Object({
    ...RepoParams.properties,
    pattern: Type.String({
      minLength: 1,
      maxLength: LONGEST_BRANCH,
      description: 'Name of the branch, without wildcards. Slashes are sent as `%2F`.',
      examples: ['main']
    })
  }),
  headers: GovernedHeaders,
  body: ref(ProtectionWish),
  response: {
    200: Type.Union([ref(BranchRule), ref(BranchRuleOutcome)], {
      description: 'The rule as the host shows it, or whether there is a change where it shows none.'
    }),
    404: ref(ErrorBody, { description: 'Repository or branch not found.' }),
    409: ref(ErrorBody, { description: 'Another change of this rule is being made.' }),
    502: ref(ErrorBody, { description: 'The host has refused the change, or its plan offers no protection.' })
  }
})

export const schemas = [BranchRule, ProtectionWish, BranchRuleOutcome]
