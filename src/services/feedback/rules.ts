// Feedback rules: created, changed and deleted by people.
import type { Deps, Tx } from '#deps.js'
import { findFilterFault } from '#domain/text/repository-filter.js'
import {
  feedbackInstallationUnclear,
  feedbackRuleNotFound,
  invalidFeedbackRule,
  noFeedbackChannel,
  tooManyFeedbackRules
} from '#errors/feedback.js'
import type { JsonObject } from '#schemas/common.js'
import { eventTypeOf } from '#schemas/feedback/enums.js'
import {
  FEEDBACK_RULE_DEFAULTS,
  type FeedbackRule,
  type FeedbackRuleBody,
  type FeedbackRulePatch,
  type FeedbackRuleValues,
  MOST_RULES
} from '#schemas/feedback/rules.js'
import {
  countFeedbackRules,
  deleteFeedbackRuleRow,
  type FeedbackRuleFields,
  type FeedbackRuleRow,
  feedbackRuleShown,
  insertFeedbackRule,
  lockFeedbackRule,
  lockFeedbackRules,
  updateFeedbackRule
} from '#store/feedback/rules.js'
import { type ActiveInstallation, activeInstallations } from '#store/mirror/installations.js'
import { type GovernedOutcome, govern, type Initiator } from '../maintenance/governance.js'
import { namedInstallation } from '../mirror/named-installation.js'
import { checkedWebhook, maskWebhook } from './webhooks.js'

export function createFeedbackRule(deps: Deps, by: Initiator, body: FeedbackRuleBody): Promise<FeedbackRule> {
  const target = { type: 'feedback_rule' as const, id: String(body?.name ?? '') }
  return govern(deps, { by, action: 'feedback_rule.create', target }, async () => {
    const { installation_id: given, ...values } = body
    // Cast: with the defaults and what every body names, no column is left out.
    const columns = columnsOf({ ...FEEDBACK_RULE_DEFAULTS, ...values }) as RuleColumns
    const installation = await namedInstallation(deps.db, { given, filter: columns.repoFilter })
    if (!installation) throw feedbackInstallationUnclear()
    const rule = { ...columns, installationId: installation.hostId }
    assertUseful(rule, installation)
    return async (tx) => {
      await lockFeedbackRules(tx, installation.hostId)
      if ((await countFeedbackRules(tx, installation.hostId)) >= MOST_RULES)
        throw tooManyFeedbackRules(MOST_RULES)
      const id = await insertFeedbackRule(tx, rule, deps.now())
      return outcomeOf(await shownRule(tx, id), { before: null, after: evidenceOf(rule) })
    }
  })
}

export interface FeedbackRuleChange {
  by: Initiator
  id: number
}

export function changeFeedbackRule(
  deps: Deps,
  { by, id }: FeedbackRuleChange,
  patch: FeedbackRulePatch
): Promise<FeedbackRule> {
  const target = { type: 'feedback_rule' as const, id: String(id) }
  return govern(deps, { by, action: 'feedback_rule.update', target }, async () => {
    const fields = columnsOf(patch)
    const installations = await activeInstallations(deps.db)
    return async (tx) => {
      const before = await lockedRule(tx, id)
      const after = { ...before, ...fields }
      assertUseful(
        after,
        installations.find(({ hostId }) => hostId === before.installationId)
      )
      await updateFeedbackRule(tx, id, fields, deps.now())
      return outcomeOf(await shownRule(tx, id), { before: evidenceOf(before), after: evidenceOf(after) })
    }
  })
}

export function deleteFeedbackRule(
  deps: Deps,
  { by, id }: FeedbackRuleChange
): Promise<{ deleted: boolean }> {
  const target = { type: 'feedback_rule' as const, id: String(id) }
  return govern(deps, { by, action: 'feedback_rule.delete', target }, async () => async (tx) => {
    const before = await lockedRule(tx, id)
    await deleteFeedbackRuleRow(tx, id)
    const payload = { before: evidenceOf(before), after: null, rule_id: id }
    return { reply: { deleted: true }, payload, evidence: auditOf('feedback_rule_deleted') }
  })
}

type RuleColumns = Omit<FeedbackRuleFields, 'installationId'>

/** The columns of each field of a request. */
const COLUMNS: {
  readonly [Field in keyof FeedbackRuleValues]: (value: FeedbackRuleValues[Field]) => Partial<RuleColumns>
} = {
  name: (name) => ({ name: name.trim() }),
  event_type: (name) => ({ eventType: eventTypeOf(name) }),
  repo_filter: (repoFilter) => ({ repoFilter }),
  post_pr_comment: (postPrComment) => ({ postPrComment }),
  slack_webhook: (given) => {
    const slackUrl = checkedWebhook('slack_webhook', given)
    return { slackUrl, slackWebhook: slackUrl && maskWebhook(slackUrl) }
  },
  teams_webhook: (given) => {
    const teamsUrl = checkedWebhook('teams_webhook', given)
    return { teamsUrl, teamsWebhook: teamsUrl && maskWebhook(teamsUrl) }
  },
  include_log_link: (includeLogLink) => ({ includeLogLink }),
  include_diff_preview: (includeDiffPreview) => ({ includeDiffPreview }),
  enabled: (enabled) => ({ enabled })
}

function columnsOf(values: FeedbackRulePatch): Partial<RuleColumns> {
  const parts = Object.entries(values).map(([field, value]) => {
    // Cast: the schema admits no other fields, and TypeScript cannot relate a field to its value.
    const columns = COLUMNS[field as keyof typeof COLUMNS] as (value: unknown) => Partial<RuleColumns>
    return columns(value)
  })
  return Object.assign({}, ...parts)
}

function assertUseful(rule: Omit<FeedbackRuleRow, 'id'>, installation: ActiveInstallation | undefined): void {
  const { name, repoFilter, postPrComment, slackWebhook, teamsWebhook } = rule
  if (name === '') throw invalidFeedbackRule('name', 'must not be blank')
  if (!postPrComment && slackWebhook === null && teamsWebhook === null) throw noFeedbackChannel()
  const fault = repoFilter === null ? undefined : findFilterFault(repoFilter, installation?.account ?? null)
  if (fault !== undefined) throw invalidFeedbackRule('repo_filter', fault)
}

async function lockedRule(tx: Tx, id: number): Promise<FeedbackRuleRow> {
  const row = await lockFeedbackRule(tx, id)
  if (!row) throw feedbackRuleNotFound(id)
  return row
}

async function shownRule(tx: Tx, id: number): Promise<FeedbackRule> {
  const shown = await feedbackRuleShown(tx, id)
  if (!shown) throw feedbackRuleNotFound(id)
  return shown
}

function outcomeOf(reply: FeedbackRule, payload: JsonObject): GovernedOutcome<FeedbackRule> {
  const word = payload['before'] === null ? 'feedback_rule_created' : 'feedback_rule_updated'
  return { reply, payload: { ...payload, rule_id: reply.id }, evidence: auditOf(word) }
}

const auditOf = (eventType: string) => ({ category: 'config_change' as const, eventType, repo: null })

/** Its webhooks as they are shown, and never as they are. */
const evidenceOf = (rule: Omit<FeedbackRuleRow, 'id'>): JsonObject => ({
  installation_id: rule.installationId,
  name: rule.name,
  event_type: rule.eventType,
  repo_filter: rule.repoFilter,
  post_pr_comment: rule.postPrComment,
  slack_webhook: rule.slackWebhook,
  teams_webhook: rule.teamsWebhook,
  include_log_link: rule.includeLogLink,
  include_diff_preview: rule.includeDiffPreview,
  enabled: rule.enabled
})
