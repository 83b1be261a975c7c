// Reports of each producer, and broken ones, as somebody wrote them down who had not seen the readers.
import t, { type Test } from 'tap'
import { createReportReader } from '#domain/test-reports/reader.js'
import type { ReportedTest, ReportReading } from '#domain/test-reports/report.js'
import type { ExpectedCase, ExpectedReport, ReportCase } from './quality/case.js'
import { reportCases } from './quality/index.js'

function readingOf({ file, content }: ReportCase): ReportReading {
  const bytes = typeof content === 'string' ? content : content()
  const reader = createReportReader(file)
  reader.push(typeof bytes === 'string' ? Buffer.from(bytes) : bytes)
  return reader.end()
}

const isRed = ({ status }: ReportedTest) => status === 'failed' || status === 'errored'

function figuresOf(reading: Extract<ReportReading, { kind: 'report' }>): Record<string, number> {
  const { counts, tests } = reading
  const flaky = tests.filter((test) => test.flaky).length
  return { ...counts, red: counts.failed + counts.errored, flaky }
}

function isLike(test: ReportedTest, { suite, name, nameEnd, status, flaky }: ExpectedCase): boolean {
  return (
    (suite === undefined || test.suite === suite) &&
    (name === undefined || test.name === name) &&
    (nameEnd === undefined || test.name.endsWith(nameEnd)) &&
    test.status === status &&
    (flaky === undefined || test.flaky === flaky)
  )
}

function missingOf(tests: readonly ReportedTest[], wanted: readonly ExpectedCase[]): ExpectedCase[] {
  const left = [...tests]
  return wanted.filter((one) => {
    const at = left.findIndex((test) => isLike(test, one))
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

const textsOf = ({ suite, name, failure }: ReportedTest) => [suite, name, failure?.message ?? '']

function compare(t: Test, reading: ReportReading, expected: ExpectedReport): void {
  if (reading.kind === 'unreadable') {
    t.ok(expected.mayRefuse, reading.reason)
    return
  }
  const { cases, including, without = [], mayRefuse: _, ...wanted } = expected
  t.match(figuresOf(reading), wanted)
  const summary = reading.tests.map(({ suite, name, status }) => ({ suite, name, status }))
  t.same(missingOf(reading.tests, cases ?? including ?? []), [], JSON.stringify(summary).slice(0, 500))
  if (cases) t.equal(reading.tests.length, cases.length)
  const texts = reading.tests.flatMap(textsOf).join('\n')
  for (const text of without) t.notOk(texts.includes(text), `nothing of ${text}`)
}

for (const report of reportCases)
  t.test(report.name, async (t) => {
    const reading = readingOf(report)
    const { expected } = report
    if ('unreadable' in expected) t.equal(reading.kind, 'unreadable')
    else if ('notGreen' in expected)
      t.ok(
        reading.kind === 'unreadable' ||
          reading.tests.some(isRed) ||
          reading.counts.failed + reading.counts.errored > 0 ||
          reading.interrupted !== null
      )
    else compare(t, reading, expected)
  })
