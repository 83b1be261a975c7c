// Patterns of changes that a repair may not make, matched on compact text.
import { isSettingsFile, isTestFile } from './file-kinds.js'
import type { PatchFault } from './patch.js'

export interface WeakeningPattern {
  fault: PatchFault
  reason: string
  /** Matched with and without comments. */
  pattern: RegExp
  /** The files that the pattern applies to. */
  within(path: string): boolean
}

const anywhere = () => true
const inTests = (path: string) => isTestFile(path) || /\.rs$/.test(path)
const inChecks = (path: string) => isTestFile(path) || isSettingsFile(path)

export const WEAKENING_PATTERNS: readonly WeakeningPattern[] = [
  {
    fault: 'test_skipped',
    reason: 'A test is skipped, or others are because of it.',
    within: inTests,
    pattern:
      /(?=\.(?:skip|only|todo|fixme|fails?|skipIf|runIf|failing)\b)(?<=\b(?:it|test|describe|context|suite|specify|scenario|t|Deno\.test|cy|tap)(?:\.(?!(?:skip|only|todo|fixme|fails?|skipIf|runIf|failing)\b)\w+)*)\.\w+|(?<![\w.])(?:xit|xtest|xdescribe|xcontext|xspecify|fit|fdescribe|fcontext|xscenario|fscenario|pending|skip|skip_if|skip_unless)(?=[('])|\bthis\.skip\(|\b(?:skip|todo):(?!false\b)|pytest\.(?:skip|xfail|importorskip)|mark\.(?:skip|xfail|skipif)|unittest\.(?:skip|expectedFailure|case\.skip)|\bself\.skipTest|raise (?:unittest\.)?SkipTest|__test__=False|\b[tb]\.Skip|testing\.Short\(|#\[ignore|#\[cfg\((?!test\))|#\[should_panic|@(?:Ignore|Disabled|DisabledIf|DisabledOnOs|EnabledIf|Disable\w*)\b|\[(?:Ignore|Explicit|Skip)\b|Skip='|Assume\.|assume(?:True|False|That)\(|assumingThat|@Test\(enabled=false|markTest(?:Skipped|Incomplete)|@group skip|@requires |GTEST_SKIP|DISABLED_|XCTSkip|\.disabled\(|@tag:?\s?:?skip|@moduletag|Assert\.(?:Ignore|Inconclusive)|plan skip_all|go:build ignore|\+build ignore|withKnownIssue|@unittest|expectedFailure/
  },
  {
    fault: 'test_skipped',
    reason: 'Go leaves the file out of its tests.',
    within: inTests,
    pattern: /\/\/(?:go:build|\+build) ?\S|@jest-ignore|istanbul skip|\bjest-environment-skip/
  },
  {
    fault: 'test_skipped',
    reason: 'The settings leave tests out.',
    within: (path) => isSettingsFile(path) || /\.(?:sh|ps1|bat|cmd|mk)$/.test(path),
    pattern:
      /passWithNoTests|--pass-with-no-tests|PathIgnorePatterns|--testPathIgnore|--ignore[= ]|--ignore-glob|--deselect|collect_ignore|norecursedirs|-k ?'? ?not |-m ?'? ?not |--exclude|\bexclude[:=(' ]|<exclude|<skip(?:Tests|ITs)?>true|skipTests|maven\.test\.skip|testFailureIgnore|ignoreFailures|enabled=false|--no-fail|--force-exit|--tag ~|~@|\btest=false|doctest=false|harness=false|-skip[= ]|-short\b|\|\|true|\|\|:|\|\|exit 0|exit 0|'(?:test|lint|check|typecheck|build|coverage)\w*(?::[\w:]+)?':'(?:echo|true|exit|:|node -e)|--allow-no-tests|xfail_strict=false|--grep|--invert|testIgnore|grepInvert|<RunTests>false|IsTestProject>false|--filter|--skip\b|--testNamePattern|forbidOnly:false|set ?\+e|-x ?test\b/
  },
  {
    fault: 'assertion_changed',
    reason: 'An assertion that always holds proves nothing.',
    within: inTests,
    pattern:
      /expect\((?:true|1|!0|'')\)\.|\bassert[\w.]{0,80}!?\(? ?(?:true|True|1|1==1|True is True)\b(?!\.|=|\w)|assert_eq!\((\w+),\1\)|expect\((\w+)\)\.to(?:Be|Equal|StrictEqual)\(\2\)|assert\w{0,80}\(\w{0,80},?(\w{1,80}),\3\)|expect\.anything\(|\bor True\b|\|\|true\b|\bXCTAssert(?:True)?\(true|EXPECT_TRUE\(true|Assert\.(?:True|IsTrue|Pass)\((?:true)?|t\.(?:pass|ok\(true)|expect\(\)\.nothing|assert!\(true/
  },
  {
    fault: 'assertion_changed',
    reason: 'What a test would raise is swallowed, or the test ends before it asks.',
    within: inTests,
    pattern:
      /catch(?:\(\w*(?::\w+)?\))?\{(?:return )?\}|catch\([\w ]+\)\{\}|except(?: [\w.,()]+)?(?: as \w+)?:(?:pass|return|\.\.\.)|rescue(?: \w+)?(?:=>\w+)? (?:nil|true|end)|contextlib\.suppress|suppress\(|process\.exit\(0|sys\.exit\(0?\)|os\._exit|\bos\.Exit\(0|std::process::exit\(0|System\.exit\(0|\bexit\(0\)|\bdefer func\(\)\{(?:_=)?recover|\.catch\(\(\w*\)=>\{?\}?(?:null|undefined|true)?\)|\bif\(?(?:false|False|0|!1)\)?[:{ ]|\bif False\b|\bif\([^()]{0,200}\)(?:expect|assert)|try\{(?:await )?(?:expect|assert)|#if 0|while\(false|=>\{return |\)\{return(?: |\}|$)|:return(?: |$)|\bmonkeypatch\.setattr\(builtins|expect=\(\)=>|expect=jest\.fn|assert=lambda|@(?:mock\.)?patch\('builtins\.|Object\.defineProperty\(expect/
  },
  {
    fault: 'timeout_widened',
    reason: 'Tests are tried again until they pass.',
    within: (path) => inChecks(path),
    pattern:
      /retryTimes\(|\bretries[:=(]|\bretry[:=(]|retries\(|flaky|reruns|--reruns|@Retry|RetryAnalyzer|rerunFailingTestsCount|@RepeatedTest|RetryingTest|\[Retry|maxRetries|--retry|--retries|--flake|FlakyTest|retry_count|rspec-retry|testRetry/i
  },
  {
    fault: 'coverage_lowered',
    reason: 'Code is left out of the coverage.',
    within: anywhere,
    pattern:
      /istanbul ignore|c8 ignore|v8 ignore|pragma:? ?no ?cover|codecov ?:? ?ignore|coverage\(off|no_coverage|@codeCoverageIgnore|:nocov:|ExcludeFromCodeCoverage|coveragePathIgnorePatterns|LCOV_EXCL|GCOV_EXCL|@Generated\b|tarpaulin_include|exclude_lines|collectCoverage:false|--no-cov|--no-coverage|sonar\.coverage\.exclusions|sonar\.exclusions|\[coverage:\w+\]omit|\bomit=|node:coverage (?:ignore|disable)/i
  },
  {
    fault: 'check_suppressed',
    reason: 'A linter, a type check or a scan is told to look away.',
    within: anywhere,
    pattern:
      /eslint[-]disable|tslint:disable|biome[-]ignore|oxlint[-]disable|prettier[-]ignore|stylelint[-]disable|@ts[-](?:ignore|nocheck|expect-error)|\$Flow(?:FixMe|Ignore)|\bas any\b|:any\b(?=[,)=;\s])|type: ?ignore|pyright: ?ignore|mypy: ?ignore|pylint: ?disable|# ?noqa|ruff: ?noqa|flake8: ?noqa|fmt: ?(?:off|skip)|isort: ?skip|nosec\b|#!?\[allow\(|#!?\[expect\(|rustfmt::skip|\/\/ ?nolint|\/\/ ?#nosec|@SuppressWarnings|@Suppress\(|noinspection|ktlint-disable|NOSONAR|CHECKSTYLE[.:]OFF|#pragma warning disable|#nullable disable|rubocop: ?(?:disable|todo)|phpcs:(?:ignore|disable)|@phpstan-ignore|@psalm-suppress|phpstan-ignore|shellcheck disable|hadolint ignore|NOLINT|clang-format off|swiftlint:disable|gitleaks:allow|pragma: allowlist secret|nosemgrep|lint:ignore|credo:disable|sobelow_skip|tfsec:ignore|checkov:skip/
  },
  {
    fault: 'check_suppressed',
    reason: 'The settings switch a check off or let it fail.',
    within: (path) => isSettingsFile(path),
    pattern:
      /'strict(?:\w*)?':false|'no(?:ImplicitAny|ImplicitThis|UncheckedIndexedAccess|UnusedLocals|UnusedParameters)':false|\bstrict=(?:false|False)|ignore_errors ?= ?true|ignore_missing_imports=(?:True|true)|:'off'|:\['off'|:0[,}]|--max-warnings[= ]?\d|--no-verify|--fix-dry-run|failOnError>?[=:]? ?false|<failsOnError>false|ignoreDuringBuilds:true|ignoreBuildErrors:true|warn_unused_ignores=False|\bextend-ignore|\bper-file-ignores|\bignore=\[|Enabled:false|TreatWarningsAsErrors>false|NoWarn>|continue-on-error|allow_failure|abortOnError|--quiet\b|checkJs':false|skipLibCheck':true|noEmitOnError':false/
  },
  {
    fault: 'check_suppressed',
    reason: 'The workflow lets a failure pass, runs less, or may do more.',
    within: (path) => /\.ya?ml$/i.test(path),
    pattern:
      /continue-on-error:(?!false)|allow_failure:true|\|\|true\b|\|\|:|\|\|exit 0|; ?true$|if:'?(?:\$\{\{)?false|if:'?always\(\)|if:'?(?:\$\{\{)?!|set ?\+e|write-all|pull_request_target|permissions:write|:write\b|secrets:inherit|secrets\.|--no-verify|-DskipTests|passWithNoTests|fail-fast:false|exit 0|paths-ignore|branches-ignore|curl[^|]{0,200}\|(?:ba|z)?sh|self-hosted|--exclude|--ignore|--deselect|--skip/
  }
]

/** Declarations of tests. A lower count means that a test was removed. */
export const TEST_DECLARATIONS =
  /(?<![\w.$])(?:it|test|specify|scenario|Deno\.test|t\.test|tap\.test|QUnit\.test)(?:\.\w+)*\(|(?<![\w])(?:def test\w*|async def test\w*|func (?:\([^)]{0,100}\))?(?:Test|Benchmark|Fuzz|Example)\w*|fun `[^`]{1,200}`|fun test\w*|function test\w*|public function test\w*|TEST(?:_F|_P)?\(|TEST_CASE\(|SCENARIO\(|@test)|(?<![\w.])test'|#\[(?:\w+::)?test\b|@(?:Test|ParameterizedTest|RepeatedTest|TestFactory)\b|\[(?:Fact|Theory|Test|TestMethod|TestCase)\b|\b(?:it|specify|scenario|example)'|(?<![\w.])it\{|\.it\(|test_that\(|@testset|func test[A-Z]\w*\(\)/g
