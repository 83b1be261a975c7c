// The configuration of a repository: every key with its default, bounds and description. Defaults, validation,
// resolution and the reference page derive from it.

import { type Static, Type } from '@sinclair/typebox'
import { closed, oneOf } from '../common.js'
import { enumeration } from '../enumeration.js'
import { LONGEST_EXPRESSION } from '../expressions/bounds.js'
import { Baseline } from './baseline.js'
import { GateCondition, MOST_CONDITIONS } from './gate-conditions.js'
import { flag, type KeySchema, keyedByName, LONGEST_ITEM, LONGEST_TEXT, section, whole } from './keys.js'
import { pillarSections } from './pillar-settings.js'

const MOST_STEPS = 20

/** The actions of custom rules. */
export const RULE_ACTIONS = enumeration('RuleActionType', [
  'add-label',
  'remove-label',
  'add-comment',
  'approve',
  'request-review',
  'set-priority',
  'skip'
])
export type RuleAction = (typeof RULE_ACTIONS)[number]

const Expression = Type.String({
  minLength: 1,
  maxLength: LONGEST_EXPRESSION,
  description: 'A condition in the language of rules.'
})

export const RuleStep = closed(
  {
    action: oneOf(RULE_ACTIONS, { description: 'What is done.' }),
    args: Type.Optional(
      keyedByName(Type.String({ maxLength: LONGEST_TEXT }), {
        description: 'Arguments: `label`, `comment`, `user`, `team` or `priority`.'
      })
    )
  },
  { description: 'One step of a rule.' }
)
export type RuleStep = Static<typeof RuleStep>

export const CustomRuleConfig = closed(
  {
    if: Expression,
    run: Type.Array(RuleStep, {
      minItems: 1,
      maxItems: MOST_STEPS,
      description: 'Steps to run if the condition matches, in order.'
    }),
    on: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: LONGEST_ITEM }), {
        minItems: 1,
        maxItems: MOST_STEPS,
        description: 'Events, such as `pull_request.labeled`, in place of the usual ones.'
      })
    )
  },
  { description: 'A rule of the repository.' }
)
export type CustomRuleConfig = Static<typeof CustomRuleConfig>

export const GateConfig = closed(
  {
    conditions: Type.Array(GateCondition, {
      minItems: 1,
      maxItems: MOST_CONDITIONS,
      description: 'All of them must hold.'
    }),
    block_on_fail: Type.Optional(Type.Boolean({ description: 'Whether a failure blocks; default true.' }))
  },
  { description: 'A quality gate.' }
)
export type GateConfig = Static<typeof GateConfig>

const settings = section(
  {
    dry_run: flag(false, 'Whether the service only records what it would do and changes nothing.'),
    release_close_fixed_issues: flag(
      false,
      'Whether a release closes the issues that were fixed by pull requests of the service.'
    ),
    allow_auto_approve: flag(false, 'Whether a custom rule may approve a pull request.')
  },
  'Settings for all pillars.'
)

const expressions = keyedByName(
  Type.Union([Expression, keyedByName(Expression, { description: 'Conditions under one name.' })]),
  { default: {}, description: 'Conditions by name, single or in groups, for use in rules.' }
)

export const ServiceConfig = Type.Object(
  {
    version: whole(1, { minimum: 1, maximum: 1 }, 'Version of the format.'),
    pillars: section(pillarSections, 'What the service does, pillar by pillar.'),
    settings,
    baseline: Baseline,
    expressions,
    custom_rules: keyedByName(CustomRuleConfig, {
      default: {},
      description:
        'Custom rules by name, in order: if the condition of a rule matches an event, its steps run.'
    }),
    quality_gates: keyedByName(GateConfig, {
      default: {},
      description:
        'Quality gates by name; a gate with the same name created through the API takes precedence.'
    })
  },
  {
    $id: 'ServiceConfig',
    additionalProperties: true,
    description: 'The complete configuration of a repository. Unknown pillars and keys are preserved.'
  }
)
export type ServiceConfig = Static<typeof ServiceConfig>

/** The same schema, typed for code that walks its keys. */
export const configKeys: KeySchema = ServiceConfig
