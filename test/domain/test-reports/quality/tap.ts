// TAP, versions 12 to 14.
import type { ReportCase } from './case.js'

export const tapReports: readonly ReportCase[] = [
  {
    name: 'TAP 12: a plan at the top, plain results and a skip are read without a version line',
    file: 'results.tap',
    content: `1..4
ok 1 - opens
not ok 2 - writes
#   Failed test 'writes'
#   at t/file.t line 9.
ok 3 - locks # SKIP no flock here
ok 4 closes
`,
    expected: {
      tests: 4,
      passed: 2,
      skipped: 1,
      failed: 1,
      errored: 0,
      cases: [
        { name: 'opens', status: 'passed' },
        { name: 'writes', status: 'failed' },
        { name: 'locks', status: 'skipped' },
        { name: 'closes', status: 'passed' }
      ]
    }
  },
  {
    name: 'TAP 13: what a block of YAML quotes is no result, and the plan may come last',
    file: 'results.tap',
    content: `TAP version 13
ok 1 - parses
not ok 2 - prints
  ---
  message: |
    the child printed
    not ok 3 - inner
    ok 4 - inner
  duration_ms: 3.25
  ...
ok 3 - ends
1..3
# tests 3
# pass 2
# fail 1
`,
    expected: {
      tests: 3,
      passed: 2,
      skipped: 0,
      failed: 1,
      errored: 0,
      cases: [
        { name: 'parses', status: 'passed' },
        { name: 'prints', status: 'failed' },
        { name: 'ends', status: 'passed' }
      ]
    }
  },
  {
    name: 'TAP 13: a failed TODO is no failure, however the directive is written',
    file: 'results.tap',
    content: `TAP version 13
1..3
not ok 1 - knows Klingon # TODO nobody speaks it
not ok 2 - knows Vulcan # todo
ok 3 - knows Latin
`,
    expected: { tests: 3, failed: 0, errored: 0 }
  },
  {
    name: 'TAP: a directive needs its word right after the mark, so other marks belong to the name',
    file: 'results.tap',
    content: `1..3
ok 1 - counts #hashtags
not ok 2 - links issue #12
ok 3 - loads # Skipped: no network
`,
    expected: {
      tests: 3,
      passed: 1,
      skipped: 1,
      failed: 1,
      errored: 0,
      including: [
        { name: 'counts #hashtags', status: 'passed' },
        { name: 'links issue #12', status: 'failed' }
      ]
    }
  },
  {
    name: 'TAP 14: leaves of subtests are tests, and a failed one is not hidden by its group',
    file: 'results.tap',
    content: `TAP version 14
# Subtest: cart
    ok 1 - adds
    # Subtest: coupons
        ok 1 - are applied
        not ok 2 - expire
          ---
          at: cart.test.js:12
          ...
        1..2
    not ok 2 - coupons
    1..2
not ok 1 - cart
ok 2 - price # time=3ms
1..2
`,
    expected: {
      including: [
        { nameEnd: 'adds', status: 'passed' },
        { nameEnd: 'are applied', status: 'passed' },
        { nameEnd: 'expire', status: 'failed' }
      ]
    }
  },
  {
    name: 'TAP: results without numbers and names count',
    file: 'results.tap',
    content: '1..3\nok\nnot ok\nok\n',
    expected: { tests: 3, passed: 2, skipped: 0, failed: 1, errored: 0 }
  },
  {
    name: 'TAP: noise of the program under test is no result',
    file: 'results.tap',
    content: `TAP version 13
1..2
okay, let us begin
ok 1 - begins
not okay at all
nok 7 - no
 warning: ok 9
ok 2 - ends
`,
    expected: { tests: 2, passed: 2, skipped: 0, failed: 0, errored: 0 }
  },
  {
    name: 'TAP: lines that end with CR LF read as others do',
    file: 'results.tap',
    content: 'TAP version 13\r\n1..3\r\nok 1 - a\r\nok 2 - b # SKIP none\r\nnot ok 3 - c\r\n',
    expected: {
      tests: 3,
      passed: 1,
      skipped: 1,
      failed: 1,
      errored: 0,
      cases: [
        { name: 'a', status: 'passed' },
        { name: 'b', status: 'skipped' },
        { name: 'c', status: 'failed' }
      ]
    }
  },
  {
    name: 'TAP: a plan of nothing with a reason is no failure',
    file: 'results.tap',
    content: 'TAP version 13\n1..0 # SKIP no display\n',
    expected: { passed: 0, failed: 0, errored: 0 }
  },
  {
    name: 'TAP: a run that bailed out is no success, though each result is ok',
    file: 'results.tap',
    content: 'TAP version 13\n1..3\nok 1 - connects\nBail out! database is gone\n',
    expected: { notGreen: true }
  },
  {
    name: 'TAP: fewer results than planned are no success, because the program died',
    file: 'results.tap',
    content: 'TAP version 13\n1..4\nok 1 - a\nok 2 - b\n',
    expected: { notGreen: true }
  },
  {
    name: 'TAP: a stream that never says its plan was cut off and is no success',
    file: 'results.tap',
    content: 'TAP version 13\nok 1 - a\nok 2 - b\n',
    expected: { notGreen: true }
  }
]
