// Previews of a proposed configuration, evaluated on past decisions.

import { type Static, Type } from '@sinclair/typebox'
import { closed, count, nullable, oneOf, operation, ref, repoFilter, timestamp } from '../common.js'
import { ConfigFinding, ConfigPolicy, ConfigRisk, RISK_SEVERITIES } from '../configuration/check.js'
import { Pillar } from '../configuration/pillars.js'
import { ServiceConfig } from '../configuration/service-config.js'
import { Condition, DECISION_SOURCES, DECISIONS, TARGET_TYPES } from '../decisions/decisions.js'
import { enumeration } from '../enumeration.js'
import { proposedLayer } from './proposal.js'

export const PREVIEW_DAYS = 14
export const MOST_PREVIEW_DAYS = 90
export const PREVIEW_EVENTS = 50
const MOST_EVENTS = 200

/** The last two: not predictable without a model; not predictable at all. */
export const SIMULATED = enumeration('SimulatedDecision', [
  'would_act',
  'would_skip',
  'would_block',
  'dry_run',
  'would_require_ai',
  'unsupported'
])
export type SimulatedWord = (typeof SIMULATED)[number]

export const IMPACTS = enumeration('DecisionImpact', [
  'more_permissive',
  'more_restrictive',
  'unchanged',
  'new_dry_run',
  'removes_dry_run',
  'unsupported'
])
export type Impact = (typeof IMPACTS)[number]

const time = (description: string) => Type.Optional(Type.String({ maxLength: 40, description }))

export const PreviewBody = closed(
  {
    repo: repoFilter('The repository that it is for.'),
    ...proposedLayer,
    from: time(`Decisions from this date or date-time onward; default: ${PREVIEW_DAYS} days before \`to\`.`),
    to: time(
      `Until this date-time, or the end of this date; default: now. At most ${MOST_PREVIEW_DAYS} days after \`from\`.`
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MOST_EVENTS,
        description: `Maximum number of decisions, newest first; default ${PREVIEW_EVENTS}.`
      })
    )
  },
  { $id: 'PreviewBody', description: 'The proposed file or overrides, and the decisions to evaluate.' }
)
export type PreviewBody = Static<typeof PreviewBody>

const PreviewScope = closed(
  {
    repo: Type.String({ description: 'Full name of the repository.', examples: ['octo-org/hello-world'] }),
    from: timestamp('Start of the period.'),
    to: timestamp('End of the period.'),
    limit: Type.Integer({ description: 'How many decisions at most.' }),
    truncated: Type.Boolean({ description: 'Whether there were more decisions.' })
  },
  { $id: 'PreviewScope', description: 'The decisions that were evaluated.' }
)
export type PreviewScope = Static<typeof PreviewScope>

const event = {
  event_id: Type.Integer({ description: 'Id of the decision that was recorded then.' }),
  event_type: Type.String({ description: 'What triggered it.', examples: ['issues.opened'] }),
  source: oneOf(DECISION_SOURCES, { description: 'Which part of the service decided.' }),
  pillar: nullable(Type.String(), { description: 'The pillar that it belongs to.' }),
  target_type: oneOf(TARGET_TYPES, { description: 'What it was about.' }),
  target_number: nullable(Type.Integer(), { description: 'Number of the issue or pull request.' }),
  target_branch: nullable(Type.String(), { description: 'Name of the branch.' }),
  decided_at: timestamp('When it was decided.'),
  original_decision: oneOf(DECISIONS, { description: 'The recorded decision.' })
}
export type PreviewedEvent = { [Key in keyof typeof event]: Static<(typeof event)[Key]> }

const reason = (description: string) => nullable(Type.String(), { description })

const SimulatedEvent = closed(
  {
    ...event,
    simulated_decision: oneOf(SIMULATED, {
      description:
        'What would be decided. `would_require_ai`: needs a call to a model. `unsupported`: cannot be evaluated again.'
    }),
    would_do: Type.Array(Type.String(), {
      description: 'The original actions, if it would act or is a dry run; otherwise empty.',
      examples: [['add-label bug']]
    }),
    reason: reason('Reason.'),
    conditions: Type.Array(ref(Condition), { description: 'What would be checked, in order.' })
  },
  { $id: 'SimulatedEvent', description: 'A decision under the proposal.' }
)
export type SimulatedEvent = Static<typeof SimulatedEvent>

