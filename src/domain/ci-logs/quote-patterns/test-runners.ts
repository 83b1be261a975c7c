// Messages of test runners about a single failed test.
import type { QuotePattern } from './quote-pattern.js'

const types = ['test_failure'] as const
/** A JavaScript stack frame in the code under test. */
const FRAME =
  /^\s{1,12}(?:at (?:[^(]{1,200} \()?|❯ )(?:file:\/\/)?(?!.{0,250}node_modules)(?<file>[\w@./\\-]{1,250}\.(?:[cm]?[tj]sx?|vue|svelte)):(?<line>\d{1,6}):\d{1,6}/

export const testRunnerQuotes: readonly QuotePattern[] = [
  {
    types,
    pattern: /^\s{1,8}● (?!Console|Deprecation|Validation|Cannot log after|Test suite failed).{1,300}/,
    more: /^\s{2,8}(?:Expected|Received)\b.{0,40}: |^\s{4}\w{0,60}Error: |^\s{4}thrown: /,
    below: FRAME,
    example: '  ● math › adds numbers'
  },
  {
    types,
    pattern: /^\s{1,8}● Test suite failed to run$/,
    more: /^ {4}(?:Cannot find .|\w{0,60}Error: .|Your test suite must)/,
    below: FRAME,
    example: '  ● Test suite failed to run'
  },
  {
    types,
    pattern: /^\s{0,2}FAIL {1,4}[\w@./\\ |-]{1,250}\.[cm]?[tj]sx? > .{1,300}/,
    more: /^\w{0,60}Error: |^Snapshot /,
    below: FRAME,
    example: ' FAIL  src/a.test.ts > math > adds numbers'
  },
  {
    types,
    pattern: /^\s{0,12}(?:AssertionError(?: \[ERR_ASSERTION\])?: .|Error: expect\()/,
    isFallback: true,
    more: /^\s{0,8}\S.{0,80} !== \S/,
    below: FRAME,
    example: 'AssertionError: expected 4 to be 5 // Object.is equality'
  },
  {
    types,
    pattern: /^\s{0,4}\d{1,4}\) \[[\w -]{3,40}\] › (?<file>[\w@./-]{1,250}\.[cm]?[tj]sx?):(?<line>\d{1,6})/,
    more: /^\s{4,8}(?:\w{0,60}Error|Error: .{1,200}|Expected .{1,60}|Received .{1,60}): /,
    example: '  1) [chromium] › a.spec.ts:3:5 › opens the page'
  },
  {
    types,
    pattern: /^(?:FAILED|ERROR) (?<file>[\w./\\-]{1,250}\.(?:py|rst|md|txt))(?:::\S{1,300})? - /,
    example: 'FAILED tests/test_a.py::test_b - assert 2.0 == 3'
  },
  {
    types,
    pattern:
      /^FAILED (?<file>[\w./\\-]{1,250}\.py)::\S{1,300}$|^(?<file2>[\w./\\-]{1,250}\.(?:py|rst|md|txt)):(?<line>\d{1,6}): DocTestFailure|^E {2,8}(?:assert |[A-Z]\w{1,60}(?:Error|Exception|Warning)\b|Failed: )/,
    isFallback: true,
    example: 'E       AssertionError: a'
  },
  {
    types,
    pattern: /^(?:FAIL|ERROR): \w{1,200} \([\w.]{1,250}\)/,
    more: /^[A-Z][\w.]{0,80}(?:Error|Exception|Failure)\b/,
    below: /^ {2}File "(?!.{0,250}(?:site-packages|lib\/python))(?<file>[^"]{1,250})", line (?<line>\d{1,6})/,
    example: 'FAIL: test_a (tests.test_a.TestA)'
  },
  {
    types,
    pattern: /^\s{0,12}--- FAIL: \S{1,200}/,
    more: /^\s{4,16}(?<file>[\w./-]{1,200}_test\.go):(?<line>\d{1,6}): ./,
    before: /^\s{4,16}(?<file>[\w./-]{1,200}_test\.go):(?<line>\d{1,6}): ./,
    example: '--- FAIL: TestA (0.01s)'
  },
  {
    types,
    pattern:
      /^\s{0,8}thread '.{1,200}' (?:\(\d{1,9}\) )?panicked at (?:'.{1,400}', )?(?:(?<file>(?!\S{0,250}\.cargo)[\w./\\-]{1,250}\.rs):(?<line>\d{1,6})|\S)/,
    more: /^\s{0,8}assertion .{1,200}|^ {1,10}(?:left|right): /,
    example: "thread 'a' panicked at src/lib.rs:12:9:"
  },
  {
    types,
    pattern: /^\S{1,250} > .{1,300} FAILED$/,
    more: /^\s{2,8}[\w.$]{3,200}(?:Error|Exception|Failure)\b.{0,4}/,
    below: /^\s{4,12}at .{1,250}\((?<file>\w{1,100}\.(?:java|kt|scala|groovy)):(?<line>\d{1,6})\)/,
    example: 'ATest > doesB() FAILED'
  },
  {
    types,
    pattern: /^\[ERROR\] {1,4}\w{1,100}\.\w{1,100}:\d{1,6} .{1,300}/,
    above: /^\s{1,8}at .{1,250}\((?<file>\w{1,100}\.(?:java|kt|scala|groovy)):(?<line>\d{1,6})\)/,
    example: '[ERROR]   ATest.doesB:12 expected: <5> but was: <4>'
  },
  {
    types,
    pattern: /^\d{1,4}\) [\w\\]{1,200}::\w{1,200}/,
    more: /^(?:Failed asserting .|[\w\\]{1,100}(?:Error|Exception): .)/,
    below: /^(?<file>[\w./\\: -]{1,250}\.php):(?<line>\d{1,6})$/,
    example: '1) Tests\\ATest::testB'
  },
  {
    types,
    pattern: /^\s{1,12}Failure\/Error: /,
    more: /^\s{4,16}(?:expected|got):? /,
    below: /^\s{4,12}# (?<file>\.?[\w./-]{1,200}\.rb):(?<line>\d{1,6}):in /,
    example: '     Failure/Error: expect(a).to eq 5'
  },
  {
    types,
    pattern: /^\s{0,4}Failed (?!!)[\w.]{3,250}(?=[ (]).{0,200} \[[\d<]/,
    more: /^\s{2,6}\S{1,80} Failure\b|^\s{0,6}(?:Expected|Actual|But was): {1,8}\S/,
    below: /^\s{2,8}at .{1,250} in (?<file>.{1,250}\.(?:cs|fs|vb)):line (?<line>\d{1,6})/,
    example: '  Failed ATests.DoesB [12 ms]'
  },
  {
    types,
    pattern: /^(?<file>[\w./\\:-]{1,250}\.(?:cc|cpp|cxx|h|hpp))[:(](?<line>\d{1,6})\)?: (?:Failure|error: )/,
    more: /^(?:Expected|Value|The difference|\s{2,4}(?:Actual|Which is|\w{1,80}))\b.{0,80}/,
    example: 'tests/a_test.cc:12: Failure'
  },
  {
    types,
    pattern: /^(?<file>[\w./-]{1,250}\.(?:swift|m|mm)):(?<line>\d{1,6}): error: -\[/,
    example: 'AppTests/ATests.swift:20: error: -[AppTests.ATests testB] : XCTAssertEqual failed'
  },
  {
    types,
    pattern: /^\s{1,4}\d{1,4}\) (?:test|doctest|property) .{1,300} \([\w.]{1,200}\)$/,
    more: /^ {5}(?:Assertion with |left: |right: |\*\* \()/,
    below: /^ {5,12}(?<file>[\w./-]{1,250}\.exs?):(?<line>\d{1,6}): /,
    example: '  1) test adds (ATest)'
  }
]
