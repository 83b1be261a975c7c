// JSON reports of one value: Jest, Vitest, Mocha, pytest-json-report and RSpec.
import type { ReportCase } from './case.js'

const assertion = (title: string, status: string, more: object = {}) => ({
  ancestorTitles: ['cart'],
  fullName: `cart ${title}`,
  title,
  status,
  duration: status === 'passed' || status === 'failed' ? 3 : null,
  failureMessages: status === 'failed' ? ['Error: expect(received).toBe(expected)'] : [],
  ...more
})
const jestSuite = (status: string, assertionResults: object[], message = '') => ({
  name: '/src/cart.test.ts',
  status,
  message,
  startTime: 1770000000000,
  endTime: 1770000001000,
  summary: '',
  assertionResults
})
const jest = (success: boolean, testResults: object[], more: object = {}) =>
  JSON.stringify({
    numTotalTestSuites: testResults.length,
    success,
    startTime: 1770000000000,
    testResults,
    ...more
  })

const mochaTest = (title: string, more: object = {}) => ({
  title,
  fullTitle: `queue ${title}`,
  file: '/src/test/queue.js',
  duration: 2,
  currentRetry: 0,
  err: {},
  ...more
})

const pytestTest = (name: string, outcome: string) => ({
  nodeid: `tests/test_sum.py::${name}`,
  lineno: 3,
  outcome,
  keywords: [name, 'tests/test_sum.py', ''],
  setup: { duration: 0.001, outcome: outcome === 'error' ? 'failed' : 'passed' },
  teardown: { duration: 0.001, outcome: 'passed' }
})
const pytest = (exitcode: number, tests: object[], more: object = {}) =>
  JSON.stringify({
    created: 1770000000.5,
    duration: 0.2,
    exitcode,
    root: '/src',
    environment: {},
    tests,
    ...more
  })

const example = (description: string, status: string, more: object = {}) => ({
  id: './spec/cart_spec.rb[1:1]',
  description,
  full_description: `Cart ${description}`,
  status,
  file_path: './spec/cart_spec.rb',
  line_number: 3,
  run_time: 0.001,
  pending_message: null,
  ...more
})
const rspec = (examples: object[], summary: object) =>
  JSON.stringify({ version: '3.13.0', examples, summary, summary_line: '' })

