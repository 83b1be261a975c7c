// The forms that create a feedback rule and change one.
import { createFeedbackRule, listFeedbackRules, updateFeedbackRule } from '../../../../openapi/fields.js'
import { apiClient, callApi, type Schemas } from '../../kit/api.js'
import { ActionButton } from '../../kit/forms/action-button.js'
import type { Field, Fields } from '../../kit/forms/fields.js'
import type { FormValues } from '../../kit/forms/schema-form.js'

type Rule = Schemas['FeedbackRule']

/** Of the two names that some events have, the one that is stored. */
const storedNames = (field: Field): Field =>
  Object.assign({}, field, {
    enum: listFeedbackRules.event_type.enum,
    description: 'What it sends word of. The table on this page says when, and what it says.'
  })

const NEW_RULE: Fields = Object.assign({}, createFeedbackRule, {
  event_type: storedNames(createFeedbackRule.event_type)
})

const ORDER = [
  'name',
  'event_type',
  'repo_filter',
  'installation_id',
  'post_pr_comment',
  'slack_webhook',
  'remove_slack_webhook',
  'teams_webhook',
  'remove_teams_webhook',
  'include_log_link',
  'include_diff_preview',
  'enabled'
]

export function RuleCreation() {
  return (
    <ActionButton
      label="Create a rule"
      isPrimary
      explanation="Choose an event and where word of it goes: to the pull request, to Slack, to Teams, or to all of them."
      fields={NEW_RULE}
      only={ORDER}
      done="The rule was created."
      send={(values: FormValues) => {
        // Cast: the form demands what the document calls required.
        const body = values as Schemas['FeedbackRuleBody']
        return callApi(apiClient.POST('/api/phase2/feedback', { body }))
      }}
    />
  )
}

const removal = (description: string): Field => ({ type: 'boolean', description })

/** A webhook is a secret that is never shown: left empty it stays, so its removal is a field of its own. */
function fieldsFor({ slack_webhook, teams_webhook }: Rule): Fields {
  return Object.assign(
    {},
    updateFeedbackRule,
    { event_type: storedNames(updateFeedbackRule.event_type) },
    slack_webhook && {
      slack_webhook: kept(updateFeedbackRule.slack_webhook, slack_webhook),
      remove_slack_webhook: removal('Yes: nothing goes to Slack any more.')
    },
    teams_webhook && {
      teams_webhook: kept(updateFeedbackRule.teams_webhook, teams_webhook),
      remove_teams_webhook: removal('Yes: nothing goes to Teams any more.')
    }
  )
}

const kept = (field: Field, shown: string): Field =>
  Object.assign({}, field, { description: `Now ${shown}. Left empty, it stays.` })

function initialOf(rule: Rule): Record<string, string> {
  const { name, event_type, repo_filter } = rule
  return {
    name,
    event_type,
    repo_filter: repo_filter ?? '',
    post_pr_comment: String(rule.post_pr_comment),
    include_log_link: String(rule.include_log_link),
    include_diff_preview: String(rule.include_diff_preview),
    enabled: String(rule.enabled)
  }
}

export function RuleChange({ rule }: { rule: Rule }) {
  const params = { path: { id: rule.id } }
  return (
    <ActionButton
      label="Edit"
      about={rule.name}
      explanation="What changes holds from the next event on. A message that waits goes to the webhook that the rule has then."
      fields={fieldsFor(rule)}
      only={ORDER}
      initial={initialOf(rule)}
      done="The rule was changed."
      send={(values) =>
        callApi(apiClient.PUT('/api/phase2/feedback/{id}', { params, body: patchOf(values) }))
      }
    />
  )
}

function patchOf({ remove_slack_webhook, remove_teams_webhook, ...chosen }: FormValues) {
  const patch = Object.assign(
    { repo_filter: null },
    chosen,
    remove_slack_webhook === true && { slack_webhook: null },
    remove_teams_webhook === true && { teams_webhook: null }
  )
  // Cast: what is left of the form are the fields of the body.
  return patch as Schemas['FeedbackRulePatch']
}
