// What a proposed file would change, tried on what has been decided.
import { type Static, Type } from '@sinclair/typebox'
import {
  closed,
  count,
  noRepository,
  nullable,
  oneOf,
  operation,
  ref,
  repoFilter,
  timestamp
} from './common.js'
import { ConfigFinding, ConfigRisk, LONGEST_FILE, RISK_SEVERITIES } from './config-check.js'
import { Condition, DECISION_SOURCES, DECISIONS, TARGET_TYPES } from './decisions.js'
import { Pillar } from './pillars.js'
import { ServiceConfig } from './service-config.js'

export const PREVIEW_DAYS = 14
export const MOST_PREVIEW_DAYS = 90
export const PREVIEW_EVENTS = 50
const MOST_EVENTS = 200

/** The last two: it cannot be said without a model; it cannot be said at all. */
export const SIMULATED = [
  'would_act',
  'would_skip',
  'would_block',
  'dry_run',
  'would_require_ai',
  'unsupported'
] as const
export type SimulatedWord = (typeof SIMULATED)[number]

export const IMPACTS = [
  'more_permissive',
  'more_restrictive',
  'unchanged',
  'new_dry_run',
  'removes_dry_run',
  'unsupported'
] as const
export type Impact = (typeof IMPACTS)[number]

const time = (description: string) => Type.Optional(Type.String({ maxLength: 40, description }))

export const PreviewBody = closed(
  {
    repo: repoFilter('The repository whose file it is to be.'),
    yaml: Type.String({ maxLength: LONGEST_FILE, description: 'The text of the proposed file.' }),
    from: time(`Decisions from this date or date-time on; ${PREVIEW_DAYS} days before \`to\` unless given.`),
    to: time(
      `Until this date-time, or the end of this date; now unless given. ${MOST_PREVIEW_DAYS} days after \`from\` at most.`
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MOST_EVENTS,
        description: `How many decisions at most, the newest first; ${PREVIEW_EVENTS} unless given.`
      })
    )
  },
  { $id: 'PreviewBody', description: 'A proposed file, and which decisions to try it on.' }
)
export type PreviewBody = Static<typeof PreviewBody>

const PreviewScope = closed(
  {
    repo: Type.String({ description: 'Full name of the repository.', examples: ['octo-org/hello-world'] }),
    from: timestamp('The beginning of the time that was looked at.'),
    to: timestamp('Its end.'),
    limit: Type.Integer({ description: 'How many decisions at most.' }),
    truncated: Type.Boolean({ description: 'Whether there were more decisions than that.' })
  },
  { $id: 'PreviewScope', description: 'Which decisions were looked at.' }
)
export type PreviewScope = Static<typeof PreviewScope>

export const ConfigPolicy = closed(
  {
    enabled_pillars: Type.Array(Pillar, { description: 'What works.' }),
    dry_run: Type.Boolean({ description: 'Whether it is only noted what would be done.' }),
    is_readable: Type.Boolean({
      description:
        'False while a file that may forbid something cannot be read, or is not valid: nothing is done then.'
    }),
    risky_settings: Type.Array(ref(ConfigRisk), { description: 'What to think about twice.' }),
    warnings: Type.Array(ConfigFinding, {
      description:
        'What the file says without effect: keys that are not known, that the organisation has locked, or that the API has set.'
    })
  },
  {
    $id: 'ConfigPolicy',
    description: 'What a configuration lets the service do, all layers and locks considered.'
  }
)
export type ConfigPolicy = Static<typeof ConfigPolicy>

const event = {
  event_id: Type.Integer({ description: 'Id of the decision that was recorded then.' }),
  event_type: Type.String({ description: 'What gave rise to it.', examples: ['issues.opened'] }),
  source: oneOf(DECISION_SOURCES, { description: 'Which part of the service decided.' }),
  pillar: nullable(Type.String(), { description: 'The pillar that it belongs to.' }),
  target_type: oneOf(TARGET_TYPES, { description: 'What it was about.' }),
  target_number: nullable(Type.Integer(), { description: 'Number of the issue or pull request.' }),
  target_branch: nullable(Type.String(), { description: 'Name of the branch.' }),
  decided_at: timestamp('When it was decided.'),
  original_decision: oneOf(DECISIONS, { description: 'What was decided then.' })
}
export type PreviewedEvent = { [Key in keyof typeof event]: Static<(typeof event)[Key]> }

const reason = (description: string) => nullable(Type.String(), { description })

const SimulatedEvent = closed(
  {
    ...event,
    simulated_decision: oneOf(SIMULATED, {
      description:
        'What would be decided. `would_require_ai`: a model would have to be asked. `unsupported`: it cannot be decided again.'
    }),
    would_do: Type.Array(Type.String(), {
      description:
        'The actions that came of it then, where it would act or is a dry run; empty where none did.',
      examples: [['add-label bug']]
    }),
    reason: reason('Why, in words.'),
    conditions: Type.Array(ref(Condition), { description: 'What would be checked, in order.' })
  },
  { $id: 'SimulatedEvent', description: 'A decision as it would be under the proposed file.' }
)
export type SimulatedEvent = Static<typeof SimulatedEvent>

