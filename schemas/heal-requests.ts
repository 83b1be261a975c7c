// What people ask of healing: to try a run again, or to heal one that was left alone.
import { type Static, Type } from '@sinclair/typebox'
import { closed, ErrorBody, oneOf, operation, ref } from './common.js'
import { HEAL_WISHES } from './heal-words.js'

const RunParams = Type.Object({
  runId: Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Id of the run within this service.',
    examples: [1]
  })
})

const requested = {
  message: Type.String({ description: 'What happens next, in words.' }),
  run_id: Type.Integer({ description: 'Id of the run within this service.' }),
  host_run_id: Type.Integer({ description: 'Id of the run on the host.' }),
  heal_status: oneOf(['pending', 'attempted'], {
    description: 'How the run stands: `attempted` where an attempt is under way already.'
  }),
  attempt_id: Type.Integer({ description: 'The attempt.' }),
  job_id: Type.String({ description: 'The job that carries it out.' })
}

export const HealRequested = closed(requested, {
  $id: 'HealRequested',
  description: 'An attempt that was asked for, or is under way.'
})
export type HealRequested = Static<typeof HealRequested>

export const ManualHealRequested = closed(
  {
    ...requested,
    strategy: oneOf(HEAL_WISHES, { description: 'What was asked for.' })
  },
  { $id: 'ManualHealRequested', description: 'An attempt that was asked for.' }
)
export type ManualHealRequested = Static<typeof ManualHealRequested>

export const RetryBody = closed(
  {
    reason: Type.Optional(Type.String({ maxLength: 500, description: 'Why.' })),
    force: Type.Optional(
      Type.Boolean({
        description:
          "True: also where the branch's attempts of the day are used up. No other guard is passed over."
      })
    )
  },
  { $id: 'RetryBody', description: 'How to try again.' }
)
export type RetryBody = Static<typeof RetryBody>

export const HealBody = closed(
  {
    strategy: Type.Optional(
      oneOf(HEAL_WISHES, { description: 'What to do; `auto`, what the diagnosis says, unless given.' })
    ),
    dry_run: Type.Optional(Type.Boolean({ description: 'True: nothing is changed on the host.' }))
  },
  { $id: 'HealBody', description: 'How to heal.' }
)
export type HealBody = Static<typeof HealBody>

const unknown = ref(ErrorBody, { description: 'There is no such run.' })

export const retryHeal = operation({
  operationId: 'retryHeal',
  summary: 'Try once more to heal a run',
  description:
    'Allowed for any run: what stands in the way ends the attempt as `skipped`, with the reason. While an attempt is ' +
    'under way, its ids are returned and no other is made.',
  params: RunParams,
  body: Type.Union([ref(RetryBody), Type.Null()], { description: 'May be left out.' }),
  response: { 202: ref(HealRequested), 404: unknown }
})

export const healRun = operation({
  operationId: 'healRun',
  summary: 'Heal a failed run',
  params: RunParams,
  body: Type.Union([ref(HealBody), Type.Null()], { description: 'May be left out.' }),
  response: {
    202: ref(ManualHealRequested),
    404: unknown,
    409: ref(ErrorBody, {
      description:
        'An attempt is under way (`attempt_open`), the run has not failed (`run_not_failed`) or is healed ' +
        '(`already_healed`), healing is off (`pillar_disabled`), or a waiver holds (`waived`).'
    })
  }
})

export const schemas = [HealRequested, ManualHealRequested, RetryBody, HealBody]
