import fc from 'fast-check'
import t from 'tap'
import { readReport, reportIn } from './reading.js'

const STATUSES = ['passed', 'skipped', 'failed', 'errored'] as const
type Status = (typeof STATUSES)[number]

const ELEMENTS: Record<Status, string> = {
  passed: '',
  skipped: '<skipped/>',
  failed: '<failure message="m"><![CDATA[é]]>]</failure>',
  errored: '<error>&amp;€𝄞</error>'
}
const GO: Record<Status, string> = { passed: 'pass', skipped: 'skip', failed: 'fail', errored: 'run' }

/** One made-up run in each kind of report. */
const WRITERS: Record<string, (statuses: readonly Status[]) => string> = {
  junit: (all) =>
    `<?xml version="1.0"?>\r\n<testsuites><testsuite name="é">${all
      .map((status, at) => `<testcase name="t${at}">${ELEMENTS[status]}</testcase>\r\n`)
      .join('')}</testsuite></testsuites>`,
  go: (all) =>
    all.map((status, at) => `{"Action":"${GO[status]}","Package":"p€","Test":"t${at}"}\r\n`).join(''),
  rspec: (all) =>
    JSON.stringify({ examples: all.map((status, at) => ({ full_description: `t𝄞${at}`, status })) }),
  tap: (all) =>
    `TAP version 14\n${all.map((status, at) => `${status === 'passed' ? '' : 'not '}ok ${at} - t${at}\n`).join('')}`
}
const writers = Object.entries(WRITERS)
const statuses = fc.array(fc.constantFrom(...STATUSES), { minLength: 1, maxLength: 40 })

t.test('so many cases are so many counts', async (t) => {
  fc.assert(
    fc.property(statuses, fc.constantFrom('junit', 'go'), (all, format) => {
      const { counts } = reportIn(t, WRITERS[format]?.(all) ?? '')
      const isEach = STATUSES.every((status) => counts[status] === all.filter((one) => one === status).length)
      return isEach && counts.tests === all.length
    })
  )
  t.pass()
})

t.test('where a chunk ends changes nothing', async (t) => {
  fc.assert(
    fc.property(
      statuses,
      fc.constantFrom(...writers),
      fc.integer({ min: 1, max: 50 }),
      (all, [, write], chunk) => {
        const content = write(all)
        t.same(readReport(content, { chunk }), readReport(content))
      }
    ),
    { numRuns: 60 }
  )
})

t.test('nothing that arrives throws, whole or damaged, and each reading is one of two', async (t) => {
  const damaged = fc
    .tuple(
      statuses,
      fc.constantFrom(...writers),
      fc.uint8Array({ maxLength: 8 }),
      fc.nat(),
      fc.nat({ max: 20 })
    )
    .map(([all, [, write], bytes, at, left]) => {
      const whole = Buffer.from(write(all))
      const place = at % (whole.length + 1)
      return Buffer.concat([whole.subarray(0, place), bytes, whole.subarray(place + left)])
    })
  const anything = fc.oneof(
    fc.uint8Array({ maxLength: 500 }),
    damaged,
    fc.json().map((json) => Buffer.from(json))
  )
  fc.assert(
    fc.property(anything, fc.integer({ min: 1, max: 30 }), (bytes, chunk) => {
      const reading = readReport(bytes, { chunk })
      t.same(reading, readReport(bytes))
      return reading.kind === 'report' || reading.reason.length > 0
    }),
    { numRuns: 400 }
  )
})

t.test('no more bytes and no more levels are read than are allowed', async (t) => {
  const content = WRITERS['junit']?.(Array.from({ length: 100 }, () => 'passed' as const)) ?? ''
  t.match(readReport(content, { bounds: { bytes: 1_000 }, chunk: 100 }), {
    kind: 'unreadable',
    reason: 'The report is larger than 1000 bytes'
  })
  const deep = `${'<testsuite>'.repeat(200_000)}<testcase name="a"/>${'</testsuite>'.repeat(200_000)}`
  t.match(readReport(deep), { kind: 'unreadable', reason: /deeper than 100/ })
  const nested = `{"testResults":[${'['.repeat(100_000)}${']'.repeat(100_000)}]}`
  t.equal(reportIn(t, nested).counts.tests, 0)
  t.match(readReport(nested, { bounds: { documentLength: 1_000 } }), { kind: 'unreadable', reason: /longer/ })
  const suites = '{"title":"x","suites":['.repeat(1_000)
  t.match(readReport(`{"config":{},"suites":[${suites}${']}'.repeat(1_000)}]}`), {
    kind: 'unreadable',
    reason: /deeper than 50/
  })
})

