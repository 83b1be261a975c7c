import t from 'tap'
import { countsIn, readReport, reportIn, statusesIn, testIn } from './reading.js'

const lines = (...events: (object | string)[]) =>
  events.map((event) => `${typeof event === 'string' ? event : JSON.stringify(event)}\n`).join('')

const go = (Action: string, Test?: string, more: object = {}) => ({ Action, Package: 'm/p', Test, ...more })

t.test('go: tests and their subtests are read, with what they printed', async (t) => {
  const report = reportIn(
    t,
    lines(
      '# a build says something',
      { Time: 'x', Action: 'start', Package: 'm/p' },
      go('run', 'TestA'),
      go('run', 'TestA/sub'),
      go('output', 'TestA/sub', { Output: '=== RUN   TestA/sub\n' }),
      go('output', 'TestA/sub', { Output: '    a_test.go:5: no\n' }),
      go('output', 'TestA/sub', { Output: '    --- FAIL: TestA/sub (0.00s)\n' }),
      go('fail', 'TestA/sub', { Elapsed: 0.25 }),
      go('fail', 'TestA', { Elapsed: 0.5 }),
      go('skip', 'TestB'),
      go('pass', 'TestC'),
      go('fail', undefined, { Elapsed: 1 })
    )
  )
  t.equal(report.format, 'go')
  t.same(countsIn(report), [1, 1, 2, 0])
  t.match(testIn(report, 'TestA/sub'), {
    suite: 'm/p',
    durationMs: 250,
    failure: { message: 'a_test.go:5: no' }
  })
  t.match(report.notes, [/no events/])
})

t.test('go: what never ended and what did not build is errored', async (t) => {
  const report = reportIn(
    t,
    lines(go('run', 'TestA'), go('output', 'TestA', { Output: 'panic: no\n' }), go('fail'), {
      Action: 'fail',
      Package: 'm/q'
    })
  )
  t.same(statusesIn(report), { TestA: 'errored', 'm/q': 'errored' })
  t.match(testIn(report, 'TestA').failure, { message: 'panic: no' })
})

t.test('go: a test that is run again has its last result, and is flaky if it recovered', async (t) => {
  const report = reportIn(
    t,
    lines(
      go('fail', 'TestA'),
      go('fail', 'TestB'),
      go('pass', 'TestA'),
      go('fail', 'TestB'),
      go('pass', 'TestC')
    )
  )
  t.match(testIn(report, 'TestA'), { status: 'passed', flaky: true })
  t.match(testIn(report, 'TestB'), { status: 'failed', flaky: false })
  t.match(testIn(report, 'TestC'), { status: 'passed', flaky: false })
})

const dartStart = (id: number, name: string) => ({
  type: 'testStart',
  time: id,
  test: { id, name, suiteID: 0 }
})
const dartDone = (testID: number, result: string, more: object = {}) => ({
  type: 'testDone',
  time: testID + 10,
  testID,
  result,
  hidden: false,
  skipped: false,
  ...more
})

t.test('dart: loading a file is no test unless it fails, and what never ended is errored', async (t) => {
  const report = reportIn(
    t,
    lines(
      { protocolVersion: '0.1.1', type: 'start', time: 0 },
      { type: 'suite', suite: { id: 0, path: 'test/a_test.dart' } },
      dartStart(1, 'loading test/a_test.dart'),
      dartDone(1, 'success', { hidden: true }),
      dartStart(2, 'passes'),
      dartDone(2, 'success'),
      dartStart(3, 'rests'),
      dartDone(3, 'success', { skipped: true }),
      dartStart(4, 'fails'),
      { type: 'error', testID: 4, error: 'Exception: no', isFailure: true },
      dartDone(4, 'failure'),
      dartStart(5, 'loading test/b_test.dart'),
      dartDone(5, 'error'),
      dartStart(6, 'hangs')
    )
  )
  t.equal(report.format, 'dart')
  t.same(countsIn(report), [1, 1, 1, 2])
  t.match(testIn(report, 'fails'), {
    suite: 'test/a_test.dart',
    durationMs: 10,
    failure: { errorClass: 'Exception', message: 'Exception: no' }
  })
  t.match(testIn(report, 'hangs'), { status: 'errored', failure: { message: /never ended/ } })
  t.match(report.interrupted, /ends before/)
})

t.test('TAP: points count, their directives excuse them, and the block below tells more', async (t) => {
  const report = reportIn(
    t,
    [
      'TAP version 13',
      'ok 1 - passes',
      'not ok 2 - fails',
      '  ---',
      '  duration_ms: 12.5',
      "  error: 'no'",
      '  ...',
      'ok 3 - rests # SKIP not here',
      'not ok 4 - comes later # TODO',
      'ok',
      '1..7'
    ].join('\r\n')
  )
  t.equal(report.format, 'tap')
  t.same(countsIn(report), [2, 2, 1, 0])
  t.match(testIn(report, 'fails'), { durationMs: 12.5, failure: { message: 'no' } })
  t.match(statusesIn(report), { rests: 'skipped', 'comes later': 'skipped' })
  t.equal(report.interrupted, '2 of 7 planned tests are not reported')
})

t.test('TAP: a test sums up its subtests, unless it failed by itself', async (t) => {
  const report = reportIn(
    t,
    `# Subtest: outer
    # Subtest: inner
        ok 1 - deep
        1..1
    ok 1 - inner
    not ok 2 - bad
    1..2
not ok 1 - outer
# Subtest: hook
    ok 1 - fine
not ok 2 - hook
1..2
Bail out! enough`,
    { name: 'x.tap' }
  )
  t.same(
    report.tests.map(({ suite, name, status }) => [suite, name, status]),
    [
      ['outer > inner', 'deep', 'passed'],
      ['outer', 'bad', 'failed'],
      ['hook', 'fine', 'passed'],
      ['', 'hook', 'failed']
    ]
  )
  t.equal(report.interrupted, 'The run bailed out: enough')
})

t.test('TAP: subtests may stand in braces after their test, and a message below its label', async (t) => {
  const report = reportIn(
    t,
    `TAP version 14
1..2
not ok 1 - a.test.js # time=17.5ms {
    1..2
    not ok 1 - g {
        ok 1 - passes # time=2s
        not ok 2 - fails
            ---
            error: |-
              it is {
              not so
            name: 'E'
            ...
    }
    ok 2 - to do # TODO
}
not ok 2 - broken {
    1..0
}
`
  )
  t.same(
    report.tests.map(({ suite, name, status, durationMs }) => [suite, name, status, durationMs]),
    [
      ['a.test.js > g', 'passes', 'passed', 2_000],
      ['a.test.js > g', 'fails', 'failed', null],
      ['a.test.js', 'to do', 'skipped', null],
      ['', 'broken', 'failed', null]
    ]
  )
  t.match(testIn(report, 'fails').failure, { errorClass: 'E', message: 'it is {' })
  t.match(report, { interrupted: null, notes: [] })
})

t.test('a log that says ok is no report', async (t) => {
  t.match(readReport('building\nok then\nnot ok, really\n'), { kind: 'unreadable' })
  t.match(readReport('{"Action":"create","Type":"container"}\n'), { kind: 'unreadable' })
})
