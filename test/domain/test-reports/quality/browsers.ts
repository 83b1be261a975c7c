// JSON of Playwright, and the stream of events of Dart and Flutter.
import { jsonLines, type ReportCase } from './case.js'

const result = (status: string, retry = 0) => ({
  workerIndex: retry,
  status,
  duration: 120,
  errors: status === 'passed' || status === 'skipped' ? [] : [{ message: `Error: ${status}` }],
  stdout: [],
  stderr: [],
  retry,
  startTime: '2026-02-03T04:05:06.789Z',
  attachments: []
})
const run = (status: string, results: readonly string[], more: object = {}) => ({
  timeout: 30000,
  annotations: [],
  expectedStatus: 'passed',
  projectId: 'chromium',
  projectName: 'chromium',
  results: results.map(result),
  status,
  ...more
})
const spec = (title: string, tests: readonly { status: string }[]) => ({
  title,
  ok: tests.every(({ status }) => status !== 'unexpected'),
  tags: [],
  tests,
  id: `id-${title}`,
  file: 'cart.spec.ts',
  line: 3,
  column: 5
})
const suite = (title: string, specs: object[], suites: object[] = []) => ({
  title,
  file: 'cart.spec.ts',
  line: 0,
  column: 0,
  specs,
  suites
})
const playwright = (suites: object[], errors: object[] = []) =>
  JSON.stringify({ config: { version: '1.49.0', projects: [] }, suites, errors, stats: { duration: 900 } })

const DEEP = 5_000
function deepPlaywright(): string {
  const open = '{"title":"s","file":"a.ts","line":0,"column":0,"specs":[],"suites":['
  const inner = JSON.stringify(suite('s', [spec('at the bottom', [run('unexpected', ['failed'])])]))
  return `{"config":{"version":"1.49.0"},"suites":[${open.repeat(DEEP)}${inner}${']}'.repeat(DEEP)}],"errors":[],"stats":{}}`
}

const dartStart = { protocolVersion: '0.1.1', runnerVersion: '1.25.8', pid: 1, type: 'start', time: 0 }
const dartSuite = (id: number, path: string) => ({
  suite: { id, platform: 'vm', path },
  type: 'suite',
  time: 1
})
const dartTest = (id: number, name: string, suiteID: number) => ({
  test: { id, name, suiteID, groupIDs: [], metadata: { skip: false, skipReason: null }, line: 3, column: 3 },
  type: 'testStart',
  time: 2
})
const dartDone = (testID: number, outcome: string, more: object = {}) => ({
  testID,
  result: outcome,
  skipped: false,
  hidden: false,
  type: 'testDone',
  time: 3,
  ...more
})

