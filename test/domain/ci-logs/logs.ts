// What tools print when they fail, from their first line to their last, and which line of it a person would quote.
import type { FailureType } from '#schemas/mirror/ci.js'

export interface FailedLog {
  command: string
  type: FailureType
  /** Each of them is part of the quote. */
  told: readonly string[]
  file?: string | null
  line?: number | null
  log: string
}

export const SCRIPTED_LOGS: readonly FailedLog[] = [
  {
    command: 'npx jest',
    type: 'test_failure',
    told: ['● math › adds numbers', 'Expected: 5', 'Received: 4'],
    file: 'src/math.test.js',
    line: 5,
    log: `FAIL src/math.test.js
  math
    ✕ adds numbers (3 ms)
    ✓ subtracts numbers

  ● math › adds numbers

    expect(received).toBe(expected) // Object.is equality

    Expected: 5
    Received: 4

      3 | describe('math', () => {
      4 |   it('adds numbers', () => {
    > 5 |     expect(add(2, 2)).toBe(5)
        |                       ^
      6 |   })
      7 | })

      at Object.<anonymous> (src/math.test.js:5:23)

Test Suites: 1 failed, 1 total
Tests:       1 failed, 1 passed, 2 total
Snapshots:   0 total
Time:        0.412 s
Ran all test suites.`
  },
  {
    command: 'npx jest',
    type: 'test_failure',
    told: ['● reads the list', "TypeError: Cannot read properties of undefined (reading 'map')"],
    file: 'src/list.js',
    line: 3,
    log: `FAIL src/list.test.js
  ✕ reads the list (2 ms)

  ● reads the list

    TypeError: Cannot read properties of undefined (reading 'map')

      2 | export function names(list) {
    > 3 |   return list.items.map((item) => item.name)
        |                     ^
      4 | }

      at names (src/list.js:3:21)
      at Object.<anonymous> (src/list.test.js:4:10)

Test Suites: 1 failed, 1 total
Tests:       1 failed, 1 total`
  },
  {
    command: 'npx vitest run',
    type: 'test_failure',
    told: ['AssertionError: expected 4 to be 5 // Object.is equality'],
    file: 'src/math.test.ts',
    line: 6,
    log: ` RUN  v1.6.0 /home/runner/work/app/app

 ❯ src/math.test.ts  (2 tests | 1 failed) 5ms
   ❯ src/math.test.ts > math > adds numbers
     → expected 4 to be 5 // Object.is equality

⎯⎯⎯⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯

 FAIL  src/math.test.ts > math > adds numbers
AssertionError: expected 4 to be 5 // Object.is equality

- Expected
+ Received

- 5
+ 4

 ❯ src/math.test.ts:6:23
      4| describe('math', () => {
      5|   it('adds numbers', () => {
      6|     expect(add(2, 2)).toBe(5)
       |                       ^
      7|   })

⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯[1/1]⎯

 Test Files  1 failed (1)
      Tests  1 failed | 1 passed (2)
   Duration  312ms`
  },
  {
    command: 'npx mocha',
    type: 'test_failure',
    told: ['AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:', '4 !== 5'],
    file: 'test/math.js',
    line: 6,
    log: `  math
    1) adds numbers
    ✔ subtracts numbers

  1 passing (4ms)
  1 failing

  1) math
       adds numbers:

      AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:

4 !== 5

      + expected - actual

      -4
      +5

      at Context.<anonymous> (test/math.js:6:12)
      at process.processImmediate (node:internal/timers:483:21)
`
  },
  {
    command: 'npx tsc --noEmit',
    type: 'type_check',
    told: ["error TS2322: Type 'string' is not assignable to type 'number'."],
    file: 'src/first.ts',
    line: 3,
    log: `src/first.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'.
src/second.ts(8,1): error TS2304: Cannot find name 'foo'.
src/third.ts(12,20): error TS2345: Argument of type 'null' is not assignable to parameter of type 'string'.`
  },
  {
    command: 'npx eslint .',
    type: 'lint_format',
    told: ["3:7  error  'a' is assigned a value but never used", 'no-unused-vars'],
    file: 'src/index.js',
    line: 3,
    log: `
/home/runner/work/app/app/src/index.js
  1:1  warning  Unexpected console statement           no-console
  3:7  error    'a' is assigned a value but never used  no-unused-vars
  9:1  error    Unexpected var, use let or const        no-var

✖ 3 problems (2 errors, 1 warning)
  1 error and 0 warnings potentially fixable with the \`--fix\` option.
`
  },
  {
    command: 'npm ci',
    type: 'config_error',
    told: ['JSON.parse Expected double-quoted property name in JSON at position 120'],
    file: 'package.json',
    line: 6,
    log: `npm error code EJSONPARSE
npm error path /home/runner/work/app/app/package.json
npm error JSON.parse Expected double-quoted property name in JSON at position 120 (line 6 column 3) while parsing near "...\\"jest\\",\\n  },\\n  }\\n"
npm error JSON.parse Failed to parse JSON data.
npm error JSON.parse Note: package.json must be actual JSON, not just JavaScript.
npm error A complete log of this run can be found in: /home/runner/.npm/_logs/2026-01-01T00_00_00_000Z-debug-0.log`
  },
  {
    command: 'node src/index.js',
    type: 'dependency_resolution',
    told: ["Error: Cannot find module 'lodash'"],
    file: 'src/index.js',
    log: `node:internal/modules/cjs/loader:1228
  throw err;
  ^

Error: Cannot find module 'lodash'
Require stack:
- /home/runner/work/app/app/src/index.js
    at Module._resolveFilename (node:internal/modules/cjs/loader:1225:15)
    at Module._load (node:internal/modules/cjs/loader:1051:27)
    at Object.<anonymous> (/home/runner/work/app/app/src/index.js:1:11) {
  code: 'MODULE_NOT_FOUND',
  requireStack: [ '/home/runner/work/app/app/src/index.js' ]
}

Node.js v20.18.0`
  },
  {
    command: 'pytest',
    type: 'test_failure',
    told: ['FAILED tests/test_calc.py::test_div - assert 2.0 == 3'],
    file: 'tests/test_calc.py',
    line: 7,
    log: `============================= test session starts ==============================
platform linux -- Python 3.12.3, pytest-8.2.0, pluggy-1.5.0
rootdir: /home/runner/work/app/app
collected 3 items

tests/test_calc.py ..F                                                   [100%]

=================================== FAILURES ===================================
___________________________________ test_div ___________________________________

    def test_div():
>       assert div(6, 3) == 3
E       assert 2.0 == 3
E        +  where 2.0 = div(6, 3)

tests/test_calc.py:7: AssertionError
=========================== short test summary info ============================
FAILED tests/test_calc.py::test_div - assert 2.0 == 3
========================= 1 failed, 2 passed in 0.04s ==========================`
  },
  {
    command: 'python -m unittest',
    type: 'test_failure',
    told: ['FAIL: test_div (tests.test_calc.CalcTest.test_div)', 'AssertionError: 2.0 != 3'],
    file: 'tests/test_calc.py',
    line: 8,
    log: `.F
======================================================================
FAIL: test_div (tests.test_calc.CalcTest.test_div)
----------------------------------------------------------------------
Traceback (most recent call last):
  File "/home/runner/work/app/app/tests/test_calc.py", line 8, in test_div
    self.assertEqual(div(6, 3), 3)
AssertionError: 2.0 != 3

----------------------------------------------------------------------
Ran 2 tests in 0.001s

FAILED (failures=1)`
  },
  {
    command: 'mypy src',
    type: 'type_check',
    told: ['src/app.py:4: error: Incompatible return value type (got "str", expected "int")'],
    file: 'src/app.py',
    line: 4,
    log: `src/app.py:4: error: Incompatible return value type (got "str", expected "int")  [return-value]
src/app.py:9: error: Argument 1 to "f" has incompatible type "None"; expected "str"  [arg-type]
Found 2 errors in 1 file (checked 3 source files)`
  },
  {
    command: 'ruff check .',
    type: 'lint_format',
    told: ['src/app.py:1:8: F401 [*] `os` imported but unused'],
    file: 'src/app.py',
    line: 1,
    log: `src/app.py:1:8: F401 [*] \`os\` imported but unused
src/app.py:5:5: F841 Local variable \`x\` is assigned to but never used
Found 2 errors.
[*] 1 fixable with the \`--fix\` option (1 hidden fix can be enabled with the \`--unsafe-fixes\` option).`
  },
  {
    command: 'ruff check .',
    type: 'lint_format',
    told: ['F401 [*] `os` imported but unused'],
    file: 'src/app.py',
    line: 1,
    log: `F401 [*] \`os\` imported but unused
 --> src/app.py:1:8
  |
1 | import os
  |        ^^
2 | import sys
  |
help: Remove unused import: \`os\`

Found 1 error.
[*] 1 fixable with the \`--fix\` option.`
  },
  {
    command: 'black --check .',
    type: 'lint_format',
    told: ['would reformat /home/runner/work/app/app/src/app.py'],
    file: 'src/app.py',
    log: `would reformat /home/runner/work/app/app/src/app.py

Oh no! 💥 💔 💥
1 file would be reformatted, 3 files would be left unchanged.`
  },
  {
    command: 'vendor/bin/phpunit',
    type: 'test_failure',
    told: ['1) Tests\\CalcTest::testAdd', 'Failed asserting that 4 matches expected 5.'],
    file: 'tests/CalcTest.php',
    line: 12,
    log: `PHPUnit 10.5.20 by Sebastian Bergmann and contributors.

Runtime:       PHP 8.3.6

.F.                                                                 3 / 3 (100%)

Time: 00:00.012, Memory: 8.00 MB

There was 1 failure:

1) Tests\\CalcTest::testAdd
Failed asserting that 4 matches expected 5.

/home/runner/work/app/app/tests/CalcTest.php:12

FAILURES!
Tests: 3, Assertions: 3, Failures: 1.
Script phpunit handling the test event returned with error code 1`
  },
  {
    command: 'bundle exec rspec',
    type: 'test_failure',
    told: ['Failure/Error: expect(Calc.add(2, 2)).to eq 5', 'expected: 5', 'got: 4'],
    file: 'spec/calc_spec.rb',
    line: 6,
    log: `.F

Failures:

  1) Calc adds numbers
     Failure/Error: expect(Calc.add(2, 2)).to eq 5

       expected: 5
            got: 4

       (compared using ==)
     # ./spec/calc_spec.rb:6:in \`block (2 levels) in <top (required)>'

Finished in 0.01 seconds (files took 0.1 seconds to load)
2 examples, 1 failure

Failed examples:

rspec ./spec/calc_spec.rb:5 # Calc adds numbers
`
  }
]
