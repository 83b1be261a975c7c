// Reports on triage: backlog, failures and accuracy.

import { type Static, Type } from '@sinclair/typebox'
import {
  closed,
  count,
  nullable,
  oneOf,
  operation,
  paged,
  pagingQuery,
  ratio,
  ref,
  repoFilter,
  timestamp
} from '../common.js'
import { enumeration, orAll } from '../enumeration.js'
import { ErrorBody } from '../errors.js'
import { TRIAGE_TYPES } from '../mirror/issues.js'
import { FAILURE_STATES, TRIAGE_TARGETS } from './enums.js'

export const TriageStatus = closed(
  {
    status: oneOf(enumeration('TriageHealth', ['healthy', 'degraded']), {
      description: '`degraded` while triage failures are open.'
    }),
    waiting: count('Queued jobs, including retries.'),
    active: count('Jobs in progress.'),
    failed_count: count('Number of open triage failures.'),
    oldest_failure_at: nullable(timestamp('When the oldest of these was given up.')),
    model: Type.String({ description: 'Version of the bundled model.' }),
    judged: closed(
      {
        issues: count('Classified issues, once per version of their content.'),
        sure: count('Classifications with high confidence.'),
        pull_requests: count('Classified pull requests.'),
        heard: count('Classified issues that people later labelled.'),
        right: count('Classifications that the labels confirmed.')
      },
      { description: 'Totals over all repositories.' }
    )
  },
  { $id: 'TriageStatus', description: 'Status of triage.' }
)
export type TriageStatus = Static<typeof TriageStatus>

const jobId = Type.String({ format: 'uuid', description: 'Id of the job that failed for good.' })

export const TriageFailure = closed(
  {
    job_id: jobId,
    repo: Type.String({ description: 'Full name of the repository.', examples: ['octo-org/hello-world'] }),
    target_type: oneOf(TRIAGE_TARGETS, { description: 'What it is about.' }),
    target_number: Type.Integer({ description: 'Number of the issue or pull request.' }),
    trigger_event: Type.String({ description: 'What triggered it.', examples: ['issues.opened'] }),
    error: nullable(Type.String(), {
      description: 'Why its last attempt failed; null if no worker finished an attempt.'
    }),
    attempts: count('How often it was tried.'),
    state: oneOf(FAILURE_STATES, {
      description:
        '`open`: not classified since; `retried`: a retry was requested; `resolved`: a later event succeeded.'
    }),
    retry_job_id: nullable(Type.String({ format: 'uuid' }), { description: 'The job that retries it.' }),
    retry_reason: nullable(Type.String(), { description: 'Why the retry was requested.' }),
    retried_by: nullable(Type.String(), { description: 'Who requested it.' }),
    ended_at: nullable(timestamp('When it was retried or resolved.')),
    failed_at: timestamp('When it failed for good.')
  },
  { $id: 'TriageFailure', description: 'A failed classification.' }
)
export type TriageFailure = Static<typeof TriageFailure>

const noneHeard = (description: string) => nullable(ratio(`${description}; null without labels.`))

export const TriageLabelQuality = closed(
  {
    label: oneOf(TRIAGE_TYPES, { description: 'The type.' }),
    judged: count('Issues classified as this type.'),
    sure: count('Those classified with high confidence.'),
    coverage: nullable(ratio('sure / judged; null without classifications.')),
    heard: count('Those that people labelled with a type.'),
    right: count('Those whose label confirms this type.'),
    precision: noneHeard('Precision of high-confidence classifications that people labelled'),
    accuracy: noneHeard('Precision of all classifications that people labelled'),
    calibration_error: noneHeard('Expected calibration error over ten bins, weighted by size')
  },
  { $id: 'TriageLabelQuality', description: 'Accuracy for one type.' }
)
export type TriageLabelQuality = Static<typeof TriageLabelQuality>

export const TriageQuality = closed(
  {
    repo: Type.String({ description: 'Full name of the repository.', examples: ['octo-org/hello-world'] }),
    lessons: count('Labelled issues that its own model has learnt from.'),
    model_version: count('How often that model has changed.'),
    learnt_at: timestamp('When it last changed.'),
    labels: Type.Array(ref(TriageLabelQuality), { description: 'The types that occur there.' })
  },
  { $id: 'TriageQuality', description: 'Accuracy for one repository.' }
)
export type TriageQuality = Static<typeof TriageQuality>

export const TriageRetryBody = closed(
  {
    reason: Type.Optional(
      Type.String({ minLength: 1, maxLength: 500, description: 'Why; kept beside the failure.' })
    )
  },
  { $id: 'TriageRetryBody', description: 'Why to retry.' }
)

export const getTriageStatus = operation({
  operationId: 'getTriageStatus',
  summary: 'Get triage status',
  description: 'What has been classified, what waits, and what failed.',
  response: { 200: ref(TriageStatus) }
})

export const listTriageFailures = operation({
  operationId: 'listTriageFailures',
  codes: ['invalid_cursor'],
  summary: 'List triage failures, newest first',
  description: 'Each is an issue or a pull request that could not be classified after all tries.',
  querystring: closed({
    ...pagingQuery(),
    repo: Type.Optional(repoFilter('Only this repository, as `owner/name`.')),
    state: Type.Optional(oneOf(orAll(FAILURE_STATES), { default: 'all', description: 'Filter by state.' }))
  }),
  response: { 200: paged(ref(TriageFailure), 'The failures of the page.') }
})
export type TriageFailureQuery = Static<typeof listTriageFailures.querystring>

export const retryTriageFailure = operation({
  operationId: 'retryTriageFailure',
  codes: ['invalid_state'],
  summary: 'Retry a triage failure',
  description: 'The issue or pull request is classified again by a job. Only an open failure can be retried.',
  params: Type.Object({
    job_id: Type.String({
      format: 'uuid',
      description: 'Id of the job that failed for good.',
      examples: ['6f1f3a52-5a0b-4c53-9d2c-0f6f3f7d1c11']
    })
  }),
  body: Type.Union([ref(TriageRetryBody), Type.Null()], { description: 'Optional.' }),
  response: {
    202: closed(
      {
        message: Type.String({ description: 'What happens next.' }),
        job_id: Type.String({ format: 'uuid', description: 'The job that retries it.' })
      },
      { description: 'The retry is queued.' }
    ),
    409: ref(ErrorBody, { description: 'It is already being retried, or was resolved (`invalid_state`).' })
  }
})

export const getTriageQuality = operation({
  operationId: 'getTriageQuality',
  codes: ['repo_not_found'],
  summary: 'Get classification accuracy by repository and type',
  description: 'Measured by what people did with the labels: kept, changed or refused.',
  querystring: closed({
    ...pagingQuery(),
    repo: Type.Optional(repoFilter('Only this repository, as `owner/name`.'))
  }),
  response: { 200: paged(ref(TriageQuality), 'The repositories of the page, by name.') }
})

export const schemas = [TriageStatus, TriageFailure, TriageLabelQuality, TriageQuality, TriageRetryBody]
