// What is asked before anything of a repository is read or a model is asked.
import { textsAt, valueAt } from '../json-path.js'
import { triggerVerdict } from '../triggers.js'
import { atMost, demand, fixing, type Guard, isTrue, nothing, numberAt } from './demand.js'

const configIsReadable: Guard = (inputs) =>
  demand({
    check: 'config_readable',
    holds: isTrue(inputs, 'is_readable'),
    error: 'config_unreadable',
    reason: 'The configuration cannot be read.'
  })

const pillarIsEnabled: Guard = (_, config) =>
  demand({
    check: 'pillar_enabled(issue_fix)',
    holds: fixing(config, 'enabled') === true,
    error: 'pillar_disabled',
    reason: 'The pillar issue_fix is off.',
    decision: 'skipped'
  })

const issueIsOpen: Guard = (inputs) =>
  demand({
    check: 'issue_open',
    holds: isTrue(inputs, 'issue', 'is_open'),
    error: 'issue_closed',
    reason: 'The issue is not open.',
    decision: 'skipped'
  })

const authorIsNoBot: Guard = (inputs) =>
  demand({
    check: 'author_is_person',
    holds: !isTrue(inputs, 'issue', 'is_bot'),
    error: 'author_is_bot',
    reason: 'A bot wrote the issue.',
    decision: 'skipped'
  })

const labelAllows: Guard = (inputs, config) => {
  const allowed = new Set(textsAt(fixing(config), 'allowed_labels').map((one) => one.toLowerCase()))
  const label = textsAt(inputs, 'issue', 'labels').find((one) => allowed.has(one.toLowerCase()))
  return demand({
    check: 'allowed_labels',
    holds: label !== undefined,
    detail: label ?? 'none of them',
    error: 'label_missing',
    reason: `The issue has none of the labels that allow it: ${[...allowed].join(', ') || 'there is none'}.`
  })
}

const attemptsOfIssue: Guard = (inputs, config) =>
  demand({
    check: 'per_issue_limit',
    ...atMost(config, 'per_issue_limit', numberAt(inputs, 'attempts', 'of_issue') + 1),
    error: 'issue_limit',
    reason: 'The issue has had as many changes proposed as it may have.'
  })

const attemptsOfRepository: Guard = (inputs, config) =>
  demand({
    check: 'daily_limit',
    ...atMost(config, 'daily_limit', numberAt(inputs, 'attempts', 'of_repository') + 1),
    error: 'daily_limit',
    reason: 'The repository has had as many attempts in 24 hours as it may have.'
  })

const triggersPass: Guard = (inputs, config) => {
  const triggers = fixing(config, 'triggers')
  const author = valueAt(inputs, 'issue', 'author')
  const branch = valueAt(inputs, 'issue', 'base_branch')
  const { passes, reason } = triggerVerdict(
    { branches: textsAt(triggers, 'branches'), ignore_authors: textsAt(triggers, 'ignore_authors') },
    {
      branch: typeof branch === 'string' ? branch : undefined,
      author: typeof author === 'string' || author === null ? author : undefined,
      files: null
    }
  )
  return demand({
    check: 'trigger_filter(issue_fix)',
    holds: passes,
    detail: reason,
    error: 'trigger_filtered',
    reason,
    decision: 'skipped'
  })
}

const noWaiver: Guard = (inputs) => {
  const id = valueAt(inputs, 'waiver', 'id')
  if (id === undefined) return nothing
  const condition = { check: `waiver_active(${id})`, result: true }
  const plan = { next: 'rejected', error: 'waived' } as const
  return { condition, stop: { decision: 'skipped', reason: `Waiver ${id} holds for it.`, plan } }
}

const hasModel: Guard = (inputs) =>
  demand({
    check: 'model_configured',
    holds: isTrue(inputs, 'has_model'),
    error: 'no_model',
    reason: 'A fix needs a language model, and none is configured (MODEL_PROVIDER).',
    decision: 'skipped'
  })

export const BEFORE: readonly Guard[] = [
  configIsReadable,
  pillarIsEnabled,
  issueIsOpen,
  authorIsNoBot,
  labelAllows,
  attemptsOfIssue,
  attemptsOfRepository,
  triggersPass,
  noWaiver,
  hasModel
]

/** What people can still say of an issue while a change of it is on its way. */
export const OF_ISSUE: readonly Guard[] = [issueIsOpen, authorIsNoBot, labelAllows, triggersPass]
