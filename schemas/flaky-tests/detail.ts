// One test with its latest results and what the service did about it.

import { type Static, Type } from '@sinclair/typebox'
import { closed, nullable, oneOf, operation, ref, timestamp } from '../common.js'
import { DECISIONS } from '../decisions/decisions.js'
import { enumeration } from '../enumeration.js'
import { ErrorBody } from '../errors.js'
import { FlakyTest, TestParams } from './flaky-tests.js'

export const MOST_SHOWN_RESULTS = 60
/** Older runs of the repository are not looked through for the results of one test. */
export const MOST_SEARCHED_RUNS = 500
export const MOST_TEST_DECISIONS = 20
export const MOST_SEARCHED_DECISIONS = 500
/** In characters. */
export const LONGEST_SHOWN_ERROR = 500

const SHOWN_RESULTS = enumeration('ShownTestResult', ['passed', 'failed', 'errored', 'retried', 'skipped'])

export const TestResult = closed(
  {
    run_id: Type.Integer({ description: "The host's id of the CI run." }),
    attempt: Type.Integer({ description: 'Attempt of the run.' }),
    workflow_name: Type.String({ description: 'Name of the workflow.' }),
    branch: Type.String({ description: 'Branch of the run.' }),
    head_sha: Type.String({ description: 'Commit of the run.' }),
    result: oneOf(SHOWN_RESULTS, {
      description: '`retried`: it failed first, and passed when the same run tried it again.'
    }),
    duration_ms: nullable(Type.Integer(), { description: 'How long it took; null if nobody says.' }),
    error_class: nullable(Type.String(), { description: 'Class of its error.' }),
    error_message: nullable(Type.String(), {
      description: `Message of its error, at most ${LONGEST_SHOWN_ERROR} characters.`
    }),
    run_url: nullable(Type.String(), { description: 'Where the run is on the host.' }),
    ran_at: timestamp('When the attempt ended.')
  },
  { $id: 'TestResult', description: 'The result of a test in one attempt of a run.' }
)

const TestDecision = closed({
  id: Type.Integer({ description: 'Id of the decision.' }),
  decision: oneOf(DECISIONS, { description: 'What was decided.' }),
  reason: nullable(Type.String(), { description: 'Reason.' }),
  created_at: timestamp('When it was decided.')
})

export const FlakyTestDetail = closed(
  {
    ...FlakyTest.properties,
    file: nullable(Type.String(), { description: 'Its file, where the reports name it.' }),
    first_bad_commit_url: nullable(Type.String(), { description: 'Where that commit is on the host.' }),
    results: Type.Array(ref(TestResult), {
      description: `Its latest results, the newest first: at most ${MOST_SHOWN_RESULTS}, from the latest ${MOST_SEARCHED_RUNS} attempts of runs of the repository.`
    }),
    decisions: Type.Array(TestDecision, {
      description: `Decisions that moved it into the quarantine or out of it, the newest first: at most ${MOST_TEST_DECISIONS}, from the latest ${MOST_SEARCHED_DECISIONS} decisions of the pillar about the repository.`
    })
  },
  { $id: 'FlakyTestDetail', description: 'A test with its latest results.' }
)
export type FlakyTestDetail = Static<typeof FlakyTestDetail>

export const getFlakyTest = operation({
  operationId: 'getFlakyTest',
  summary: 'Get a test with its latest results',
  description: 'The reply has its failure rate, and the decisions about it.',
  params: TestParams,
  response: { 200: ref(FlakyTestDetail), 404: ref(ErrorBody, { description: 'Test not found.' }) }
})

export const schemas = [TestResult, FlakyTestDetail]
