import t from 'tap'
import { countsIn, reportIn, statusesIn, testIn } from './reading.js'

t.test('NUnit 3: ignored and inconclusive tests are skipped, and failures have their messages', async (t) => {
  const report = reportIn(
    t,
    `<test-run testcasecount="9"><test-suite type="Assembly" failed="9"><failure><message>children</message></failure>
      <test-case name="A" classname="N.C" result="Passed" duration="0.5"><reason><message>fine</message></reason></test-case>
      <test-case name="B" classname="N.C" result="Failed" label="Error"><failure>
        <message><![CDATA[System.IO.IOException : no]]></message><stack-trace>at</stack-trace></failure>
        <assertions><assertion><message>inner</message></assertion></assertions></test-case>
      <test-case name="C" classname="N.C" result="Inconclusive"/>
      <test-case name="D" classname="N.C" result="Skipped" label="Ignored" runstate="Ignored"/>
      <test-case name="E" classname="N.C" result="Warning"/>
      <test-case name="F" classname="N.C" result="Failed"/>
    </test-suite></test-run>`
  )
  t.equal(report.format, 'nunit')
  t.same(statusesIn(report), {
    A: 'passed',
    B: 'failed',
    C: 'skipped',
    D: 'skipped',
    E: 'passed',
    F: 'failed'
  })
  t.match(testIn(report, 'B').failure, {
    errorClass: 'System.IO.IOException',
    message: 'System.IO.IOException : no'
  })
  t.match(testIn(report, 'A'), { suite: 'N.C', durationMs: 500, failure: null })
})

t.test('NUnit 2: the full name is a class and a method, and what was not executed is skipped', async (t) => {
  const report = reportIn(
    t,
    `<test-results total="5"><test-suite name="x.dll"><results><test-suite name="C"><results>
      <test-case name="N.C.A" executed="True" success="True" time="0.1"/>
      <test-case name='N.C.B(1.5,"a.b")' executed="True" success="False"><failure><message>m</message></failure></test-case>
      <test-case name="N.C.E" executed="True" result="Error"><failure><message>m</message></failure></test-case>
      <test-case name="N.C.I" executed="False"><reason><message>later</message></reason></test-case>
      <test-case name="N.C.R" executed="False" result="NotRunnable"/>
      <test-case name="bare" executed="True" result="Success"/>
    </results></test-suite></results></test-suite></test-results>`
  )
  t.same(countsIn(report), [2, 2, 1, 1])
  t.match(testIn(report, 'B(1.5,"a.b")'), { suite: 'N.C', status: 'failed', failure: { message: 'm' } })
  t.match(testIn(report, 'bare'), { suite: 'C' })
})

t.test('xUnit.net: rows of a theory are one test, and the worst row stands', async (t) => {
  const row = (args: string, result: string, inner = '') =>
    `<test name="N.C.M(${args})" type="N.C" method="M" result="${result}" time="0.25">${inner}</test>`
  const failure = '<failure exception-type="X.Exception"><message>no</message></failure>'
  const collection = `${row('1', 'Pass')}${row('2', 'Fail', failure)}${row('3', 'Pass')}
    <test name="N.C.S" type="N.C" method="S" result="Skip"><reason>later</reason></test>`
  const report = reportIn(
    t,
    `<assemblies><assembly total="4"><errors><error type="assembly-cleanup"/></errors>
      <collection>${collection}</collection></assembly></assemblies>`
  )
  t.same(countsIn(report), [0, 1, 1, 0])
  t.match(testIn(report, 'M'), {
    durationMs: 750,
    flaky: false,
    failure: { errorClass: 'X.Exception', message: 'no' }
  })
  t.match(report.interrupted, /An assembly failed/)
  const first = reportIn(t, `<assembly total="4"><class>${collection}</class></assembly>`)
  t.same(countsIn(first), [2, 1, 1, 0], 'version 1 lists the rows')
  const bare = reportIn(t, '<assemblies><assembly total="3" failed="1" skipped="1" errors="0"/></assemblies>')
  t.same(countsIn(bare), [1, 1, 1, 0])
})

t.test('TRX: results find their classes, wherever these are defined', async (t) => {
  const result = (name: string, outcome: string, inner = '') =>
    `<UnitTestResult testId="${name[0]}" testName="${name}"${outcome && ` outcome="${outcome}"`} duration="01:00:01.5">${inner}</UnitTestResult>`
  const error = '<Output><ErrorInfo><Message>System.Exception: no</Message></ErrorInfo></Output>'
  const results = `<Results>${[
    result('a', 'Passed'),
    result('b', 'Failed', error),
    result('c', 'NotExecuted'),
    result('d', 'Inconclusive'),
    result('e', 'Error'),
    result('f', ''),
    result('g', 'Timeout'),
    result(
      'h',
      'Failed',
      `<InnerResults>${result('h (Data Row 0)', 'Passed')}${result('h (Data Row 1)', 'Failed', error)}</InnerResults>`
    )
  ].join('')}</Results>`
  const definitions = `<TestDefinitions>
    <UnitTest id="a"><TestMethod className="N.C, N, Version=1" name="a"/></UnitTest>
    <UnitTest id="b"><TestMethod className="N.D" name="b"/></UnitTest></TestDefinitions>`
  for (const body of [results + definitions, definitions + results]) {
    const report = reportIn(
      t,
      `<TestRun xmlns="http://microsoft.com/schemas/VisualStudio/TeamTest/2010">${body}</TestRun>`
    )
    t.same(countsIn(report), [2, 2, 3, 3])
    t.match(testIn(report, 'a'), { suite: 'N.C', durationMs: 3_601_500 })
    t.match(testIn(report, 'b'), { suite: 'N.D', failure: { errorClass: 'System.Exception' } })
    t.match(testIn(report, 'h').failure, { message: null }, 'a message belongs to its own row')
  }
})
