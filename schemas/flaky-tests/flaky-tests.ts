// Flaky tests: what is known of each test from its results, and which of them are quarantined.

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
  ratio,
  ref,
  repoFilter,
  timestamp
} from '../common.js'
import { orAll } from '../enumeration.js'
import { ErrorBody } from '../errors.js'
import { GovernedHeaders } from '../maintenance/governance.js'
import { FLAKY_STATUSES, REMEMBERED_RESULTS, TEST_STANDINGS } from './enums.js'

const whole = (description: string) => Type.Integer({ minimum: 0, description })

export const FailureRate = closed(
  {
    mean: ratio('How often it fails for other reasons than its code, as far as its results tell.'),
    lower: ratio('The rate is above this with a probability of 95 %.'),
    upper: ratio('The rate is below this with a probability of 95 %.')
  },
  { $id: 'FailureRate', description: 'How often a test fails without a cause in the code.' }
)

export const FlakyTest = closed(
  {
    id: Type.Integer({ description: 'Id of the test.' }),
    repo_id: Type.Integer({ description: "The host's id of the repository." }),
    repo_full_name: Type.String({ description: 'Full name of the repository.' }),
    owner: Type.String({ description: 'Owner of the repository.' }),
    repo_name: Type.String({ description: 'Name of the repository.' }),
    test_id: Type.String({
      description: 'Names the test within all repositories: a hash of repository, suite and name.',
      examples: ['5c2f7e0d9a41b3c8']
    }),
    test_suite: Type.String({ description: 'Suite, as its reports name it.' }),
    test_name: Type.String({ description: 'Name, as its reports name it.' }),
    status: oneOf(FLAKY_STATUSES, {
      description:
        '`quarantined`: the check `service/tests` and the merge queue ignore its failures. `dismissed`: it is never quarantined.'
    }),
    standing: oneOf(TEST_STANDINGS, {
      description:
        '`broken`: it has failed in every run since a commit, which is no flakiness. `undecided`: its results do not tell yet.'
    }),
    reasons: Type.Array(Type.String(), { description: 'What the standing rests on.' }),
    run_count: whole('Results that count: the latest 30 that were not skipped.'),
    pass_count: whole('How many of them passed.'),
    fail_count: whole('How many of them failed.'),
    flakiness_score: ratio('Share of failures among them.'),
    failure_pct: Type.Integer({ minimum: 0, maximum: 100, description: 'The same in percent, rounded.' }),
    failure_rate: nullable(ref(FailureRate), { description: 'Null before there is a result.' }),
    flip_count: whole('How often a pass followed a failure, or a failure a pass.'),
    same_commit_flips: whole('Commits on which it both passed and failed.'),
    first_bad_commit: nullable(Type.String(), { description: 'The commit since which a broken test fails.' }),
    last_error_class: nullable(Type.String(), { description: 'Class of its latest error.' }),
    last_error_message: nullable(Type.String(), { description: 'Message of its latest error.' }),
    last_failed_at: nullable(timestamp('When it failed last.')),
    quarantined: Type.Boolean({ description: 'Whether its failures are ignored.' }),
    quarantined_at: nullable(timestamp('Since when.')),
    quarantine_expires_at: nullable(
      timestamp('When the quarantine ends, whatever happens: until then somebody should mend the test.')
    ),
    quarantine_pr_number: nullable(Type.Integer(), {
      description: 'The pull request that adds it to `.service/quarantine.json`.'
    }),
    issue_number: nullable(Type.Integer(), { description: 'The issue that tracks it.' }),
    code_owners: Type.Array(Type.String(), {
      description: 'Who owns its file, according to the code owners of the repository.'
    }),
    relapse_count: whole('How often it was quarantined again.'),
    cost_minutes: Type.Number({
      minimum: 0,
      description: 'Minutes of CI runs that only flaky tests failed.'
    }),
    blocked_pulls: whole('Runs of pull requests that only flaky tests failed.'),
    graduated_at: nullable(timestamp('When it was found, or declared, stable again.')),
    dismissed_at: nullable(timestamp('When somebody said that it is not flaky.')),
    dismissed_by: nullable(Type.String(), { description: 'Who.' }),
    dismissed_reason: nullable(Type.String(), { description: 'Why.' }),
    first_seen_at: timestamp('When its first result was read.'),
    last_seen_at: timestamp('When its latest result was produced.'),
    recent_results: Type.Optional(
      Type.Array(oneOf(REMEMBERED_RESULTS, { description: 'How it ended.' }), {
        description: 'The results that count, the latest last; only in lists that are asked for `history`.'
      })
    )
  },
  { $id: 'FlakyTest', description: 'A test, with what its results say.' }
)
export type FlakyTest = Static<typeof FlakyTest>

