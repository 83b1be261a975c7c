// Validates custom rules and named expressions when the configuration is read, before any event arrives.

import type { CustomRuleConfig, RuleAction, RuleStep } from '#schemas/configuration/service-config.js'
import { PRIORITIES } from '#schemas/mirror/issues.js'
import { RuleError } from '../expressions/error.js'
import { RULE_EVENTS } from '../expressions/events.js'
import { parseRule } from '../expressions/parse.js'
import type { NamedExpressions } from '../expressions/run.js'
import { pointerTo } from './pointer.js'

export interface RuleFinding {
  /** A JSON pointer into the configuration. */
  path: string
  message: string
}

/** Faults of `custom_rules` and `expressions`; their types are already checked. */
export function findCustomRuleFaults(
  rules: Readonly<Record<string, Partial<CustomRuleConfig>>>,
  expressions: NamedExpressions
): RuleFinding[] {
  return [
    ...Object.entries(expressions).flatMap(([name, member]) =>
      findExpressionFaults(pointer('', 'expressions', name), member)
    ),
    ...Object.entries(rules).flatMap(([name, rule]) => validateRule(pointer('', 'custom_rules', name), rule))
  ]
}

/** The fault of a condition, or undefined if it parses. */
function findConditionFault(text: string): string | undefined {
  try {
    parseRule(text)
    return undefined
  } catch (error) {
    if (error instanceof RuleError) return error.message
    throw error
  }
}

function pointer(base: string, ...parts: (string | number)[]): string {
  return base + pointerTo(parts.map(String))
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/
const RESERVED_WORDS = new Set(['and', 'or', 'not', 'true', 'false'])

function findExpressionFaults(
  path: string,
  member: string | Readonly<Record<string, string>>
): RuleFinding[] {
  const fault = typeof member === 'string' ? findConditionFault(member) : undefined
  const within =
    typeof member === 'string'
      ? []
      : Object.entries(member).flatMap(([name, text]) => findExpressionFaults(pointer(path, name), text))
  return [...findNameFaults(path), ...(fault === undefined ? [] : [{ path, message: fault }]), ...within]
}

/** A rule could not refer to an expression with another name. */
function findNameFaults(path: string): RuleFinding[] {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const isFine = NAME.test(name) && !RESERVED_WORDS.has(name)
  const message =
    'must be named with letters, digits and _, must not begin with a digit, and must not be a word of the rule language'
  return isFine ? [] : [{ path, message }]
}

function validateRule(path: string, rule: Partial<CustomRuleConfig>): RuleFinding[] {
  const fault = rule.if === undefined ? undefined : findConditionFault(rule.if)
  return [
    ...findRuleNameFaults(path),
    ...(fault === undefined ? [] : [{ path: pointer(path, 'if'), message: fault }]),
    ...(rule.run ?? []).flatMap((step, at) => findStepFaults(pointer(path, 'run', at), step)),
    ...(rule.on ?? []).flatMap((event, at) => findEventFaults(pointer(path, 'on', at), event))
  ]
}

/** JavaScript objects order integer keys before all others, which would reorder the rules. */
function findRuleNameFaults(path: string): RuleFinding[] {
  const isNumber = /\/\d+$/.test(path)
  return isNumber
    ? [{ path, message: 'must not be named with digits only, because rules are evaluated in their order' }]
    : []
}

function findEventFaults(path: string, event: string): RuleFinding[] {
  const [name = '', action = '', ...rest] = event.split('.')
  const isFine = RULE_EVENTS.some((known) => known === name) && /^[a-z_]+$/.test(action) && rest.length === 0
  return isFine
    ? []
    : [
        {
          path,
          message: `must be an event and its action, such as issues.opened; events are ${RULE_EVENTS.join(', ')}`
        }
      ]
}

/** The arguments of each action, of which it takes exactly one. */
const ARGUMENTS: Record<RuleAction, readonly string[]> = {
  'add-label': ['label'],
  'remove-label': ['label'],
  'add-comment': ['comment'],
  approve: [],
  'request-review': ['user', 'team'],
  'set-priority': ['priority'],
  skip: []
}

function findStepFaults(path: string, { action, args = {} }: RuleStep): RuleFinding[] {
  const allowed = ARGUMENTS[action]
  const argumentNames = Object.keys(args)
  const faults = argumentNames
    .filter((name) => !allowed.includes(name))
    .map((name) => ({ path: pointer(path, 'args', name), message: unknownArgument(action) }))
  if (faults.length > 0) return faults
  const [name, ...others] = argumentNames
  if (allowed.length === 0) return []
  if (name === undefined || others.length > 0)
    return [
      {
        path: pointer(path, 'args'),
        message: `must have exactly one argument, because ${action} takes ${allowed.join(' or ')}`
      }
    ]
  return findArgumentFaults(pointer(path, 'args', name), name, args[name] ?? '')
}

function unknownArgument(action: RuleAction): string {
  const allowed = ARGUMENTS[action]
  return `is not an argument of ${action}, which takes ${allowed.length === 0 ? 'no arguments' : allowed.join(' or ')}`
}

function findArgumentFaults(path: string, name: string, value: string): RuleFinding[] {
  if (value.trim() === '') return [{ path, message: 'must not be blank' }]
  const isPriority = name !== 'priority' || PRIORITIES.some((priority) => priority === value)
  return isPriority ? [] : [{ path, message: `must be one of ${PRIORITIES.join(', ')}` }]
}
