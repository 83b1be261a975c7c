// How triage is doing: what waits, what could not be judged, and how good the judgements have turned out to be.
import { type Static, Type } from '@sinclair/typebox'
import {
  closed,
  count,
  noRepository,
  nullable,
  oneOf,
  operation,
  paged,
  pagingQuery,
  ratio,
  ref,
  repoFilter,
  timestamp
} from './common.js'
import { TRIAGE_TYPES } from './issues.js'
import { FAILURE_STATES, TRIAGE_TARGETS } from './triage-words.js'

export const TriageStatus = closed(
  {
    status: oneOf(['healthy', 'degraded'], {
      description: '`degraded` while something could not be judged.'
    }),
    waiting: count('Jobs that wait to be begun, those that are to be tried again included.'),
    active: count('Jobs that are under way.'),
    failed_count: count('What was given up, and has not been judged since.'),
    oldest_failure_at: nullable(timestamp('When the oldest of these was given up.')),
    model: Type.String({ description: 'Version of the model that ships.' }),
    judged: closed(
      {
        issues: count('Judgements of issues, one for each content that one of them had.'),
        sure: count('Those of them that were sure.'),
        pull_requests: count('Judgements of pull requests.'),
        heard: count(
          'Judgements of issues of which people have said since, by labels, whether they are right.'
        ),
        right: count('Those of these that were.')
      },
      { description: 'What was judged in all repositories so far.' }
    )
  },
  { $id: 'TriageStatus', description: 'How triage is doing.' }
)
export type TriageStatus = Static<typeof TriageStatus>

const jobId = Type.String({ format: 'uuid', description: 'Id of the job that was given up.' })

export const TriageFailure = closed(
  {
    job_id: jobId,
    repo: Type.String({ description: 'Full name of the repository.', examples: ['octo-org/hello-world'] }),
    target_type: oneOf(TRIAGE_TARGETS, { description: 'What it is about.' }),
    target_number: Type.Integer({ description: 'Number of the issue or pull request.' }),
    trigger_event: Type.String({ description: 'What gave rise to it.', examples: ['issues.opened'] }),
    error: nullable(Type.String(), {
      description: 'Why its last attempt failed; null where no worker came to an end with it.'
    }),
    attempts: count('How often it was tried.'),
    state: oneOf(FAILURE_STATES, {
      description:
        '`open`: nobody has judged it since; `retried`: it was asked for again; `resolved`: a later event did.'
    }),
    retry_job_id: nullable(Type.String({ format: 'uuid' }), { description: 'The job that tries it again.' }),
    retry_reason: nullable(Type.String(), { description: 'Why it was asked for again.' }),
    retried_by: nullable(Type.String(), { description: 'Who asked for it.' }),
    ended_at: nullable(timestamp('When it ceased to be open.')),
    failed_at: timestamp('When it was given up.')
  },
  { $id: 'TriageFailure', description: 'Something that could not be judged.' }
)
export type TriageFailure = Static<typeof TriageFailure>

const noneHeard = (description: string) => nullable(ratio(`${description}; null where nobody has.`))

export const TriageLabelQuality = closed(
  {
    label: oneOf(TRIAGE_TYPES, { description: 'The kind that it is about.' }),
    judged: count('Issues that were taken for this kind.'),
    sure: count('Those of them of which it was sure.'),
    coverage: ratio('sure / judged; 0 without judgements.'),
    heard: count('Those of which people have said, by labels, of which kind they are.'),
    right: count('Those of these that are of this kind.'),
    precision: noneHeard('Of the sure ones of which people have spoken, the share that is right'),
    accuracy: noneHeard('The same of all of them, guesses included'),
    calibration_error: noneHeard(
      'How far probabilities are from what turned out, on average over ten bins, each weighed by its size'
    )
  },
  { $id: 'TriageLabelQuality', description: 'How good judgements of one kind have turned out to be.' }
)
export type TriageLabelQuality = Static<typeof TriageLabelQuality>

export const TriageQuality = closed(
  {
    repo: Type.String({ description: 'Full name of the repository.', examples: ['octo-org/hello-world'] }),
    lessons: count('Issues whose labels its own model has learnt from and still keeps.'),
    model_version: count('How often that model has changed.'),
    learnt_at: timestamp('When it last changed.'),
    labels: Type.Array(ref(TriageLabelQuality), { description: 'The kinds that were told there.' })
  },
  { $id: 'TriageQuality', description: 'How good the judgements of one repository have turned out to be.' }
)
export type TriageQuality = Static<typeof TriageQuality>

export const TriageRetryBody = closed(
  {
    reason: Type.Optional(
      Type.String({ minLength: 1, maxLength: 500, description: 'Why; kept beside the failure.' })
    )
  },
  { $id: 'TriageRetryBody', description: 'Why something is to be judged after all.' }
)

export const triageStatus = operation({
  operationId: 'triageStatus',
  summary: 'How triage is doing',
  response: { 200: ref(TriageStatus) }
})

export const listTriageFailures = operation({
  operationId: 'listTriageFailures',
  summary: 'List what could not be judged, the latest first',
  querystring: Type.Object({
    ...pagingQuery(),
    repo: Type.Optional(repoFilter('Only this repository, as `owner/name`.')),
    state: Type.Optional(
      oneOf([...FAILURE_STATES, 'all'], { description: 'Only these; `all` is the default.' })
    )
  }),
  response: { 200: paged(ref(TriageFailure), 'The failures of the page.') }
})
export type TriageFailureQuery = Static<typeof listTriageFailures.querystring>

export const retryTriageFailure = operation({
  operationId: 'retryTriageFailure',
  summary: 'Try again to judge what was given up',
  params: Type.Object({
    job_id: Type.String({
      format: 'uuid',
      description: 'Id of the job that was given up.',
      examples: ['6f1f3a52-5a0b-4c53-9d2c-0f6f3f7d1c11']
    })
  }),
  body: Type.Union([ref(TriageRetryBody), Type.Null()], { description: 'May be left out.' }),
  response: {
    202: closed(
      {
        message: Type.String({ description: 'What happens now.' }),
        job_id: Type.String({ format: 'uuid', description: 'The job that tries it again.' })
      },
      { description: 'It is tried again.' }
    )
  }
})

export const triageQuality = operation({
  operationId: 'triageQuality',
  summary: 'How good judgements have turned out to be, by repository and kind',
  querystring: Type.Object({
    ...pagingQuery(),
    repo: Type.Optional(repoFilter('Only this repository, as `owner/name`.'))
  }),
  response: { 200: paged(ref(TriageQuality), 'The repositories of the page, by name.'), 404: noRepository }
})

export const schemas = [TriageStatus, TriageFailure, TriageLabelQuality, TriageQuality, TriageRetryBody]