t.test('tests beyond the bounds are counted, but not listed', async (t) => {
  const all = Array.from({ length: 30 }, (_, at) => STATUSES[at % 4] ?? 'passed')
  const few = reportIn(t, WRITERS['junit']?.(all) ?? '', { bounds: { tests: 10 } })
  t.equal(few.tests.length, 10)
  t.same(few.counts, { tests: 30, passed: 8, skipped: 8, failed: 7, errored: 7 })
  t.match(few.notes, ['20 tests are counted, but not listed'])
  const short = reportIn(t, WRITERS['junit']?.(all) ?? '', { bounds: { textLength: 30 } })
  t.equal(short.counts.tests, 30)
  t.ok(short.tests.length < 15)
  const results = Array.from({ length: 5 }, (_, at) => `<UnitTestResult testName="t${at}" outcome="Passed"/>`)
  const trx = reportIn(t, `<TestRun>${results.join('')}</TestRun>`, { bounds: { tests: 2 } })
  t.equal(trx.counts.passed, 5)
  t.same(
    trx.tests.map(({ name }) => name),
    ['t0', 't1']
  )
})

t.test('long names are cut and stay apart, and no name leaves its line', async (t) => {
  const long = 'n'.repeat(5_000)
  const names = [`${long}a`, `${long}b`, 'one&#10;two&#x202e;', 'x'.repeat(1_000)]
  const cases = names.map((name) => `<testcase classname="${name}" name="${name}"/>`).join('')
  const { tests } = reportIn(t, `<testsuite>${cases}</testsuite>`)
  t.equal(new Set(tests.map(({ name }) => name)).size, names.length)
  t.ok(tests.every(({ name, suite }) => name.length <= 1_000 && suite === name))
  t.equal(tests[2]?.name, 'one two ')
})

t.test('messages are cut, and no half of a character is left', async (t) => {
  const text = '𝄞'.repeat(3_000)
  for (const messageLength of [9, 10, 2_000]) {
    const content = `<testsuite><testcase name="a"><failure>${text}</failure></testcase></testsuite>`
    const [test] = reportIn(t, content, { bounds: { messageLength } }).tests
    const message = test?.failure?.message ?? ''
    t.ok(message.length <= messageLength && message.endsWith('…'))
    t.notMatch(message, /\p{Surrogate}/u)
  }
})

t.test('a line that is too long is left out, and the others are read', async (t) => {
  const content = `${WRITERS['go']?.(['passed', 'failed'])}{"Action":"output","Output":"${'x'.repeat(5_000)}"}\n`
  const report = reportIn(t, content + WRITERS['go']?.(['passed', 'passed', 'passed']), {
    bounds: { lineLength: 1_000 },
    chunk: 64
  })
  t.equal(report.counts.tests, 3)
  t.match(report.notes, ['Lines longer than 1000 characters were left out'])
})

t.test('one long name that many tests share costs no more than a short one', async (t) => {
  const long = 'n'.repeat(1_000_000)
  const cases = '<testcase name="a"/>'.repeat(20_000)
  t.equal(
    reportIn(t, `<testsuite name="${long}"><testsuite name="b">${cases}</testsuite></testsuite>`).tests
      .length,
    1
  )
  const results = '<UnitTestResult testId="1" testName="a" outcome="Passed"/>'.repeat(20_000)
  const definition = `<UnitTest id="1"><TestMethod className="${long}"/></UnitTest>`
  t.equal(reportIn(t, `<TestRun>${results}${definition}</TestRun>`).tests[0]?.suite.length, 1_000)
})

t.test('what is cheap to write and dear to read is given up', async (t) => {
  const bounds = { oddities: 50, documentValues: 50, tokenLength: 10_000 }
  const many = (text: string, count = 100) => text.repeat(count)
  const inCase = (text: string) =>
    `<testsuite><testcase name="a"><failure>${text}</failure></testcase></testsuite>`
  const cases: [string, RegExp][] = [
    [inCase(many('\u0001')), /more than 50 characters/],
    [inCase(many('&x;')), /more than 50 characters/],
    [inCase(`<![CDATA[${many(']', 20_000)}]]>`), /more than 10000 characters/],
    [`<testsuite name="${many('\n', 20_000)}"/>`, /more than 10000 characters/],
    [`<testsuite><!-- ${many('x', 20_000)}`, /more than 10000 characters/],
    [`{"examples":[${many('{},')}0]}`, /more than 50 values/],
    [`{"Action":"start","Package":"p"}\n${many('{\n')}`, /More than 50 lines/]
  ]
  for (const [content, reason] of cases)
    for (const chunk of [7, 1_000_000])
      t.match(readReport(content, { bounds, chunk }), { kind: 'unreadable', reason })
  const harmless = `{"Action":"start","Package":"p"}\n${many('# built\n')}`
  t.equal(reportIn(t, harmless, { bounds }).counts.tests, 0)
})
