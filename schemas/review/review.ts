// Reviews of pull requests: what was found, and how to ask for one.
import { type Static, Type } from '@sinclair/typebox'
import {
  closed,
  count,
  cursorQuery,
  nullable,
  oneOf,
  operation,
  paged,
  pagingQuery,
  RepoParams,
  ratio,
  ref,
  repoFields,
  repoFilter,
  timestamp
} from '../common.js'
import { orAll } from '../enumeration.js'
import { ErrorBody, HOST_CODES } from '../errors.js'
import {
  CORRECTNESS,
  REVIEW_CONFIDENCES,
  REVIEW_STATUSES,
  REVIEW_TRIGGERS,
  REVIEW_VERDICTS
} from './enums.js'
import { IgnoredFinding, LeftOutFile, ReviewFinding } from './findings.js'

export const REVIEW_CHECK = 'service/ai-review'
const MOST_NUMBER = 2_147_483_647

const text = (description: string) => nullable(Type.String(), { description })
const hostId = (description: string) => nullable(Type.Integer(), { description })

export const PullRequestReview = closed(
  {
    id: Type.Integer({ description: 'Id of the review.' }),
    repo_id: Type.Integer({ description: "The host's id of the repository." }),
    ...repoFields,
    owner: Type.String({ description: 'Owner of its repository, as `repo_owner`.', examples: ['octo-org'] }),
    pr_number: Type.Integer({ description: 'Number of the pull request.' }),
    commit_sha: Type.String({ description: 'The head that was reviewed.' }),
    status: oneOf(REVIEW_STATUSES, { description: 'How far it is.' }),
    trigger: oneOf(REVIEW_TRIGGERS, { description: 'What asked for it.' }),
    verdict: nullable(oneOf(REVIEW_VERDICTS, { description: 'What it says of the change.' }), {
      description: 'What it says of the change; null while it is not complete.'
    }),
    confidence: nullable(oneOf(REVIEW_CONFIDENCES, { description: 'How sure the verdict is.' })),
    blocked: Type.Boolean({
      description: 'Whether its check fails, and so keeps the change from being merged.'
    }),
    summary: text('The result in words.'),
    reason: text('Why it was skipped or failed; null otherwise.'),
    finding_count: count('How many findings count.'),
    findings: Type.Optional(
      Type.Array(ref(ReviewFinding), { description: 'The findings, the gravest first.' })
    ),
    ignored_findings: Type.Array(ref(IgnoredFinding), {
      description: 'Findings that do not count, and why.'
    }),
    left_out: Type.Array(ref(LeftOutFile), { description: 'Changed files that were not read.' }),
    files_reviewed: count('Files that were read.'),
    lines_added: count('Lines that the change adds in them.'),
    lines_removed: count('Lines that it removes in them.'),
    tokens_used: nullable(Type.Integer({ minimum: 0 }), {
      description: 'Tokens of all passes of the language model; null if it was not asked.'
    }),
    overall_correctness: nullable(oneOf(CORRECTNESS, { description: 'What the language model concludes.' })),
    overall_confidence: nullable(ratio('How sure the language model is.')),
    overall_explanation: text('Why, in the words of the language model.'),
    review_engine: Type.String({
      description:
        'What reviewed: `rules`, or the model; with `+adversarial` if its findings were challenged.',
      examples: ['rules']
    }),
    duration_ms: nullable(Type.Integer({ minimum: 0 }), { description: 'How long it took.' }),
    host_review_id: hostId('Id of the review on the host.'),
    check_run_id: hostId('Id of the check run on the host.'),
    decision_id: hostId('Its decision.'),
    config_snapshot: Type.Object(
      {},
      { additionalProperties: true, description: 'The settings that it used.' }
    ),
    started_at: timestamp('When it was asked for.'),
    completed_at: nullable(timestamp('When it ended.'))
  },
  { $id: 'PullRequestReview', description: 'The review of a pull request at one commit.' }
)
export type PullRequestReview = Static<typeof PullRequestReview>

export const ReviewStarted = closed(
  {
    message: Type.String({ description: 'What happens next, in words.' }),
    started: Type.Literal(true, { description: 'The review is queued.' }),
    pr: Type.Integer({ description: 'Number of the pull request.' }),
    review_id: Type.Integer({ description: 'The review.' }),
    job_id: Type.String({ description: 'The job that does it.' })
  },
  { $id: 'ReviewStarted', description: 'A review that was asked for.' }
)
export type ReviewStarted = Static<typeof ReviewStarted>

const PullParams = Type.Object({
  ...RepoParams.properties,
  pr: Type.Integer({
    minimum: 1,
    maximum: MOST_NUMBER,
    description: 'Number of the pull request.',
    examples: [1]
  })
})

const pr = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: MOST_NUMBER,
    description: 'Only of pull requests with this number.'
  })
)

const include = Type.Optional(
  oneOf(['findings'], { description: '`findings`: with the findings of each review.' })
)

export const listReviews = operation({
  operationId: 'listReviews',
  codes: ['invalid_cursor', 'invalid_time'],
  summary: 'List completed reviews, newest first',
  description:
    'Reviews that have a verdict. Those of one repository, also unfinished ones, have a list of their own.',
  querystring: closed({
    ...pagingQuery(),
    ...cursorQuery,
    repo: Type.Optional(repoFilter('Only reviews in this repository.')),
    verdict: Type.Optional(
      oneOf(orAll(REVIEW_VERDICTS), { default: 'all', description: 'Only reviews with this verdict.' })
    ),
    pr,
    since: Type.Optional(
      Type.String({
        maxLength: 40,
        description: 'Only reviews that began since this date or date-time (UTC).',
        examples: ['2026-01-31']
      })
    ),
    include
  }),
  response: { 200: paged(ref(PullRequestReview), 'The reviews of the page.') }
})
/** A filter of the list. */
export type ReviewQuery = Omit<Partial<Static<typeof listReviews.querystring>>, 'since'> & { since?: Date }

export const listReviewsOfRepo = operation({
  operationId: 'listReviewsOfRepo',
  codes: ['invalid_cursor', 'repo_not_found'],
  summary: 'List all reviews of a repository, newest first',
  description: 'Also those that wait, run, were skipped or failed, each with its findings.',
  params: RepoParams,
  querystring: closed({ ...pagingQuery(), ...cursorQuery, pr }),
  response: {
    200: paged(ref(PullRequestReview), 'The reviews of the page.'),
    404: ref(ErrorBody, { description: 'The repository is not known.' })
  }
})

export const requestPullRequestReview = operation({
  operationId: 'requestPullRequestReview',
  codes: [
    'repo_not_found',
    'pull_request_not_found',
    'review_disabled',
    'pull_request_closed',
    ...HOST_CODES
  ],
  summary: 'Review a pull request now',
  description:
    'Reviews the present head of the pull request, also if that was reviewed before: the review of that commit is then made anew.',
  params: PullParams,
  response: {
    202: ref(ReviewStarted),
    409: ref(ErrorBody, {
      description:
        'Reviews are off in this repository (`review_disabled`), or the pull request is closed (`pull_request_closed`).'
    }),
    404: ref(ErrorBody, { description: 'The repository or the pull request is not known.' })
  }
})

export const schemas = [ReviewFinding, IgnoredFinding, LeftOutFile, PullRequestReview, ReviewStarted]
