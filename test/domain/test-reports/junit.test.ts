import t from 'tap'
import { countsIn, readReport, reportIn, statusesIn, testIn } from './reading.js'

const suite = (...cases: string[]) => `<testsuite name="s">${cases.join('')}</testsuite>`
const named = (name: string, inner = '', more = '') =>
  `<testcase classname="C" name="${name}"${more}>${inner}</testcase>`

t.test('each result of a case is told apart, and the worst of several stands', async (t) => {
  const report = reportIn(
    t,
    suite(
      named('passes'),
      named('fails', '<failure type="T" message="m">trace</failure>'),
      named('breaks', '<failure message="first"/><error message="cleaning up"/>'),
      named('rests', '<skipped/>'),
      named('is cut', '<skipped/><failure>only text</failure>')
    )
  )
  t.equal(report.format, 'junit')
  t.same(countsIn(report), [1, 1, 2, 1])
  t.same(testIn(report, 'fails').failure, { errorClass: 'T', message: 'm' })
  t.same(testIn(report, 'breaks').failure, { errorClass: null, message: 'cleaning up' })
  t.same(testIn(report, 'is cut').failure, { errorClass: null, message: 'only text' })
})

t.test('a status counts only where no element tells the result', async (t) => {
  const report = reportIn(
    t,
    suite(
      named('a', '', ' status="notrun" result="suppressed"'),
      named('b', '', ' status="disabled"'),
      named('c', '', ' status="run" result="completed"'),
      named('d', '', ' status="failed"'),
      named('e', '<skipped/>', ' status="run"'),
      named('f', '', ' status="toString"')
    )
  )
  t.same(statusesIn(report), {
    a: 'skipped',
    b: 'skipped',
    c: 'passed',
    d: 'failed',
    e: 'skipped',
    f: 'passed'
  })
})

t.test('what passed when it was run again is flaky, and what failed again is not', async (t) => {
  const report = reportIn(
    t,
    suite(
      named('recovers', '<flakyFailure type="java.io.IOException" message="once">at x</flakyFailure>'),
      named('breaks at first', '<flakyError message="once"/>'),
      named('stays', '<failure message="last"/><rerunFailure message="again"/>')
    )
  )
  t.match(testIn(report, 'recovers'), {
    status: 'passed',
    flaky: true,
    failure: { errorClass: 'java.io.IOException', message: 'once' }
  })
  t.match(testIn(report, 'breaks at first'), { status: 'passed', flaky: true })
  t.match(testIn(report, 'stays'), { status: 'failed', flaky: false, failure: { message: 'last' } })
})

t.test('cases of one name are one test: the worst stands, and a pass after a failure is noted', async (t) => {
  const failure = '<failure message="m"/>'
  const report = reportIn(
    t,
    suite(
      named('a', failure, ' time="1"'),
      named('a', '', ' time="0.5"'),
      named('b'),
      named('b', failure),
      named('c'),
      named('c', '<skipped/>'),
      '<testcase/><testcase/>'
    )
  )
  t.same(countsIn(report), [3, 0, 2, 0])
  t.match(testIn(report, 'a'), { status: 'failed', flaky: true, durationMs: 1_500 })
  t.match(testIn(report, 'b'), { status: 'failed', flaky: false, failure: { message: 'm' } })
  t.match(testIn(report, 'c'), { status: 'passed' })
})

t.test('a case without a class belongs to its suites, to the innermost of their files', async (t) => {
  const report = reportIn(
    t,
    `<testsuites><testsuite name="outer" file="o.php"><testsuite name="inner">
      <testcase name="a"/></testsuite><testcase name="a" file="own.php"/>
      <testcase name="b" classname="test"/></testsuite></testsuites>`
  )
  t.same(
    report.tests.map(({ suite, name, file }) => [suite, name, file]),
    [
      ['outer > inner', 'a', 'o.php'],
      ['outer', 'a', 'own.php'],
      ['outer', 'b', 'o.php']
    ]
  )
})