const considered = { events_considered: count('How many decisions were looked at.') }

export const Simulation = closed(
  {
    scope: ref(PreviewScope),
    policy: ref(ConfigPolicy),
    normalized_config: ref(ServiceConfig, {
      description: 'What would hold, all layers and locks considered; what looks like a secret is taken out.'
    }),
    summary: closed(
      {
        ...considered,
        would_act: count('How many would act.'),
        would_skip: count('How many would leave it alone.'),
        would_block: count('How many would not be allowed to, or could not be decided.'),
        dry_run: count('How many would only say what they would do.'),
        would_require_ai: count('How many a model would have to be asked about.'),
        unsupported: count('How many cannot be decided again.')
      },
      { description: 'How many of each kind.' }
    ),
    results: Type.Array(ref(SimulatedEvent), { description: 'The newest first.' })
  },
  { $id: 'Simulation', description: 'What recorded decisions would be under a proposed file.' }
)
export type Simulation = Static<typeof Simulation>

const ImpactedEvent = closed(
  {
    ...event,
    current_decision: oneOf(SIMULATED, { description: 'What would be decided under what holds now.' }),
    proposed_decision: oneOf(SIMULATED, { description: 'What would be decided under the proposed file.' }),
    impact: oneOf(IMPACTS, { description: 'What the proposed file changes about it.' }),
    current_reason: reason('Why, under what holds now.'),
    proposed_reason: reason('Why, under the proposed file.')
  },
  { $id: 'ImpactedEvent', description: 'A decision under both configurations.' }
)
export type ImpactedEvent = Static<typeof ImpactedEvent>

const risks = (description: string) => Type.Array(ref(ConfigRisk), { description })

export const ConfigChanges = closed(
  {
    changed_keys: Type.Array(Type.String(), {
      description: 'JSON pointers to what would have another value; 100 at most.'
    }),
    changed_count: count('How many those are in all.'),
    dry_run: closed(
      {
        from: Type.Boolean({ description: 'Whether it is a dry run now.' }),
        to: Type.Boolean({ description: 'Whether it would be one.' }),
        risk: nullable(oneOf(RISK_SEVERITIES, { description: 'How grave.' }), {
          description:
            'The gravest of what a dry run no longer keeps from happening; null where it does not end.'
        })
      },
      { description: 'What becomes of the dry run.' }
    ),
    pillars_enabled: Type.Array(Pillar, { description: 'What would be switched on.' }),
    pillars_disabled: Type.Array(Pillar, { description: 'What would be switched off.' }),
    risks_added: risks('Risks that are new.'),
    risks_removed: risks('Risks that are no more.'),
    warnings_added: Type.Array(ConfigFinding, { description: 'Warnings that are new.' }),
    warnings_removed: Type.Array(ConfigFinding, { description: 'Warnings that are no more.' })
  },
  { $id: 'ConfigChanges', description: 'In what two configurations differ.' }
)
export type ConfigChanges = Static<typeof ConfigChanges>

export const ConfigImpact = closed(
  {
    scope: ref(PreviewScope),
    current: ref(ConfigPolicy),
    proposed: ref(ConfigPolicy),
    changes: ref(ConfigChanges),
    simulation_impact: closed(
      {
        ...considered,
        newly_would_act: count('How many would act, and would not now.'),
        newly_would_skip: count('How many would be left alone, and would not be now.'),
        newly_would_block: count('How many would be blocked, and would not be now.'),
        newly_dry_run: count('How many would become a dry run.'),
        unchanged: count('How many would be the same.'),
        unsupported: count('How many cannot be decided again, or not without a model.')
      },
      { description: 'How many of each kind; each decision is counted once.' }
    ),
    results: Type.Array(ref(ImpactedEvent), { description: 'The newest first.' })
  },
  { $id: 'ConfigImpact', description: 'What holds now, compared with a proposed file.' }
)
export type ConfigImpact = Static<typeof ConfigImpact>

const ON_WHAT =
  'Nothing is stored, and nobody is asked: the proposed file takes the place of the one that was read last, and all ' +
  'other layers and locks stay. Recorded inputs are decided upon again; what was measured then (limits, risks, figures, ' +
  'waivers) stays as it was. A file that is not valid is 400, and `details` says where.'

export const simulateConfig = operation({
  operationId: 'simulateConfig',
  summary: 'Try a proposed file on what has been decided',
  description: ON_WHAT,
  body: ref(PreviewBody),
  response: { 200: ref(Simulation), 404: noRepository }
})

export const compareConfig = operation({
  operationId: 'compareConfig',
  summary: 'Compare what holds with a proposed file',
  description: ON_WHAT,
  body: ref(PreviewBody),
  response: { 200: ref(ConfigImpact), 404: noRepository }
})

export const schemas = [
  PreviewBody,
  PreviewScope,
  ConfigPolicy,
  SimulatedEvent,
  Simulation,
  ImpactedEvent,
  ConfigChanges,
  ConfigImpact
]