const considered = { events_considered: count('Number of decisions evaluated.') }

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
        would_skip: count('How many would skip.'),
        would_block: count('How many would be blocked or undecided.'),
        dry_run: count('How many would be a dry run.'),
        would_require_ai: count('How many need a call to a model.'),
        unsupported: count('How many cannot be evaluated again.')
      },
      { description: 'How many of each kind.' }
    ),
    results: Type.Array(ref(SimulatedEvent), { description: 'The newest first.' })
  },
  { $id: 'Simulation', description: 'Past decisions, evaluated under the proposal.' }
)
export type Simulation = Static<typeof Simulation>

const ImpactedEvent = closed(
  {
    ...event,
    current_decision: oneOf(SIMULATED, { description: 'The decision under the current configuration.' }),
    proposed_decision: oneOf(SIMULATED, { description: 'The decision under the proposal.' }),
    impact: oneOf(IMPACTS, { description: 'What the proposal changes about it.' }),
    current_reason: reason('Reason under the current configuration.'),
    proposed_reason: reason('Reason under the proposal.')
  },
  { $id: 'ImpactedEvent', description: 'A decision under both configurations.' }
)
export type ImpactedEvent = Static<typeof ImpactedEvent>

const risks = (description: string) => Type.Array(ref(ConfigRisk), { description })

export const ConfigChanges = closed(
  {
    changed_keys: Type.Array(Type.String(), {
      description: 'JSON pointers to the changed values; at most 100.'
    }),
    changed_count: count('Total number of changed values.'),
    dry_run: closed(
      {
        from: Type.Boolean({ description: 'Whether it is a dry run now.' }),
        to: Type.Boolean({ description: 'Whether it would be one.' }),
        risk: nullable(oneOf(RISK_SEVERITIES, { description: 'Severity.' }), {
          description:
            'The most severe risk that the dry run no longer prevents; null if the dry run does not end.'
        })
      },
      { description: 'Change of the dry run.' }
    ),
    pillars_enabled: Type.Array(Pillar, { description: 'What would be switched on.' }),
    pillars_disabled: Type.Array(Pillar, { description: 'What would be switched off.' }),
    risks_added: risks('Risks that are new.'),
    risks_removed: risks('Risks that are removed.'),
    warnings_added: Type.Array(ConfigFinding, { description: 'Warnings that are new.' }),
    warnings_removed: Type.Array(ConfigFinding, { description: 'Warnings that are removed.' })
  },
  { $id: 'ConfigChanges', description: 'Differences between the two configurations.' }
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
        newly_would_act: count('How many would newly act.'),
        newly_would_skip: count('How many would newly be skipped.'),
        newly_would_block: count('How many would newly be blocked.'),
        newly_dry_run: count('How many would become dry runs.'),
        unchanged: count('How many would not change.'),
        unsupported: count('How many cannot be evaluated again, or not without a model.')
      },
      { description: 'How many of each kind; each decision is counted once.' }
    ),
    results: Type.Array(ref(ImpactedEvent), { description: 'The newest first.' })
  },
  { $id: 'ConfigImpact', description: 'The current configuration compared with the proposal.' }
)
export type ConfigImpact = Static<typeof ConfigImpact>

const ON_WHAT =
  'Stores nothing and does not call the host. The proposed file replaces the last file that was read, or the proposed ' +
  'overrides replace all API overrides; the other layers and locks stay. The recorded inputs are evaluated again; what ' +
  'was measured at the time (limits, risks, metrics, waivers) stays as it was. Returns 400 if the proposal is invalid; ' +
  '`details` gives the place.'

export const simulateConfig = operation({
  operationId: 'simulateConfig',
  codes: ['invalid_time', 'invalid_config', 'repo_not_found'],
  summary: 'Simulate a proposed configuration against past decisions',
  description: ON_WHAT,
  body: ref(PreviewBody),
  response: { 200: ref(Simulation) }
})

export const compareConfig = operation({
  operationId: 'compareConfig',
  codes: ['invalid_time', 'invalid_config', 'repo_not_found'],
  summary: 'Compare the current configuration with a proposed one',
  description: ON_WHAT,
  body: ref(PreviewBody),
  response: { 200: ref(ConfigImpact) }
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
