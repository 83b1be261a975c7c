// Feedback rules: who hears of what happens, and where.

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
import { enumeration } from '../enumeration.js'
import { ErrorBody } from '../errors.js'
import { GovernedHeaders } from '../maintenance/governance.js'
import { FEEDBACK_ALIAS_NAMES, FEEDBACK_CHANNELS, FEEDBACK_EVENTS, FEEDBACK_STATES } from './enums.js'

export const MOST_RULES = 200
const LONGEST_FILTER = 200
const LONGEST_WEBHOOK = 2_000

const name = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'Name of the rule.',
  examples: ['Failures of the payment services']
})
const repoFilter = nullable(Type.String({ minLength: 1, maxLength: LONGEST_FILTER }), {
  description:
    'Glob on `owner/name`, in any case: `*` stays within a segment, `**` crosses the slash, a lone `*` is every repository. `null`: every repository of the installation.',
  examples: ['octo-org/*']
})

const switches = {
  post_pr_comment: Type.Boolean({
    description: 'Whether to comment on the pull request, if what happens is about one.'
  }),
  include_log_link: Type.Boolean({ description: 'Whether word of a failed run links to its log.' }),
  include_diff_preview: Type.Boolean({
    description:
      'Whether word of a repair names the files that it changes, with the numbers of added and removed lines. It quotes no content.'
  }),
  enabled: Type.Boolean({ description: 'Whether the rule is in force.' })
}

const shownWebhook = (chat: string) =>
  nullable(Type.String(), {
    description: `The webhook of ${chat}, shortened: a webhook is a secret and is never shown.`,
    examples: ['https://chat.example/…c3d4']
  })
const givenWebhook = (chat: string) =>
  nullable(Type.String({ minLength: 1, maxLength: LONGEST_WEBHOOK }), {
    description: `The webhook of ${chat}: an \`https\` URL of a public server. \`null\`: none.`
  })

export const FeedbackDelivery = closed(
  {
    channel: oneOf(FEEDBACK_CHANNELS, { description: 'Where word goes.' }),
    last_state: nullable(oneOf(FEEDBACK_STATES, { description: 'State of the last delivery.' }), {
      description: 'State of the last delivery; null if none is on record. Deliveries are kept for 90 days.'
    }),
    last_error: nullable(Type.String(), { description: 'Why it was not made, or not yet.' }),
    last_at: nullable(timestamp('When it ended or, if it has not, when it was asked for.')),
    sent: count('How many deliveries were ever made.'),
    failed: count('How many deliveries ever failed.')
  },
  { $id: 'FeedbackDelivery', description: 'How the deliveries of a rule over one channel went.' }
)

export const FeedbackRule = closed(
  {
    id: Type.Integer({ description: 'Id of the rule.' }),
    installation_id: Type.Integer({ description: "The host's id of the installation." }),
    org: nullable(Type.String(), { description: 'Login of the account of the installation.' }),
    name,
    event_type: oneOf(FEEDBACK_EVENTS, { description: 'What it sends word of.' }),
    repo_filter: repoFilter,
    slack_webhook: shownWebhook('Slack'),
    teams_webhook: shownWebhook('Teams'),
    ...switches,
    deliveries: Type.Array(ref(FeedbackDelivery), { description: 'One for each channel.' }),
    created_at: timestamp('When it was created.'),
    updated_at: timestamp('When it was last changed.')
  },
  { $id: 'FeedbackRule', description: 'Who hears of what happens in repositories, and where.' }
)
export type FeedbackRule = Static<typeof FeedbackRule>

const settable = {
  name,
  event_type: oneOf(enumeration('FeedbackEventOrAlias', [...FEEDBACK_EVENTS, ...FEEDBACK_ALIAS_NAMES]), {
    description:
      'What it sends word of. `merge_success` is stored as `pr_merged`, `merge_blocked` as `pr_blocked`.'
  }),
  repo_filter: repoFilter,
  slack_webhook: givenWebhook('Slack'),
  teams_webhook: givenWebhook('Teams'),
  ...switches
}
const FeedbackRuleValues = Type.Object(settable)
export type FeedbackRuleValues = Static<typeof FeedbackRuleValues>

