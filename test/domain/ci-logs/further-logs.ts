// The same of tools that say what failed above what they count.
import type { FailedLog } from './logs.js'

export const FURTHER_LOGS: readonly FailedLog[] = [
  {
    command: 'npx prettier --check .',
    type: 'lint_format',
    told: ['[warn] src/a.js'],
    file: 'src/a.js',
    log: `Checking formatting...
[warn] src/a.js
[warn] src/b.js
[warn] Code style issues found in 2 files. Run Prettier with --write to fix.`
  },
  {
    command: 'swift test',
    type: 'test_failure',
    told: ['XCTAssertEqual failed: ("4") is not equal to ("5")'],
    file: 'Tests/AppTests/FooTests.swift',
    line: 20,
    log: `/Users/runner/work/app/app/Tests/AppTests/FooTests.swift:20: error: -[AppTests.FooTests testBar] : XCTAssertEqual failed: ("4") is not equal to ("5")
Test Case '-[AppTests.FooTests testBar]' failed (0.1 seconds).
	 Executed 3 tests, with 1 failure (0 unexpected) in 0.2 (0.3) seconds`
  },
  {
    command: 'mix test',
    type: 'test_failure',
    told: ['1) test adds (CalcTest)', 'Assertion with == failed', 'left: 4', 'right: 5'],
    file: 'test/calc_test.exs',
    line: 6,
    log: `  1) test adds (CalcTest)
     test/calc_test.exs:5
     Assertion with == failed
     code:  assert Calc.add(2, 2) == 5
     left:  4
     right: 5
     stacktrace:
       test/calc_test.exs:6: (test)

Finished in 0.03 seconds
2 tests, 1 failure`
  },
  {
    command: 'npx webpack',
    type: 'compile_error',
    told: ["Module not found: Error: Can't resolve './missing'"],
    file: 'src/index.js',
    line: 3,
    log: `ERROR in ./src/index.js 3:0-20
Module not found: Error: Can't resolve './missing' in '/home/runner/work/app/app/src'

webpack 5.90.0 compiled with 1 error in 300 ms`
  },
  {
    command: 'npm ci',
    type: 'dependency_resolution',
    told: ['peer react@"^18.2.0" from react-dom@18.2.0'],
    log: `npm error code ERESOLVE
npm error ERESOLVE could not resolve
npm error
npm error While resolving: react-dom@18.2.0
npm error Found: react@17.0.2
npm error Could not resolve dependency:
npm error peer react@"^18.2.0" from react-dom@18.2.0`
  },
  {
    command: 'vendor/bin/phpstan analyse',
    type: 'type_check',
    told: ['Call to an undefined method A::b().'],
    file: 'src/A.php',
    line: 12,
    log: ` ------ ----------------------------------
  Line   src/A.php
 ------ ----------------------------------
  12     Call to an undefined method A::b().
 ------ ----------------------------------

 [ERROR] Found 1 error`
  },
  {
    command: 'npx jest',
    type: 'test_failure',
    told: ['● Test suite failed to run', "Cannot find module './missing' from 'src/a.js'"],
    file: 'src/a.js',
    line: 1,
    log: `FAIL src/a.test.js
  ● Test suite failed to run

    Cannot find module './missing' from 'src/a.js'

    Require stack:
      src/a.js
      src/a.test.js

      > 1 | const a = require('./missing')

      at Resolver._throwModNotFoundError (node_modules/jest-resolve/build/resolver.js:427:11)
      at Object.require (src/a.js:1:11)

Test Suites: 1 failed, 1 total
Tests:       0 total`
  },
  {
    command: 'golangci-lint run',
    type: 'lint_format',
    told: ['Error return value of `f.Close` is not checked (errcheck)'],
    file: 'main.go',
    line: 12,
    log: `main.go:12:2: Error return value of \`f.Close\` is not checked (errcheck)
main.go:20:6: func \`unused\` is unused (unused)`
  }
]
