// The configuration of a repository: every key with its default, its bounds and its meaning, said once. Defaults,
// validation, resolution and the reference page all come from here.
import { type Static, Type } from '@sinclair/typebox'
import { closed, oneOf } from './common.js'
import { byName, flag, type KeySchema, LONGEST_ITEM, LONGEST_TEXT, section, whole } from './config-keys.js'
import { GateCondition, MOST_CONDITIONS } from './gate-conditions.js'
import { pillarSections } from './pillar-settings.js'

export const LONGEST_EXPRESSION = 2_000
const MOST_STEPS = 20

/** What a rule of the user's own can do. */
export const RULE_ACTIONS = [
  'add-label',
  'remove-label',
  'add-comment',
  'approve',
  'request-review',
  'set-priority',
  'skip'
] as const
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
      byName(Type.String({ maxLength: LONGEST_TEXT }), {
        description: 'With what: `label`, `comment`, `user`, `team` or `priority`.'
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
      description: 'What is done where the condition holds, in this order.'
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
    block_on_fail: Type.Optional(
      Type.Boolean({ description: 'Whether a failure blocks; true unless given.' })
    )
  },
  { description: 'A quality gate.' }
)
export type GateConfig = Static<typeof GateConfig>

const settings = section(
  {
    dry_run: flag(false, 'Whether the service only decides and notes what it would do, and changes nothing.'),
    release_close_fixed_issues: flag(
      false,
      'Whether a release closes the issues that were fixed by pull requests of the service.'
    ),
    allow_auto_approve: flag(false, 'Whether a custom rule may approve a pull request.')
  },
  'What holds for all pillars.'
)

const expressions = byName(
  Type.Union([Expression, byName(Expression, { description: 'Conditions under one name.' })]),
  { default: {}, description: 'Conditions by name, single or in groups, for use in rules.' }
)

export const ServiceConfig = Type.Object(
  {
    version: whole(1, { minimum: 1, maximum: 1 }, 'Of the format.'),
    pillars: section(pillarSections, 'What the service does, pillar by pillar.'),
    settings,
    expressions,
    custom_rules: byName(CustomRuleConfig, {
      default: {},
      description:
        'Rules of the repository by name, in this order: where the condition of one holds for an event, its steps are done.'
    }),
    quality_gates: byName(GateConfig, {
      default: {},
      description: 'Quality gates by name; a gate of the same name that was made by the API goes before.'
    })
  },
  {
    $id: 'ServiceConfig',
    additionalProperties: true,
    description:
      'The configuration of a repository, complete. Pillars and keys that are not known stay in it.'
  }
)
export type ServiceConfig = Static<typeof ServiceConfig>

/** The same, for whoever walks through its keys. */
export const configKeys: KeySchema = ServiceConfig
