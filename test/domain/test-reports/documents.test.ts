import t from 'tap'
import type { Report } from './reading.js'
import { countsIn, readReport, reportIn, statusesIn, testIn } from './reading.js'

const flakyIn = ({ tests }: Report) => tests.filter(({ flaky }) => flaky).map(({ name }) => name)

t.test('Jest and Vitest: a retried pass is flaky, and a file that does not load is errored', async (t) => {
  const report = reportIn(
    t,
    JSON.stringify({
      numTotalTests: 5,
      testResults: [
        {
          name: '/a.test.js',
          status: 'failed',
          assertionResults: [
            { ancestorTitles: ['g'], title: 'passes', fullName: 'g passes', status: 'passed', duration: 5 },
            {
              ancestorTitles: ['g'],
              title: 'fails',
              status: 'failed',
              failureMessages: ['TypeError: no\n at x']
            },
            { ancestorTitles: [], title: 'waits', status: 'pending' },
            { ancestorTitles: [], title: 'is to do', status: 'todo' },
            { title: 'recovers', status: 'passed', invocations: 2, retryReasons: ['Error: once'] }
          ]
        },
        { name: '/b.test.js', status: 'failed', message: 'SyntaxError: no', assertionResults: [] }
      ]
    })
  )
  t.equal(report.format, 'jest')
  t.same(countsIn(report), [2, 2, 1, 1])
  t.match(testIn(report, 'g passes'), { suite: '/a.test.js', file: '/a.test.js', durationMs: 5 })
  t.match(testIn(report, 'g fails').failure, { errorClass: 'TypeError' })
  t.match(testIn(report, '/b.test.js'), { status: 'errored', failure: { errorClass: 'SyntaxError' } })
  t.same(flakyIn(report), ['recovers'])
})

t.test('Mocha: pending tests are skipped, a broken hook is errored, a later attempt is flaky', async (t) => {
  const test = (fullTitle: string, err: object = {}, currentRetry = 0) => ({
    fullTitle,
    err,
    currentRetry,
    duration: 1
  })
  const failing = test('fails', { name: 'AssertionError', message: 'no' })
  const report = reportIn(
    t,
    JSON.stringify({
      stats: { suites: 1, tests: 4 },
      tests: [test('passes'), failing, test('waits'), test('recovers', {}, 1)],
      pending: [test('waits')],
      failures: [failing, test('"before all" hook', { message: 'no' })]
    })
  )
  t.equal(report.format, 'mocha')
  t.same(countsIn(report), [2, 1, 1, 1])
  t.match(testIn(report, 'fails').failure, { errorClass: 'AssertionError', message: 'no' })
  t.same(flakyIn(report), ['recovers'])
})

t.test('Playwright: a test counts once for each project, within the titles around it', async (t) => {
  const test = (projectName: string, status: string, ...results: object[]) => ({
    projectName,
    status,
    results
  })
  const report = reportIn(
    t,
    JSON.stringify({
      config: {},
      errors: [{ message: 'setup' }],
      suites: [
        {
          title: 'a.spec.ts',
          specs: [{ title: 'top', file: 'a.spec.ts', tests: [test('', 'skipped')] }],
          suites: [
            {
              title: 'g',
              specs: [
                {
                  title: 'opens',
                  file: 'a.spec.ts',
                  tests: [
                    test(
                      'chromium',
                      'flaky',
                      { duration: 5, error: { message: 'Error: slow' } },
                      { duration: 7 }
                    ),
                    test('webkit', 'unexpected', { error: { message: 'Error: no' } })
                  ]
                }
              ]
            }
          ]
        }
      ]
    })
  )
  t.equal(report.format, 'playwright')
  t.same(countsIn(report), [1, 1, 1, 0])
  t.match(report.tests, [
    { suite: 'a.spec.ts', name: 'top' },
    {
      suite: 'a.spec.ts [chromium]',
      name: 'g > opens',
      flaky: true,
      durationMs: 12,
      failure: { message: 'Error: slow' }
    },
    { suite: 'a.spec.ts [webkit]', status: 'failed', flaky: false }
  ])
  t.equal(report.interrupted, 'The run failed outside of its tests')
})

t.test('pytest: expected failures are skipped, reruns are flaky, and so on', async (t) => {
  const test = (name: string, outcome: string, call?: object) => ({
    nodeid: `t/test_a.py::${name}`,
    outcome,
    call
  })
  const report = reportIn(
    t,
    JSON.stringify({
      exitcode: 1,
      summary: {},
      collectors: [
        { nodeid: 't/test_b.py', outcome: 'failed', longrepr: 'ImportError: no' },
        { outcome: 'passed' }
      ],
      tests: [
        test('passes', 'passed', { duration: 0.5, outcome: 'passed' }),
        test('fails', 'failed', { outcome: 'failed', crash: { message: 'AssertionError: no' } }),
        test('waits', 'xfailed'),
        test('surprises', 'xpassed'),
        { ...test('breaks', 'error'), setup: { outcome: 'failed', longrepr: 'fixture' } },
        test('recovers', 'rerun', { outcome: 'failed', crash: { message: 'once' } }),
        test('recovers', 'passed')
      ]
    })
  )
  t.equal(report.format, 'pytest')
  t.same(countsIn(report), [3, 1, 1, 2])
  t.match(testIn(report, 'passes'), { suite: 't/test_a.py', file: 't/test_a.py', durationMs: 500 })
  t.match(testIn(report, 'breaks').failure, { message: 'fixture' })
  t.match(testIn(report, 'recovers'), { status: 'passed', flaky: true, failure: { message: 'once' } })
  const older = { report: { summary: {}, tests: [{ name: 'a.py::b', outcome: 'passed', duration: 1 }] } }
  t.same(statusesIn(reportIn(t, JSON.stringify(older))), { b: 'passed' })
})

t.test('RSpec: pending examples are skipped', async (t) => {
  const example = (full_description: string, status: string, exception?: object) => ({
    full_description,
    status,
    run_time: 0.25,
    file_path: './a_spec.rb',
    exception
  })
  const report = reportIn(
    t,
    JSON.stringify({
      summary: { errors_outside_of_examples_count: 1 },
      examples: [
        example('passes', 'passed'),
        example('fails', 'failed', { class: 'RuntimeError', message: 'no' }),
        example('waits', 'pending')
      ]
    })
  )
  t.equal(report.format, 'rspec')
  t.same(countsIn(report), [1, 1, 1, 0])
  t.match(testIn(report, 'fails'), {
    durationMs: 250,
    failure: { errorClass: 'RuntimeError', message: 'no' }
  })
  t.equal(report.interrupted, 'The run failed outside of its examples')
})

t.test('JSON of another shape is no report, and nothing in it is believed unseen', async (t) => {
  const shapes = [
    '{}',
    '[]',
    '{"tests":[]}',
    '{"testResults":{}}',
    '{"a":',
    '[1,2',
    '{"__proto__":{"examples":[]}}'
  ]
  for (const json of shapes) t.match(readReport(json), { kind: 'unreadable' }, json)
  const wild = '[null,1,"x",[],{"title":{},"status":[],"fullName":7,"tests":5,"assertionResults":{}}]'
  for (const name of ['testResults', 'examples', 'tests', 'suites'])
    t.equal(reportIn(t, `{"stats":{},"config":{},"${name}":${wild}}`).kind, 'report')
  const statuses = ['constructor', '__proto__', 'toString'].map((status) => ({
    status,
    full_description: status
  }))
  t.same(countsIn(reportIn(t, JSON.stringify({ examples: statuses }))), [0, 3, 0, 0])
})
