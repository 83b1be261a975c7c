// Manual requests: to retry healing a run, or to heal a run that was skipped.

import { type Static, Type } from '@sinclair/typebox'
import { closed, oneOf, operation, ref } from '../common.js'
import { enumeration } from '../enumeration.js'
import { ErrorBody } from '../errors.js'
import { HEAL_WISHES } from './enums.js'

const RunParams = Type.Object({
  runId: Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Id of the run in this service.',
    examples: [1]
  })
})

const requested = {
  message: Type.String({ description: 'What happens next, in words.' }),
  run_id: Type.Integer({ description: 'Id of the run in this service.' }),
  host_run_id: Type.Integer({ description: 'Id of the run on the host.' }),
  heal_status: oneOf(enumeration('RequestedHealStatus', ['pending', 'attempted']), {
    description: 'Heal status of the run: `attempted` if an attempt is already in progress.'
  }),
  attempt_id: Type.Integer({ description: 'The attempt.' }),
  job_id: Type.String({ description: 'The job that executes it.' })
}

export const HealRequested = closed(requested, {
  $id: 'HealRequested',
  description: 'The attempt that was requested, or that is in progress.'
})
export type HealRequested = Static<typeof HealRequested>

export const ManualHealRequested = closed(
  {
    ...requested,
    strategy: oneOf(HEAL_WISHES, { description: 'What was asked for.' })
  },
  { $id: 'ManualHealRequested', description: 'A requested attempt.' }
)
export type ManualHealRequested = Static<typeof ManualHealRequested>

export const RetryBody = closed(
  {
    reason: Type.Optional(Type.String({ maxLength: 500, description: 'Why.' })),
    force: Type.Optional(
      Type.Boolean({
        description: 'True: ignore the daily limit of attempts per branch. No other guard is skipped.'
      })
    )
  },
  { $id: 'RetryBody', description: 'Options of the retry.' }
)
export type RetryBody = Static<typeof RetryBody>

export const HealBody = closed(
  {
    strategy: Type.Optional(
      oneOf(HEAL_WISHES, { description: 'What to do; default `auto`: what the diagnosis recommends.' })
    ),
    dry_run: Type.Optional(Type.Boolean({ description: 'True: change nothing on the host.' }))
  },
  { $id: 'HealBody', description: 'Options of the attempt.' }
)
export type HealBody = Static<typeof HealBody>

const unknown = ref(ErrorBody, { description: 'Run not found.' })

export const retryHeal = operation({
  operationId: 'retryHeal',
  codes: ['repo_not_found', 'run_not_found'],
  summary: 'Retry healing a run',
  description:
    'Accepted for any run: if a guard blocks the attempt, it ends as `skipped` with the reason. If an attempt is ' +
    'already in progress, the reply names it and no new one is started.',
  params: RunParams,
  body: Type.Union([ref(RetryBody), Type.Null()], { description: 'Optional.' }),
  response: { 202: ref(HealRequested), 404: unknown }
})

export const healRun = operation({
  operationId: 'healRun',
  codes: [
    'repo_not_found',
    'run_not_found',
    'pillar_disabled',
    'waived',
    'attempt_open',
    'run_not_failed',
    'already_healed',
    'host_unavailable'
  ],
  summary: 'Heal a failed run',
  description:
    'A job does the work; the attempt says how it ended. A run that is healed already, or that has not failed, is refused.',
  params: RunParams,
  body: Type.Union([ref(HealBody), Type.Null()], { description: 'Optional.' }),
  response: {
    202: ref(ManualHealRequested),
    404: unknown,
    409: ref(ErrorBody, {
      description:
        'An attempt is in progress (`attempt_open`), the run has not failed (`run_not_failed`) or is already healed ' +
        '(`already_healed`), healing is disabled (`pillar_disabled`), or a waiver applies (`waived`).'
    })
  }
})

export const schemas = [HealRequested, ManualHealRequested, RetryBody, HealBody]
