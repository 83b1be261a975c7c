// Recommendations on a configuration: what to think about before it holds.
import { type Static, Type } from '@sinclair/typebox'
import {
  closed,
  count,
  type Json,
  noRepository,
  nullable,
  oneOf,
  operation,
  ref,
  repoFilter
} from './common.js'
import { LONGEST_FILE } from './config-check.js'

/** The gravest first. */
export const ADVICE_SEVERITIES = ['critical', 'warning', 'info'] as const
export const ADVICE_CATEGORIES = [
  'effects',
  'protection',
  'limits',
  'people',
  'consistency',
  'evidence'
] as const

export const ADVICE_IDS = [
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
] as const
export type AdviceId = (typeof ADVICE_IDS)[number]

/** What of the past tells something about a configuration. */
export const ADVICE_DAYS = 30

export const AdviceBody = closed(
  {
    yaml: Type.String({ maxLength: LONGEST_FILE, description: 'The text of the file.' }),
    repo: Type.Optional(
      repoFilter(
        'The repository whose file it is to be: its other layers, locks, gates, waivers and decisions are considered.'
      )
    )
  },
  { $id: 'AdviceBody', description: 'A file to give advice on.' }
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
    title: Type.String({ description: 'What is so, in a few words.' }),
    reason: Type.String({ description: 'Why that matters, and what can be done.' }),
    suggested_change: nullable(someJson('A part of `ServiceConfig` to lay over the file.'), {
      description: 'A part of `ServiceConfig` to lay over the file; null where it takes a decision.'
    }),
    evidence: someJson('What it was concluded from.')
  },
  { $id: 'Recommendation', description: 'A piece of advice.' }
)
export type Recommendation = Static<typeof Recommendation>

export const Advice = closed(
  {
    summary: closed(
      {
        critical: count('How many should be followed before it holds.'),
        warning: count('How many should be thought about.'),
        info: count('How many are good to know.')
      },
      { description: 'How many of each severity.' }
    ),
    recommendations: Type.Array(ref(Recommendation), { description: 'The gravest first; 100 at most.' })
  },
  { $id: 'Advice', description: 'What to think about before a configuration holds.' }
)
export type Advice = Static<typeof Advice>

export const adviseOnConfig = operation({
  operationId: 'adviseOnConfig',
  summary: 'Recommendations on a file',
  description:
    'Nothing is stored, and nobody is asked. Eleven fixed rules look at what would hold, and with `repo` also at what is ' +
    'known of that repository. A file that is not valid is 400, and `details` says where.',
  body: ref(AdviceBody),
  response: {
    200: ref(Advice),
    404: noRepository
  }
})

export const schemas = [AdviceBody, Recommendation, Advice]
