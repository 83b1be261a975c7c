// Recommendations on a configuration, before it takes effect.

import { type Static, Type } from '@sinclair/typebox'
import { closed, count, type Json, nullable, oneOf, operation, ref, repoFilter } from '../common.js'
import { enumeration } from '../enumeration.js'
import { proposedLayer } from './proposal.js'

/** Most severe first. */
export const ADVICE_SEVERITIES = enumeration('AdviceSeverity', ['critical', 'warning', 'info'])
export const ADVICE_CATEGORIES = enumeration('AdviceCategory', [
  'effects',
  'protection',
  'limits',
  'people',
  'consistency',
  'evidence'
])

export const ADVICE_IDS = enumeration('AdviceId', [
  'dry_run_first',
  'merge_without_checks',
  'protection_dropped',
  'patches_protected_branches',
  'confidence_lowered',
  'closes_early',
  'approval_mismatch',
  'no_effect',
  'limit_raised',
  'gate_never_evaluated',
  'dry_run_without_end'
])
export type AdviceId = (typeof ADVICE_IDS)[number]

/** How many past days the recommendations consider. */
export const ADVICE_DAYS = 30

export const AdviceBody = closed(
  {
    ...proposedLayer,
    repo: Type.Optional(
      repoFilter(
        'The repository that it is for; its other layers, locks, gates, waivers and decisions are considered.'
      )
    )
  },
  { $id: 'AdviceBody', description: 'The file or overrides to get recommendations for.' }
)
export type AdviceBody = Static<typeof AdviceBody>

const someJson = (description: string) =>
  Type.Unsafe<{ [key: string]: Json }>(Type.Object({}, { additionalProperties: true, description }))

const Recommendation = closed(
  {
    id: oneOf(ADVICE_IDS, { description: 'The rule that it comes from.' }),
    severity: oneOf(ADVICE_SEVERITIES, { description: 'How much it matters.' }),
    category: oneOf(ADVICE_CATEGORIES, { description: 'What it is about.' }),
    path: Type.String({ description: 'The key, as a JSON pointer.', examples: ['/settings/dry_run'] }),
    title: Type.String({ description: 'Title.' }),
    reason: Type.String({ description: 'Why it matters, and what to do.' }),
    suggested_change: nullable(someJson('A part of `ServiceConfig` to apply to the file.'), {
      description: 'A part of `ServiceConfig` to apply to the file; null if a person has to decide.'
    }),
    evidence: someJson('Evidence.')
  },
  { $id: 'Recommendation', description: 'A recommendation.' }
)
export type Recommendation = Static<typeof Recommendation>

export const Advice = closed(
  {
    summary: closed(
      {
        critical: count('How many to follow before the file is used.'),
        warning: count('How many to consider.'),
        info: count('How many are informational.')
      },
      { description: 'How many of each severity.' }
    ),
    recommendations: Type.Array(ref(Recommendation), { description: 'Most severe first; at most 100.' })
  },
  { $id: 'Advice', description: 'Recommendations for the configuration.' }
)
export type Advice = Static<typeof Advice>

export const adviseOnConfig = operation({
  operationId: 'adviseOnConfig',
  codes: ['invalid_config', 'repo_not_found'],
  summary: 'Get recommendations for a configuration',
  description:
    'Stores nothing and does not call the host. Eleven fixed rules examine the resulting configuration and, with ' +
    '`repo`, what is known of that repository. Returns 400 if it is invalid; `details` gives the place.',
  body: ref(AdviceBody),
  response: {
    200: ref(Advice)
  }
})

export const schemas = [AdviceBody, Recommendation, Advice]