t.test('a report without cases says what its outermost suites declare', async (t) => {
  const report = reportIn(
    t,
    `<testsuites><testsuite tests="6" failures="1" skipped="1" disabled="1" errors="1"><testsuite tests="6"/></testsuite>
     <testsuite tests="2" failures="x"/></testsuites>`
  )
  t.same(report.counts, { tests: 8, passed: 4, skipped: 2, failed: 1, errored: 1 })
  t.match(report.notes, [/lists no tests/])
  t.same(countsIn(reportIn(t, suite())), [0, 0, 0, 0])
  t.equal(reportIn(t, '<testsuite tests="9"><testcase name="a"/></testsuite>').counts.tests, 1)
})

t.test('a suite that broke outside of its tests is mentioned', async (t) => {
  const report = reportIn(t, suite('<error message="import"/>', named('a')))
  t.equal(report.interrupted, 'A suite failed outside of its tests')
  t.equal(reportIn(t, suite(named('a'))).interrupted, null)
})

t.test('durations are read with thousands, and nonsense is none', async (t) => {
  const times = ['1,234.5', '0', '1e-3', 'soon', '-1', '']
  const report = reportIn(t, suite(...times.map((time, at) => named(`${at}`, '', ` time="${time}"`))))
  t.same(
    report.tests.map(({ durationMs }) => durationMs),
    [1_234_500, 0, 1, null, null, null]
  )
})

t.test('a class is taken from the message where no attribute names it', async (t) => {
  const messages = ['AssertionError: no', 'java.io.IOException', 'Oh no: an Error', 'expected 1']
  const report = reportIn(
    t,
    suite(...messages.map((message, at) => named(`${at}`, `<failure message="${message}"/>`)))
  )
  t.same(
    report.tests.map(({ failure }) => failure?.errorClass),
    ['AssertionError', 'java.io.IOException', null, null]
  )
})

t.test('namespaces, byte order marks and encodings change nothing', async (t) => {
  const xml = (encoding: string) =>
    `<?xml version="1.0" encoding="${encoding}"?><j:testsuite xmlns:j="urn:j"><j:testcase name="é"/></j:testsuite>`
  const utf16 = Buffer.from(`\ufeff${xml('utf-16')}`, 'utf16le')
  const contents = [
    xml('utf-8'),
    `\ufeff${xml('utf-8')}`,
    `\n ${xml('utf-16')}`,
    Buffer.from(xml('ISO-8859-1'), 'latin1'),
    utf16,
    Buffer.from(utf16).swap16(),
    Buffer.from(xml('utf-16'), 'utf16le'),
    xml('no-such-thing')
  ]
  for (const content of contents) t.same(statusesIn(reportIn(t, content)), { é: 'passed' })
})

t.test('entities are left as they are written, whatever a document type defines', async (t) => {
  const report = reportIn(
    t,
    `<!DOCTYPE t [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>
     <testsuite><testcase name="&b;&lt;&#65;"><failure message="&x;"/></testcase></testsuite>`
  )
  t.match(report.tests, [{ name: '&b;<A', failure: { message: '&x;' } }])
  t.match(report.notes, [/does not allow/])
})

t.test('characters of a terminal do no harm', async (t) => {
  const report = reportIn(
    t,
    suite(named('a', '<failure>\u001b[31mred\u001b[0m\u0000 &#27;[1mbold\nnext</failure>'))
  )
  t.match(testIn(report, 'a').failure?.message, /^red +.*bold\nnext$/)
})

t.test('whatever is no whole report is unreadable, and the reason says why', async (t) => {
  const cases: [string, RegExp][] = [
    ['', /empty/],
    [' \n', /empty/],
    ['nothing to see', /no known format/],
    ['<suites><suite/></suites>', /<suites> begins no known/],
    ['<constructor/>', /<constructor> begins no known/],
    [suite(named('a')).slice(0, -3), /not well-formed/],
    [`<testsuite><testcase></testsuite>`, /not well-formed/],
    [suite() + suite(), /not well-formed/],
    ['<!-- nothing -->', /not well-formed/]
  ]
  for (const [content, reason] of cases) t.match(readReport(content), { kind: 'unreadable', reason })
})