export const jsonReports: readonly ReportCase[] = [
  {
    name: 'Jest: pending and todo tests are skipped',
    file: 'jest.json',
    content: jest(false, [
      jestSuite('failed', [
        assertion('adds', 'passed'),
        assertion('removes', 'failed'),
        assertion('waits', 'pending'),
        assertion('ships', 'todo')
      ])
    ]),
    expected: {
      tests: 4,
      passed: 1,
      skipped: 2,
      failed: 1,
      errored: 0,
      cases: [
        { nameEnd: 'adds', status: 'passed' },
        { nameEnd: 'removes', status: 'failed' },
        { nameEnd: 'waits', status: 'skipped' },
        { nameEnd: 'ships', status: 'skipped' }
      ]
    }
  },
  {
    name: 'Jest: a file that cannot be loaded has no tests and is red all the same',
    file: 'jest.json',
    content: jest(
      false,
      [
        jestSuite('passed', [assertion('adds', 'passed')]),
        jestSuite('failed', [], 'Test suite failed to run\n\nCannot find module ./nowhere')
      ],
      { numRuntimeErrorTestSuites: 1, numFailedTests: 0 }
    ),
    expected: { notGreen: true }
  },
  {
    name: 'Jest: a test that passed after retries is flaky',
    file: 'jest.json',
    content: jest(true, [
      jestSuite('passed', [
        assertion('adds', 'passed', { invocations: 1, retryReasons: [] }),
        assertion('races', 'passed', { invocations: 3, retryReasons: ['Error: late', 'Error: late'] })
      ])
    ]),
    expected: {
      tests: 2,
      passed: 2,
      skipped: 0,
      failed: 0,
      errored: 0,
      flaky: 1,
      including: [{ nameEnd: 'races', status: 'passed', flaky: true }]
    }
  },
  {
    name: 'Vitest: skipped and todo tests are skipped, and meta changes nothing',
    file: 'vitest.json',
    content: jest(
      true,
      [
        jestSuite('passed', [
          assertion('adds', 'passed', { meta: {} }),
          assertion('waits', 'skipped', { meta: {} }),
          assertion('ships', 'todo', { meta: {} })
        ])
      ],
      { numTotalTests: 3, numPassedTests: 1, numFailedTests: 0, numPendingTests: 1, numTodoTests: 1 }
    ),
    expected: { tests: 3, passed: 1, skipped: 2, failed: 0, errored: 0 }
  },
  {
    name: 'Mocha: a test is listed twice in the report and counts once',
    file: 'mocha.json',
    content: JSON.stringify({
      stats: { suites: 1, tests: 3, passes: 1, pending: 1, failures: 1, start: '', end: '', duration: 9 },
      tests: [
        mochaTest('puts'),
        mochaTest('takes', { err: { message: 'no', stack: 'Error: no' } }),
        mochaTest('waits')
      ],
      pending: [mochaTest('waits')],
      failures: [mochaTest('takes', { err: { message: 'no', stack: 'Error: no' } })],
      passes: [mochaTest('puts')]
    }),
    expected: {
      tests: 3,
      passed: 1,
      skipped: 1,
      failed: 1,
      errored: 0,
      cases: [
        { nameEnd: 'puts', status: 'passed' },
        { nameEnd: 'takes', status: 'failed' },
        { nameEnd: 'waits', status: 'skipped' }
      ]
    }
  },
  {
    name: 'Mocha: a test that passed in a retry is passed and flaky',
    file: 'mocha.json',
    content: JSON.stringify({
      stats: { suites: 1, tests: 1, passes: 1, pending: 0, failures: 0, start: '', end: '', duration: 9 },
      tests: [mochaTest('puts', { currentRetry: 2 })],
      pending: [],
      failures: [],
      passes: [mochaTest('puts', { currentRetry: 2 })]
    }),
    expected: { tests: 1, passed: 1, failed: 0, errored: 0, flaky: 1 }
  },
  {
    name: 'Mocha: a failed hook is in the failures only and is not lost',
    file: 'mocha.json',
    content: JSON.stringify({
      stats: { suites: 1, tests: 1, passes: 1, pending: 0, failures: 1, start: '', end: '', duration: 9 },
      tests: [mochaTest('puts')],
      pending: [],
      failures: [mochaTest('"after all" hook in "queue"', { err: { message: 'busy' } })],
      passes: [mochaTest('puts')]
    }),
    expected: { notGreen: true }
  },
  {
    name: 'pytest-json-report: an error of the set-up is errored, and expected failures are not red',
    file: 'report.json',
    content: pytest(1, [
      pytestTest('test_adds', 'passed'),
      pytestTest('test_fails', 'failed'),
      pytestTest('test_fixture', 'error'),
      pytestTest('test_windows', 'skipped'),
      pytestTest('test_known_bug', 'xfailed'),
      pytestTest('test_mended', 'xpassed')
    ]),
    expected: {
      tests: 6,
      failed: 1,
      errored: 1,
      including: [
        { nameEnd: 'test_adds', status: 'passed' },
        { nameEnd: 'test_fails', status: 'failed' },
        { nameEnd: 'test_fixture', status: 'errored' },
        { nameEnd: 'test_windows', status: 'skipped' }
      ]
    }
  },
  {
    name: 'pytest-json-report: a run whose collection failed has no tests and is no success',
    file: 'report.json',
    content: pytest(2, [], {
      summary: { total: 0, collected: 0 },
      collectors: [
        { nodeid: '', outcome: 'passed', result: [{ nodeid: 'tests/test_broken.py', type: 'Module' }] },
        { nodeid: 'tests/test_broken.py', outcome: 'failed', result: [], longrepr: 'ModuleNotFoundError' }
      ]
    }),
    expected: { notGreen: true }
  },
  {
    name: 'RSpec: pending examples are skipped',
    file: 'rspec.json',
    content: rspec(
      [
        example('adds', 'passed'),
        example('removes', 'failed', { exception: { class: 'RuntimeError', message: 'no', backtrace: [] } }),
        example('ships', 'pending', { pending_message: 'Not yet implemented' })
      ],
      {
        duration: 0.1,
        example_count: 3,
        failure_count: 1,
        pending_count: 1,
        errors_outside_of_examples_count: 0
      }
    ),
    expected: {
      tests: 3,
      passed: 1,
      skipped: 1,
      failed: 1,
      errored: 0,
      cases: [
        { nameEnd: 'adds', status: 'passed' },
        { nameEnd: 'removes', status: 'failed' },
        { nameEnd: 'ships', status: 'skipped' }
      ]
    }
  },
  {
    name: 'RSpec: an error outside of the examples is no success, though no example failed',
    file: 'rspec.json',
    content: rspec([], {
      duration: 0.1,
      example_count: 0,
      failure_count: 0,
      pending_count: 0,
      errors_outside_of_examples_count: 1
    }),
    expected: { notGreen: true }
  }
]
