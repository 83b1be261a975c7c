// Translates the steps of a rule into actions on the host.
import type { ActionIntent } from '#schemas/actions/arguments.js'
import type { RuleStep } from '#schemas/configuration/service-config.js'
import { PRIORITIES } from '#schemas/mirror/issues.js'

interface RuleStepContext {
  /** The name of the rule. */
  name: string
  /** The evaluated commit of a pull request. */
  headSha: string | null
}

/** Undefined if the step does nothing on the host. */
export function ruleStepIntent(
  { action, args = {} }: RuleStep,
  { name, headSha }: RuleStepContext
): ActionIntent | undefined {
  const { label = '', comment = '', user, team = '', priority } = args
  switch (action) {
    case 'add-label':
    case 'remove-label':
      return { actionType: action, arguments: { label } }
    case 'add-comment':
      return { actionType: action, arguments: { body: comment } }
    case 'request-review':
      return { actionType: action, arguments: user === undefined ? { team } : { user } }
    case 'set-priority':
      return priorityIntent(priority)
    case 'approve':
      if (headSha === null) return undefined
      return { actionType: action, arguments: { sha: headSha, body: `Approved by the rule ${name}.` } }
    case 'skip':
      return undefined
  }
}

function priorityIntent(value: string | undefined): ActionIntent | undefined {
  const priority = PRIORITIES.find((known) => known === value)
  return priority && { actionType: 'set-priority', arguments: { priority } }
}

/**
 * Identifies an effect of a rule. A comment about an issue or a pull request is posted once; a comment in reply to a
 * comment, and every other step, is repeated for each delivery.
 */
export function ruleEffectKey(
  { action }: RuleStep,
  { rule, index, event, deliveryId }: { rule: string; index: number; event: string; deliveryId: string }
): string {
  const isCommentOnItem = action === 'add-comment' && event !== 'issue_comment'
  const trigger = isCommentOnItem ? 'comment' : `delivery:${deliveryId}`
  return `${trigger}:rule:${rule}:${index}`
}
