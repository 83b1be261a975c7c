// What the reports of one attempt say together, wherever its runner has checked the repository out.
import t from 'tap'
import { AttemptReports } from '#domain/flaky-tests/reports.js'
import { createReportReader } from '#domain/test-reports/reader.js'

function read(...contents: readonly string[]) {
  const reports = new AttemptReports()
  contents.forEach((content, at) => {
    const reader = createReportReader('report')
    reader.push(Buffer.from(content))
    reports.add(`${at}.xml`, reader.end())
  })
  return reports.results
}

const identityOf = (file: string) => {
  const { tests } = read(JSON.stringify({ testResults: [{ name: file, status: 'failed', message: 'no' }] }))
  return tests.map((test) => [test.suite, test.name, test.file])
}

t.test('a test is the same wherever its runner has checked the repository out', async (t) => {
  const paths = [
    '/home/runner/work/hello/hello/src/a.test.ts',
    '/Users/runner/work/hello/hello/src/a.test.ts',
    'D:\\a\\hello\\hello\\src\\a.test.ts',
    'file:///D:/a/hello/hello/src/a.test.ts',
    'file:///home/runner/work/hello/hello/src/a.test.ts',
    '/__w/hello/hello/src/a.test.ts',
    '/opt/actions-runner/_work/hello/hello/src/a.test.ts',
    'C:\\actions-runner\\_work\\hello\\hello\\src\\a.test.ts',
    '/github/workspace/src/a.test.ts',
    '/builds/octo-org/hello/src/a.test.ts',
    'src/a.test.ts'
  ]
  for (const path of paths)
    t.same(identityOf(path), [['src/a.test.ts', 'src/a.test.ts', 'src/a.test.ts']], path)
})

t.test('a path stays as it is where the folder is not certain', async (t) => {
  const paths = [
    '/home/runner/work/hello/other/src/a.test.ts',
    '/home/runner/work/hello/hello',
    '/home/runner/work/hello/hello/',
    '/home/runner/work//a',
    '/srv/work/x/x/a.test.ts',
    '/a/x/x/a.test.ts',
    '/builds/octo-org/hello',
    '/src/a.test.ts',
    'C:\\src\\a.test.ts',
    'home/runner/work/hello/hello/a',
    'com.example.A',
    '/'
  ]
  for (const path of paths) t.same(identityOf(path), [[path, path, path]], path)
})

t.test('what only begins with a path keeps the rest, and names of tests are left alone', async (t) => {
  const root = '/home/runner/work/hello/hello'
  const { tests } = read(
    `<testsuite><testcase classname="${root}/a.ts [x]" name="${root}/b is found"/></testsuite>`
  )
  t.match(tests, [{ suite: 'a.ts [x]', name: `${root}/b is found`, file: null }])
})

t.test('an attempt is interrupted if one of its runs was, and says why', async (t) => {
  t.match(read('1..1\nok 1 - a\n', '<testsuite><testcase name="b"/></testsuite>'), {
    isInterrupted: false,
    notes: []
  })
  t.match(read('1..1\nok 1 - a\n', '1..1\nok 1 - b\nBail out! gone\n', '<html/>'), {
    reports: 2,
    tests: [{ name: 'a' }, { name: 'b' }],
    isInterrupted: true,
    notes: ['1.xml: The run bailed out: gone.', /^2\.xml: /]
  })
})

t.test('all reports together take no more text than one may, whatever is uploaded', (t) => {
  const reports = new AttemptReports()
  const message = 'm'.repeat(2_000)
  const test = { suite: '', status: 'failed', durationMs: null, flaky: false, file: null } as const
  const counts = { tests: 0, passed: 0, skipped: 0, failed: 0, errored: 0 }
  for (let at = 0; at < 20_000; at += 1)
    reports.add('a.xml', {
      kind: 'report',
      format: 'junit',
      counts,
      tests: [{ ...test, name: `${at}`, failure: { errorClass: null, message } }],
      interrupted: null,
      notes: []
    })
  const { tests, notes } = reports.results
  t.ok(tests.length > 15_000 && tests.length < 17_000)
  t.match(notes, [/^Only the first \d+ characters/])
  t.end()
})