const filters = {
  quarantined: Type.Optional(Type.Boolean({ description: 'Only tests that are, or are not, quarantined.' })),
  quarantine_ends_within_days: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 365,
      description: 'Only quarantined tests whose quarantine ends within so many days.'
    })
  ),
  min_score: Type.Optional(
    Type.Number({ minimum: 0, maximum: 1, description: 'Only tests with at least this score.' })
  ),
  status: Type.Optional(
    oneOf(orAll(FLAKY_STATUSES), { default: 'all', description: 'Only tests of this status.' })
  ),
  history: Type.Optional(
    Type.Boolean({ default: false, description: 'Whether each test comes with its latest results.' })
  )
}

export const listFlakyTests = operation({
  operationId: 'listFlakyTests',
  codes: ['invalid_cursor', 'repo_not_found'],
  summary: 'List tests of all repositories, the flakiest first',
  description: 'Tests without a result in 90 days are left out.',
  querystring: closed({
    ...pagingQuery(),
    ...cursorQuery,
    ...filters,
    repo: Type.Optional(repoFilter('Only tests of this repository.'))
  }),
  response: { 200: paged(ref(FlakyTest), 'The tests of the page.') }
})
export type FlakyTestQuery = Partial<Static<typeof listFlakyTests.querystring>>

export const listRepoFlakyTests = operation({
  operationId: 'listRepoFlakyTests',
  codes: ['invalid_cursor', 'repo_not_found'],
  summary: 'List tests of a repository, the flakiest first',
  description: 'Tests without a result in 90 days are left out.',
  params: RepoParams,
  querystring: closed({ ...pagingQuery(), ...cursorQuery, ...filters }),
  response: { 200: paged(ref(FlakyTest), 'The tests of the page.') }
})

export const TestParams = Type.Object({
  id: Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Id of the test.',
    examples: [1]
  })
})
const noTest = ref(ErrorBody, { description: 'Test not found.' })

export const TestGraduationBody = closed(
  {
    reopen: Type.Optional(
      Type.Boolean({ description: '`true` tracks a dismissed test again; default false.' })
    )
  },
  { $id: 'TestGraduationBody', description: 'Whether a dismissed test is meant.' }
)
export type TestGraduationBody = Static<typeof TestGraduationBody>

export const TestGraduated = closed(
  {
    graduated: Type.Literal(true, { description: 'It counts as stable.' }),
    test: Type.String({ description: 'Name of the test.' })
  },
  { $id: 'TestGraduated', description: 'A test that was declared stable.' }
)

export type TestGraduated = Static<typeof TestGraduated>

export const graduateFlakyTest = operation({
  operationId: 'graduateFlakyTest',
  codes: ['repo_not_found', 'test_dismissed'],
  summary: 'Declare a test stable again',
  description:
    'It leaves the quarantine, and only results from then on count. It is quarantined again if these say so.',
  params: TestParams,
  headers: GovernedHeaders,
  body: Type.Union([ref(TestGraduationBody), Type.Null()], { description: 'Optional.' }),
  response: {
    200: ref(TestGraduated),
    404: noTest,
    409: ref(ErrorBody, { description: 'The test was dismissed, and the request does not reopen it.' })
  }
})

export const TestDismissalBody = closed(
  { reason: Type.Optional(Type.String({ minLength: 1, maxLength: 500, description: 'Why.' })) },
  { $id: 'TestDismissalBody', description: 'Why a test is not flaky.' }
)
export type TestDismissalBody = Static<typeof TestDismissalBody>

export const TestDismissed = closed(
  { dismissed: Type.Literal(true, { description: 'It is never quarantined until somebody graduates it.' }) },
  { $id: 'TestDismissed', description: 'A test that is not flaky.' }
)

export type TestDismissed = Static<typeof TestDismissed>

export const dismissFlakyTest = operation({
  operationId: 'dismissFlakyTest',
  codes: ['repo_not_found'],
  summary: 'Say that a test is not flaky',
  description:
    'It leaves the quarantine, and never enters it again until somebody graduates it with `reopen`.',
  params: TestParams,
  headers: GovernedHeaders,
  body: Type.Union([ref(TestDismissalBody), Type.Null()], { description: 'Optional.' }),
  response: { 200: ref(TestDismissed), 404: noTest }
})

export const schemas = [
  FailureRate,
  FlakyTest,
  TestGraduationBody,
  TestGraduated,
  TestDismissalBody,
  TestDismissed
]