export const browserReports: readonly ReportCase[] = [
  {
    name: 'Playwright: a test that passed in a retry is passed and flaky, one that timed out each time is failed',
    file: 'playwright.json',
    content: playwright([
      suite(
        'cart.spec.ts',
        [],
        [
          suite('cart', [
            spec('adds', [run('expected', ['passed'])]),
            spec('races', [run('flaky', ['failed', 'passed'])]),
            spec('hangs', [run('unexpected', ['timedOut', 'timedOut'])]),
            spec('ships', [run('skipped', ['skipped'], { expectedStatus: 'skipped' })])
          ])
        ]
      )
    ]),
    expected: {
      tests: 4,
      passed: 2,
      skipped: 1,
      failed: 1,
      errored: 0,
      flaky: 1,
      cases: [
        { nameEnd: 'adds', status: 'passed', flaky: false },
        { nameEnd: 'races', status: 'passed', flaky: true },
        { nameEnd: 'hangs', status: 'failed', flaky: false },
        { nameEnd: 'ships', status: 'skipped', flaky: false }
      ]
    }
  },
  {
    name: 'Playwright: a test that is expected to fail and does is passed',
    file: 'playwright.json',
    content: playwright([
      suite('cart.spec.ts', [
        spec('has a known bug', [run('expected', ['failed'], { expectedStatus: 'failed' })]),
        spec('was mended unawares', [run('unexpected', ['passed'], { expectedStatus: 'failed' })])
      ])
    ]),
    expected: {
      tests: 2,
      passed: 1,
      skipped: 0,
      failed: 1,
      errored: 0,
      cases: [
        { nameEnd: 'has a known bug', status: 'passed' },
        { nameEnd: 'was mended unawares', status: 'failed' }
      ]
    }
  },
  {
    name: 'Playwright: one spec in two projects is two tests, and a failure in one is not hidden',
    file: 'playwright.json',
    content: playwright([
      suite('cart.spec.ts', [
        spec('adds', [
          run('expected', ['passed']),
          run('unexpected', ['failed'], { projectId: 'webkit', projectName: 'webkit' })
        ])
      ])
    ]),
    expected: { tests: 2, passed: 1, skipped: 0, failed: 1, errored: 0 }
  },
  {
    name: 'Playwright: what was interrupted is neither passed nor flaky',
    file: 'playwright.json',
    content: playwright([
      suite('cart.spec.ts', [
        spec('adds', [run('unexpected', ['failed'])]),
        spec('was cut off', [run('skipped', ['interrupted'])])
      ])
    ]),
    expected: { tests: 2, passed: 0, flaky: 0, including: [{ nameEnd: 'adds', status: 'failed' }] }
  },
  {
    name: 'Playwright: an error before the first test is no success',
    file: 'playwright.json',
    content: playwright([], [{ message: 'Error: globalSetup: no browser', stack: 'Error: globalSetup' }]),
    expected: { notGreen: true }
  },
  {
    name: 'Playwright: suites nested 5,000 deep are read or refused, and never a success',
    file: 'playwright.json',
    content: deepPlaywright,
    expected: { notGreen: true }
  },
  {
    name: 'Dart: hidden cases that load files are no tests, and skipped ones are skipped',
    file: 'dart.json',
    content: jsonLines([
      dartStart,
      dartSuite(0, 'test/cart_test.dart'),
      dartTest(1, 'loading test/cart_test.dart', 0),
      { suite: 0, count: 1, type: 'allSuites', time: 2 },
      dartDone(1, 'success', { hidden: true }),
      { group: { id: 2, suiteID: 0, parentID: null, name: '', testCount: 4 }, type: 'group', time: 2 },
      dartTest(3, 'cart adds', 0),
      dartDone(3, 'success'),
      dartTest(4, 'cart removes', 0),
      { testID: 4, error: 'Expected: <1>', stackTrace: '', isFailure: true, type: 'error', time: 3 },
      dartDone(4, 'failure'),
      dartTest(5, 'cart throws', 0),
      { testID: 5, error: 'Bad state', stackTrace: '', isFailure: false, type: 'error', time: 3 },
      dartDone(5, 'error'),
      dartTest(6, 'cart ships', 0),
      dartDone(6, 'success', { skipped: true }),
      dartTest(7, '(tearDownAll)', 0),
      dartDone(7, 'success', { hidden: true }),
      { success: false, type: 'done', time: 9 }
    ]),
    expected: {
      tests: 4,
      passed: 1,
      skipped: 1,
      failed: 1,
      errored: 1,
      cases: [
        { nameEnd: 'cart adds', status: 'passed' },
        { nameEnd: 'cart removes', status: 'failed' },
        { nameEnd: 'cart throws', status: 'errored' },
        { nameEnd: 'cart ships', status: 'skipped' }
      ]
    }
  },
  {
    name: 'Dart: a file that does not load is red, though it was only loading',
    file: 'dart.json',
    content: jsonLines([
      dartStart,
      dartSuite(0, 'test/broken_test.dart'),
      dartTest(1, 'loading test/broken_test.dart', 0),
      { testID: 1, error: 'Failed to load', stackTrace: '', isFailure: false, type: 'error', time: 3 },
      dartDone(1, 'error'),
      { success: false, type: 'done', time: 9 }
    ]),
    expected: { notGreen: true }
  },
  {
    name: 'Dart: a stream that ends within a test is no success',
    file: 'dart.json',
    content: jsonLines([
      dartStart,
      dartSuite(0, 'test/cart_test.dart'),
      dartTest(3, 'cart adds', 0),
      dartDone(3, 'success'),
      dartTest(4, 'cart hangs', 0)
    ]),
    expected: { notGreen: true }
  }
]
