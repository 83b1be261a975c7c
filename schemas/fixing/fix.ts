// Attempts to fix issues: requests, analyses, proposals and outcomes.

import { type Static, Type } from '@sinclair/typebox'
import {
  closed,
  cursorQuery,
  nullable,
  oneOf,
  operation,
  paged,
  pagingQuery,
  RepoParams,
  ref,
  timestamp
} from '../common.js'
import { enumeration, orAll } from '../enumeration.js'
import { ErrorBody } from '../errors.js'
import { RISK_LEVELS } from '../healing/enums.js'
import { DIAGNOSIS_CONFIDENCES } from '../mirror/ci.js'
import { COMPLEXITIES } from '../model/answers.js'
import { FIX_ERRORS, FIX_STATUSES } from './enums.js'

const MOST_NUMBER = 2_147_483_647

const text = (description: string) => nullable(Type.String(), { description })

const repo = Type.String({ description: 'Full name of the repository.', examples: ['octo-org/hello-world'] })
const issueNumber = Type.Integer({ description: 'Number of the issue.' })

const attemptFields = {
  id: Type.Integer({ description: 'Id of the attempt.' }),
  repo,
  issue_number: issueNumber,
  attempt: Type.Integer({ minimum: 1, description: 'Number of the attempt for this issue.' }),
  branch_name: Type.String({ description: 'The branch of the change.', examples: ['service/fix-7'] }),
  pr_number: nullable(Type.Integer(), { description: 'Number of the pull request.' }),
  pr_url: text('URL of the pull request.'),
  status: oneOf(FIX_STATUSES, { description: 'Status.' }),
  complexity: nullable(oneOf(COMPLEXITIES, { description: 'Complexity of the change.' })),
  confidence: nullable(oneOf(DIAGNOSIS_CONFIDENCES, { description: 'Confidence in the change.' })),
  risk_score: nullable(Type.Integer({ minimum: 0, maximum: 100, description: 'How risky the change is.' })),
  risk_level: nullable(oneOf(RISK_LEVELS, { description: 'The same as a word.' })),
  explanation: text("The model's explanation of the problem or the change."),
  files_changed: Type.Array(Type.String(), { description: 'The files that the change is about.' }),
  lines_changed: nullable(Type.Integer(), { description: 'Lines added and removed.' }),
  error: nullable(oneOf(FIX_ERRORS, { description: 'Why it was rejected, or why it failed.' })),
  reason: text('The reason as a sentence; for an attempt in progress, the last error.'),
  triggered_by: Type.String({ description: 'Who requested it.', examples: ['api'] }),
  dry_run: Type.Boolean({ description: 'Whether it was a dry run.' }),
  decision_id: nullable(Type.Integer(), { description: 'Its decision.' }),
  action_id: nullable(Type.Integer(), { description: 'The action that opens the pull request.' }),
  released_at: nullable(timestamp('When a release with the change was published.')),
  release_tag: text('The tag of that release.'),
  created_at: timestamp('When it was requested.'),
  started_at: nullable(timestamp('When it passed the guards.')),
  finished_at: nullable(timestamp('When it was submitted, rejected or failed.')),
  updated_at: timestamp('When it last changed.')
}

export const FixAttempt = closed(attemptFields, {
  $id: 'FixAttempt',
  description: 'One attempt to fix an issue.'
})
export type FixAttempt = Static<typeof FixAttempt>

export const FixBody = closed(
  {
    dry_run: Type.Optional(Type.Boolean({ description: 'True: change nothing on the host.' })),
    note: Type.Optional(
      Type.String({ maxLength: 1_000, description: 'Why it is requested; recorded with the decision.' })
    )
  },
  { $id: 'FixBody', description: 'Options of the attempt.' }
)
export type FixBody = Static<typeof FixBody>

