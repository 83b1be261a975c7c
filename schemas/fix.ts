// Attempts to fix issues: what was asked for, what was found out, what was proposed, and what came of that.
import { type Static, Type } from '@sinclair/typebox'
import { CONFIDENCES } from './ci.js'
import {
  closed,
  cursorQuery,
  ErrorBody,
  noRepository,
  nullable,
  oneOf,
  operation,
  paged,
  pagingQuery,
  RepoParams,
  ref,
  timestamp
} from './common.js'
import { COMPLEXITIES, FIX_ERRORS, FIX_STATUSES } from './fix-words.js'
import { RISK_LEVELS } from './heal-words.js'

const MOST_NUMBER = 2_147_483_647

const text = (description: string) => nullable(Type.String(), { description })

const repo = Type.String({ description: 'Full name of the repository.', examples: ['octo-org/hello-world'] })
const issueNumber = Type.Integer({ description: 'Number of the issue.' })

const attemptFields = {
  id: Type.Integer({ description: 'Id of the attempt.' }),
  repo,
  issue_number: issueNumber,
  attempt: Type.Integer({ minimum: 1, description: 'Which attempt at this issue it is.' }),
  branch_name: Type.String({ description: 'The branch of the change.', examples: ['service/fix-7'] }),
  pr_number: nullable(Type.Integer(), { description: 'Number of the pull request.' }),
  pr_url: text('Where the pull request is.'),
  status: oneOf(FIX_STATUSES, { description: 'How far it got.' }),
  complexity: nullable(oneOf(COMPLEXITIES, { description: 'How hard the change is.' })),
  confidence: nullable(oneOf(CONFIDENCES, { description: 'How sure the service is of such a change.' })),
  risk_score: nullable(Type.Integer({ minimum: 0, maximum: 100, description: 'How risky the change is.' })),
  risk_level: nullable(oneOf(RISK_LEVELS, { description: 'The same as a word.' })),
  explanation: text('What is wrong, or why the change answers it, in words of the model.'),
  files_changed: Type.Array(Type.String(), { description: 'The files that the change is about.' }),
  lines_changed: nullable(Type.Integer(), { description: 'Lines added and removed.' }),
  error: nullable(oneOf(FIX_ERRORS, { description: 'Why it was rejected, or of what it failed.' })),
  reason: text('The same in words; of an attempt that is under way, what went wrong last.'),
  triggered_by: Type.String({ description: 'Who asked for it.', examples: ['api'] }),
  dry_run: Type.Boolean({ description: 'Whether nothing was to be changed on the host.' }),
  decision_id: nullable(Type.Integer(), { description: 'The decision that it came to.' }),
  action_id: nullable(Type.Integer(), { description: 'The action that opens the pull request.' }),
  released_at: nullable(timestamp('When a release was published that holds the change.')),
  release_tag: text('The tag of that release.'),
  created_at: timestamp('When it was asked for.'),
  started_at: nullable(timestamp('When the guards had let it pass.')),
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
    dry_run: Type.Optional(Type.Boolean({ description: 'True: nothing is changed on the host.' })),
    note: Type.Optional(
      Type.String({ maxLength: 1_000, description: 'Why it is asked for; kept with the decision.' })
    )
  },
  { $id: 'FixBody', description: 'How to fix.' }
)
export type FixBody = Static<typeof FixBody>

export const FixRequested = closed(
  {
    message: Type.String({ description: 'What happens next, in words.' }),
    status: oneOf(['pending'], { description: 'How the attempt stands.' }),
    attempt_id: Type.Integer({ description: 'The attempt.' }),
    job_id: Type.String({ description: 'The job that carries it out.' }),
    repo,
    issue_number: issueNumber
  },
  { $id: 'FixRequested', description: 'An attempt that was asked for.' }
)
export type FixRequested = Static<typeof FixRequested>

const { id, attempt, branch_name, triggered_by, dry_run, created_at, updated_at } = attemptFields

export const FixOfIssue = closed(
  {
    ...attemptFields,
    // Where there was no attempt, they are there all the same.
    ...{ id: nullable(id), attempt: nullable(attempt), branch_name: nullable(branch_name) },
    ...{ triggered_by: nullable(triggered_by), dry_run: nullable(dry_run) },
    ...{ created_at: nullable(created_at), updated_at: nullable(updated_at) },
    status: oneOf([...FIX_STATUSES, 'none'], {
      description: 'How the latest attempt stands; `none` where there was none.'
    }),
    attempts: Type.Array(ref(FixAttempt), { description: 'The attempts, the newest first; 100 at most.' })
  },
  { $id: 'FixOfIssue', description: 'The latest attempt at an issue, and all of them.' }
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
  summary: 'Have an issue fixed',
  description:
    'A language model looks for a small change, which the guards of the repository have to let pass; then it is proposed ' +
    'as a pull request. Whatever else stands in the way ends the attempt as `rejected`, and `error` says what it was.',
  params: IssueParams,
  body: Type.Union([ref(FixBody), Type.Null()], { description: 'May be left out.' }),
  response: {
    202: ref(FixRequested),
    404: ref(ErrorBody, { description: 'There is no such repository, or no such issue in it.' }),
    409: ref(ErrorBody, {
      description:
        'An attempt is under way (`attempt_open`), the pillar is off (`pillar_disabled`), a waiver holds (`waived`), the ' +
        'issue is closed (`issue_closed`) or a pull request (`is_pull_request`), or a limit is reached (`issue_limit`, ' +
        '`daily_limit`).'
    })
  }
})

export const fixOfIssue = operation({
  operationId: 'fixOfIssue',
  summary: 'Show the attempts to fix an issue',
  params: IssueParams,
  response: { 200: ref(FixOfIssue), 404: noRepository }
})

export const listFixes = operation({
  operationId: 'listFixes',
  summary: 'List the attempts to fix issues of a repository, the newest first',
  params: RepoParams,
  querystring: Type.Object({
    ...pagingQuery(),
    ...cursorQuery,
    status: Type.Optional(
      oneOf([...FIX_STATUSES, 'all'], {
        description: 'Only attempts that stand like this; `all` is the default.'
      })
    ),
    issue: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MOST_NUMBER,
        description: 'Only attempts at the issue of this number.'
      })
    )
  }),
  response: { 200: paged(ref(FixAttempt), 'The attempts of the page.'), 404: noRepository }
})
export type FixQuery = Partial<Static<typeof listFixes.querystring>>

export const schemas = [FixAttempt, FixBody, FixRequested, FixOfIssue]
