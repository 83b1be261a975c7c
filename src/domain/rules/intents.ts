// What the steps of a rule mean as actions on the host.
import type { ActionIntent } from '#schemas/actions/arguments.js'
import type { RuleStep } from '#schemas/configuration/service-config.js'
import { PRIORITIES } from '#schemas/mirror/issues.js'

interface RuleStepContext {
  /** Of the rule. */
  name: string
  /** The commit of a pull request that was judged. */
  headSha: string | null
}

/** Nothing where a step does nothing on the host. */
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

function priorityIntent(wanted: string | undefined): ActionIntent | undefined {
  const priority = PRIORITIES.find((one) => one === wanted)
  return priority && { actionType: 'set-priority', arguments: { priority } }
}

/**
 * What tells one effect of a rule from another. A comment on what happened to a thing is said once for each thing, and
 * in answer to somebody's comment each time; everything else is done again with each delivery.
 */
export function ruleEffectKey(
  { action }: RuleStep,
  { rule, index, event, deliveryId }: { rule: string; index: number; event: string; deliveryId: string }
): { actionKey: string; isOnce: boolean } {
  const isSaidOnce = action === 'add-comment' && event !== 'issue_comment'
  const occasion = isSaidOnce ? 'comment' : `delivery:${deliveryId}`
  return { actionKey: `${occasion}:rule:${rule}:${index}`, isOnce: true }
}
