// Streams of `go test -json`.
import { jsonLines, type ReportCase } from './case.js'

const AT = '2026-02-03T04:05:06.789Z'
const PACKAGE = 'example.com/shop/cart'
const OTHER = 'example.com/shop/mail'

const event = (Action: string, Package: string, more: object = {}) => ({ Time: AT, Action, Package, ...more })
const output = (Package: string, Output: string, Test?: string) =>
  event('output', Package, Test === undefined ? { Output } : { Test, Output })
const ended = (Action: string, Package: string, Test: string) =>
  event(Action, Package, { Test, Elapsed: 0.01 })
const began = (Package: string, Test: string) => [
  event('run', Package, { Test }),
  output(Package, `=== RUN   ${Test}\n`, Test)
]

export const goReports: readonly ReportCase[] = [
  {
    name: 'Go: tests of interleaved packages belong to their own package',
    file: 'go.json',
    content: jsonLines([
      event('start', PACKAGE),
      event('start', OTHER),
      ...began(PACKAGE, 'TestSame'),
      ...began(OTHER, 'TestSame'),
      output(OTHER, '    mail_test.go:9: no server\n', 'TestSame'),
      ended('pass', PACKAGE, 'TestSame'),
      ...began(PACKAGE, 'TestSlow'),
      output(OTHER, '--- FAIL: TestSame (0.01s)\n', 'TestSame'),
      ended('fail', OTHER, 'TestSame'),
      output(PACKAGE, '    cart_test.go:20: skipping in short mode\n', 'TestSlow'),
      ended('skip', PACKAGE, 'TestSlow'),
      output(OTHER, 'FAIL\n'),
      event('fail', OTHER, { Elapsed: 0.02 }),
      output(PACKAGE, 'PASS\n'),
      event('pass', PACKAGE, { Elapsed: 0.02 })
    ]),
    expected: {
      tests: 3,
      passed: 1,
      skipped: 1,
      failed: 1,
      errored: 0,
      cases: [
        { suite: PACKAGE, name: 'TestSame', status: 'passed' },
        { suite: PACKAGE, name: 'TestSlow', status: 'skipped' },
        { suite: OTHER, name: 'TestSame', status: 'failed' }
      ]
    }
  },
  {
    name: 'Go: subtests have results of their own, whatever becomes of the test around them',
    file: 'go.json',
    content: jsonLines([
      ...began(PACKAGE, 'TestPrice'),
      ...began(PACKAGE, 'TestPrice/in_euros'),
      ended('pass', PACKAGE, 'TestPrice/in_euros'),
      ...began(PACKAGE, 'TestPrice/a/b'),
      ended('fail', PACKAGE, 'TestPrice/a/b'),
      ended('fail', PACKAGE, 'TestPrice'),
      event('fail', PACKAGE, { Elapsed: 0.1 })
    ]),
    expected: {
      errored: 0,
      including: [
        { suite: PACKAGE, name: 'TestPrice/in_euros', status: 'passed' },
        { suite: PACKAGE, name: 'TestPrice/a/b', status: 'failed' }
      ]
    }
  },
  {
    name: 'Go: results from the cache count as results',
    file: 'go.json',
    content: jsonLines([
      event('start', PACKAGE),
      ...began(PACKAGE, 'TestAdds'),
      output(PACKAGE, '--- PASS: TestAdds (0.00s)\n', 'TestAdds'),
      ended('pass', PACKAGE, 'TestAdds'),
      output(PACKAGE, 'PASS\n'),
      output(PACKAGE, `ok  \t${PACKAGE}\t(cached)\n`),
      event('pass', PACKAGE, { Elapsed: 0 })
    ]),
    expected: { tests: 1, passed: 1, skipped: 0, failed: 0, errored: 0 }
  },
  {
    name: 'Go: a package without tests is neither a test nor a skipped one',
    file: 'go.json',
    content: jsonLines([
      event('start', OTHER),
      output(OTHER, `?   \t${OTHER}\t[no test files]\n`),
      event('skip', OTHER, { Elapsed: 0 }),
      event('start', PACKAGE),
      ...began(PACKAGE, 'TestAdds'),
      ended('pass', PACKAGE, 'TestAdds'),
      event('pass', PACKAGE, { Elapsed: 0.1 })
    ]),
    expected: { tests: 1, passed: 1, skipped: 0, failed: 0, errored: 0 }
  },
  {
    name: 'Go: a package that does not compile is errored, beside the results of the others',
    file: 'go.json',
    content: jsonLines([
      { ImportPath: `${OTHER} [${OTHER}.test]`, Action: 'build-output', Output: `# ${OTHER}\n` },
      {
        ImportPath: `${OTHER} [${OTHER}.test]`,
        Action: 'build-output',
        Output: './mail.go:7:2: undefined: x\n'
      },
      { ImportPath: `${OTHER} [${OTHER}.test]`, Action: 'build-fail' },
      event('start', PACKAGE),
      ...began(PACKAGE, 'TestAdds'),
      ended('pass', PACKAGE, 'TestAdds'),
      event('pass', PACKAGE, { Elapsed: 0.1 }),
      event('start', OTHER),
      output(OTHER, `FAIL\t${OTHER} [build failed]\n`),
      event('fail', OTHER, { Elapsed: 0, FailedBuild: `${OTHER} [${OTHER}.test]` })
    ]),
    expected: {
      tests: 2,
      passed: 1,
      skipped: 0,
      red: 1,
      including: [{ suite: PACKAGE, name: 'TestAdds', status: 'passed' }]
    }
  },
  {
    name: 'Go: compiler messages between the events of an older Go are no success',
    file: 'go.json',
    content: `# ${OTHER}
./mail.go:7:2: undefined: x
${jsonLines([
  ...began(PACKAGE, 'TestAdds'),
  ended('pass', PACKAGE, 'TestAdds'),
  event('pass', PACKAGE, { Elapsed: 0.1 }),
  output(OTHER, `FAIL\t${OTHER} [build failed]\n`),
  event('fail', OTHER, { Elapsed: 0 })
])}`,
    expected: { notGreen: true }
  },
  {
    name: 'Go: a test that panics is red, and those that ended before it keep their results',
    file: 'go.json',
    content: jsonLines([
      ...began(PACKAGE, 'TestAdds'),
      ended('pass', PACKAGE, 'TestAdds'),
      ...began(PACKAGE, 'TestPanics'),
      output(PACKAGE, '--- FAIL: TestPanics (0.00s)\n', 'TestPanics'),
      output(PACKAGE, 'panic: index out of range [recovered]\n', 'TestPanics'),
      output(PACKAGE, 'goroutine 7 [running]:\n', 'TestPanics'),
      ended('fail', PACKAGE, 'TestPanics'),
      output(PACKAGE, `FAIL\t${PACKAGE}\t0.003s\n`),
      event('fail', PACKAGE, { Elapsed: 0.003 })
    ]),
    expected: {
      tests: 2,
      passed: 1,
      skipped: 0,
      red: 1,
      including: [{ suite: PACKAGE, name: 'TestAdds', status: 'passed' }]
    }
  },
  {
    name: 'Go: a package that fails though none of its tests did is no success',
    file: 'go.json',
    content: jsonLines([
      ...began(PACKAGE, 'TestAdds'),
      ended('pass', PACKAGE, 'TestAdds'),
      output(PACKAGE, 'leaked 3 goroutines\n'),
      output(PACKAGE, `FAIL\t${PACKAGE}\t0.2s\n`),
      event('fail', PACKAGE, { Elapsed: 0.2 })
    ]),
    expected: { notGreen: true }
  },
  {
    name: 'Go: a stream that ends within a test is no success',
    file: 'go.json',
    content: jsonLines([
      ...began(PACKAGE, 'TestAdds'),
      ended('pass', PACKAGE, 'TestAdds'),
      ...began(PACKAGE, 'TestHangs')
    ]),
    expected: { notGreen: true }
  }
]