/** The values of a rule that does not name them. */
export const FEEDBACK_RULE_DEFAULTS = {
  repo_filter: null,
  post_pr_comment: true,
  slack_webhook: null,
  teams_webhook: null,
  include_log_link: true,
  include_diff_preview: false,
  enabled: true
} satisfies Omit<FeedbackRuleValues, 'name' | 'event_type'>

const installationId = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description:
    "The host's id of the installation. May be left out if `repo_filter` is the name of a known repository, or names one owner that has one installation."
})

export const FeedbackRuleBody = closed(
  {
    ...Type.Partial(Type.Omit(FeedbackRuleValues, ['name', 'event_type'])).properties,
    name: settable.name,
    event_type: settable.event_type,
    installation_id: Type.Optional(installationId)
  },
  {
    $id: 'FeedbackRuleBody',
    description: 'A new rule. Left out, it comments on pull requests of all repositories of the installation.'
  }
)
export type FeedbackRuleBody = Static<typeof FeedbackRuleBody>

export const FeedbackRulePatch = closed(Type.Partial(FeedbackRuleValues).properties, {
  $id: 'FeedbackRulePatch',
  minProperties: 1,
  description: 'The fields of a rule that are to change. A webhook that is left out stays as it is.'
})
export type FeedbackRulePatch = Static<typeof FeedbackRulePatch>

const params = Type.Object({
  id: Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Id of the rule.',
    examples: [1]
  })
})
const noRule = ref(ErrorBody, { description: 'Rule not found.' })

export const listFeedbackRules = operation({
  operationId: 'listFeedbackRules',
  codes: ['invalid_cursor'],
  summary: 'List feedback rules, by event and name',
  description: 'Each rule says which event is told where. Addresses of webhooks are never shown.',
  querystring: closed({
    ...pagingQuery(),
    ...cursorQuery,
    event_type: Type.Optional(oneOf(FEEDBACK_EVENTS, { description: 'Only rules for this event.' })),
    enabled: Type.Optional(Type.Boolean({ description: 'Only rules that are in force, or are not.' })),
    installation_id: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Only rules of this installation.'
      })
    )
  }),
  response: { 200: paged(ref(FeedbackRule), 'The rules of the page.') }
})
export type FeedbackRuleQuery = Partial<Static<typeof listFeedbackRules.querystring>>

export const createFeedbackRule = operation({
  operationId: 'createFeedbackRule',
  codes: ['installation_not_found', 'feedback_rule_not_found', 'too_many_feedback_rules'],
  summary: 'Create a feedback rule',
  description:
    'A rule hears of the repositories of its installation alone. A job sends messages to Slack and Teams, three times at most.',
  headers: GovernedHeaders,
  body: ref(FeedbackRuleBody),
  response: {
    201: ref(FeedbackRule),
    404: ref(ErrorBody, { description: 'Installation not found.' }),
    409: ref(ErrorBody, { description: `The installation has ${MOST_RULES} rules.` })
  }
})

export const updateFeedbackRule = operation({
  operationId: 'updateFeedbackRule',
  codes: ['feedback_rule_not_found'],
  summary: 'Change a feedback rule',
  description: 'A message that waits goes to the webhook that the rule has when it is sent.',
  params,
  headers: GovernedHeaders,
  body: ref(FeedbackRulePatch),
  response: { 200: ref(FeedbackRule), 404: noRule }
})

export const FeedbackRuleDeleted = closed(
  { deleted: Type.Boolean({ description: 'Always true.' }) },
  { $id: 'FeedbackRuleDeleted', description: 'The rule is deleted.' }
)

export const deleteFeedbackRule = operation({
  operationId: 'deleteFeedbackRule',
  codes: ['feedback_rule_not_found'],
  summary: 'Delete a feedback rule, with the record of its deliveries',
  description: 'A message that is on its way may still arrive.',
  params,
  headers: GovernedHeaders,
  response: { 200: ref(FeedbackRuleDeleted), 404: noRule }
})

export const schemas = [
  FeedbackRule,
  FeedbackDelivery,
  FeedbackRuleBody,
  FeedbackRulePatch,
  FeedbackRuleDeleted
]
