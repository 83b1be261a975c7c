// Runs that are no success although no test of theirs failed, because they broke outside of them or were cut off.
import t from 'tap'
import { countsIn, reportIn, statusesIn } from './reading.js'

const lines = (...events: object[]) => events.map((event) => `${JSON.stringify(event)}\n`).join('')

const goPass = [
  { Action: 'run', Package: 'm/p', Test: 'TestA' },
  { Action: 'pass', Package: 'm/p', Test: 'TestA' }
]
const goEnd = { Action: 'pass', Package: 'm/p' }
const dartStart = { protocolVersion: '0.1.1', type: 'start', time: 0 }
const dartDone = (success: boolean | null) => lines(dartStart, { type: 'done', success, time: 9 })
const jest = (wasInterrupted: boolean) => JSON.stringify({ testResults: [], wasInterrupted })
const pytest = (exitcode: number) => JSON.stringify({ exitcode, summary: {}, tests: [] })
const nunit = (more: string) => `<test-run><test-suite result="Failed" ${more}>
  <test-case name="a" classname="N.C" result="Passed"/></test-suite></test-run>`
const trx = (outcome: string, result = 'Passed', remark = '') => `<TestRun>
  <Results><UnitTestResult testId="1" testName="a" outcome="${result}"/></Results>
  <ResultSummary outcome="${outcome}">
    <RunInfos><RunInfo outcome="Error"><Text>${remark}</Text></RunInfo></RunInfos>
  </ResultSummary></TestRun>`

const CASES: readonly { format: string; whole: readonly string[]; broken: readonly string[] }[] = [
  {
    format: 'TAP',
    whole: ['TAP version 13\nok 1 - a\n1..1\n', 'TAP version 13\n1..0 # SKIP not here\n'],
    broken: [
      'TAP version 13\nok 1 - a\n',
      '1..2\nok 1 - a\n',
      '1..1\nok 1 - a\nBail out!\n',
      'ok 1 - a\n    1..1\n'
    ]
  },
  { format: 'Go', whole: [lines(...goPass, goEnd)], broken: [lines(...goPass)] },
  { format: 'Dart', whole: [dartDone(true)], broken: [dartDone(null), lines(dartStart)] },
  { format: 'Jest', whole: [jest(false)], broken: [jest(true)] },
  { format: 'pytest', whole: [pytest(0), pytest(5)], broken: [pytest(2), pytest(3), pytest(4)] },
  { format: 'NUnit', whole: [nunit('site="Child"'), nunit('')], broken: [nunit('site="TearDown"')] },
  {
    format: 'TRX',
    whole: [trx('Completed'), trx('Failed', 'Failed', 'N.C.a [FAIL]')],
    broken: [
      trx('Failed'),
      trx('Aborted'),
      trx('Failed', 'Failed', 'The active test run was aborted. Reason: Test host process crashed')
    ]
  }
]

for (const { format, whole, broken } of CASES)
  t.test(`${format}: a run that did not come to its end says so, and no other does`, async (t) => {
    for (const content of whole) t.equal(reportIn(t, content).interrupted, null, content)
    for (const content of broken) t.type(reportIn(t, content).interrupted, 'string', content)
  })

t.test('an interrupted run counts the tests that ended', async (t) => {
  t.same(countsIn(reportIn(t, trx('Aborted'))), [1, 0, 0, 0])
  t.same(countsIn(reportIn(t, '1..3\nok 1 - a\nnot ok 2 - b\nBail out! gone\n')), [1, 0, 1, 0])
})

t.test('TAP: a block hides what it quotes, and one that is never closed ends with its indent', async (t) => {
  const report = reportIn(
    t,
    [
      '1..3',
      'ok 1 - a',
      '  ---',
      '  output: |',
      '    Bail out! no',
      '    1..9',
      '    ...',
      '    not ok 1 - quoted',
      'ok 2 - b',
      '---',
      'ok 3 - c'
    ].join('\n')
  )
  t.same(statusesIn(report), { a: 'passed', b: 'passed', c: 'passed' })
  t.equal(report.interrupted, null)
})
