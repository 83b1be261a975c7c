// Errors about feedback rules. None quotes a webhook, which is a secret.
import { invalidParameter, ServiceError } from './errors.js'

export const invalidFeedbackRule = (field: string, message: string): ServiceError =>
  invalidParameter(`/${field}`, message, 'invalid_field')

export const noFeedbackChannel = (): ServiceError =>
  invalidFeedbackRule(
    'post_pr_comment',
    'must be true unless slack_webhook or teams_webhook is given: otherwise nobody hears of anything'
  )

export const feedbackInstallationUnclear = (): ServiceError =>
  invalidFeedbackRule(
    'installation_id',
    'must be given, unless repo_filter is the name of a known repository or names an owner that has exactly one installation'
  )

export function feedbackRuleNotFound(id: number): ServiceError {
  return new ServiceError('not_found', `No feedback rule with the id ${id}.`, {
    code: 'feedback_rule_not_found'
  })
}

export function tooManyFeedbackRules(most: number): ServiceError {
  return new ServiceError(
    'conflict',
    `The installation has ${most} feedback rules, and no more are allowed. Delete one that is not needed.`,
    { code: 'too_many_feedback_rules' }
  )
}