export const FixRequested = closed(
  {
    message: Type.String({ description: 'What happens next, in words.' }),
    status: oneOf(['pending'], { description: 'Status of the attempt.' }),
    attempt_id: Type.Integer({ description: 'The attempt.' }),
    job_id: Type.String({ description: 'The job that executes it.' }),
    repo,
    issue_number: issueNumber
  },
  { $id: 'FixRequested', description: 'A requested attempt.' }
)
export type FixRequested = Static<typeof FixRequested>

const { id, attempt, branch_name, triggered_by, dry_run, created_at, updated_at } = attemptFields

export const FixOfIssue = closed(
  {
    ...attemptFields,
    // Null if there was no attempt.
    id: nullable(id),
    attempt: nullable(attempt),
    branch_name: nullable(branch_name),
    triggered_by: nullable(triggered_by),
    dry_run: nullable(dry_run),
    created_at: nullable(created_at),
    updated_at: nullable(updated_at),
    status: oneOf(enumeration('IssueFixStatus', [...FIX_STATUSES, 'none']), {
      description: 'Status of the latest attempt; `none` without attempts.'
    }),
    attempts: Type.Array(ref(FixAttempt), { description: 'The attempts, newest first; at most 100.' })
  },
  { $id: 'FixOfIssue', description: 'All fix attempts for the issue, and the state of the latest.' }
)
export type FixOfIssue = Static<typeof FixOfIssue>

const IssueParams = Type.Object({
  ...RepoParams.properties,
  number: Type.Integer({
    minimum: 1,
    maximum: MOST_NUMBER,
    description: 'Number of the issue.',
    examples: [1]
  })
})

export const requestFix = operation({
  operationId: 'requestFix',
  codes: [
    'repo_not_found',
    'issue_not_found',
    'pillar_disabled',
    'waived',
    'attempt_open',
    'issue_closed',
    'is_pull_request',
    'issue_limit',
    'daily_limit',
    'host_unavailable'
  ],
  summary: 'Start an automated fix for an issue',
  description:
    'A language model proposes a small change. If the change passes the guards of the repository, the service ' +
    'opens a pull request. Otherwise the attempt ends as `rejected` and `error` gives the reason.',
  params: IssueParams,
  body: Type.Union([ref(FixBody), Type.Null()], { description: 'Optional.' }),
  response: {
    202: ref(FixRequested),
    404: ref(ErrorBody, { description: 'Repository or issue not found.' }),
    409: ref(ErrorBody, {
      description:
        'An attempt is in progress (`attempt_open`), the pillar is disabled (`pillar_disabled`), a waiver applies ' +
        '(`waived`), the issue is closed (`issue_closed`) or is a pull request (`is_pull_request`), or a limit is ' +
        'reached (`issue_limit`, `daily_limit`).'
    })
  }
})

export const getIssueFix = operation({
  operationId: 'getIssueFix',
  codes: ['repo_not_found'],
  summary: 'Get the fix attempts for an issue',
  description: 'All attempts for this issue, and where they stand together.',
  params: IssueParams,
  response: { 200: ref(FixOfIssue) }
})

const FixPage = paged(ref(FixAttempt), 'The attempts of the page.')

export const listFixes = operation({
  operationId: 'listFixes',
  codes: ['invalid_cursor', 'repo_not_found'],
  summary: 'List fix attempts of a repository, newest first',
  description: 'Each attempt is one try at fixing an issue by a pull request.',
  params: RepoParams,
  querystring: closed({
    ...pagingQuery(),
    ...cursorQuery,
    status: Type.Optional(
      oneOf(orAll(FIX_STATUSES), {
        default: 'all',
        description: 'Only attempts with this status.'
      })
    ),
    issue: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MOST_NUMBER,
        description: 'Only attempts for the issue with this number.'
      })
    )
  }),
  response: {
    200: closed(
      { ...FixPage.properties, repo },
      { description: 'The repository and its fix attempts.', headers: FixPage['headers'] }
    )
  }
})
export type FixQuery = Partial<Static<typeof listFixes.querystring>>

export const schemas = [FixAttempt, FixBody, FixRequested, FixOfIssue]
