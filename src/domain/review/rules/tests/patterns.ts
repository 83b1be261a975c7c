// What weakens tests, for people: only what a single added line says for sure.

/** Leaves every other test out. */
export const FOCUSED =
  /(?<![\w.$])(?:it|test|describe|context|suite|specify|tap|t)\.only\b|(?<![\w.$])(?:fit|fdescribe|fcontext|fspecify)\(\s?["'`]|(?<![\w.$])(?:it|describe|context|specify)\s?["'(][^\n]{0,120},\s{0,3}:?focus(?:\s?=>\s?true|:\s?true)?\b|^\s*f(?:it|describe|context)\s["']|\bonly:\s?true\b|@focus\b/

/** Leaves a test out. */
export const SKIPPED =
  /(?<![\w.$])(?:it|test|describe|context|suite|specify|tap|t|Deno\.test|scenario)(?:\.\w{1,20}){0,2}\.(?:skip|todo|fixme|failing|fails|pending)\b|(?<![\w.$])(?:xit|xtest|xdescribe|xcontext|xspecify|xscenario)\b\s?["'(]|\bthis\.skip\(|\bpytest\.(?:skip|xfail)\(|@pytest\.mark\.(?:skip|xfail)\b|@(?:unittest\.)?(?:skip|expectedFailure)\b|\bself\.skipTest\(|\braise (?:unittest\.)?SkipTest|\bpytestmark\s?=\s?pytest\.mark\.skip|^\s*(?:t|b|f)\.Skip(?:f|Now)?\(|^\s*#\[ignore|@(?:Ignore|Disabled)\b(?!On|If|For)|\[(?:Ignore|Fact\(Skip|Theory\(Skip)|\bSkip\s?=\s?"|\bmarkTest(?:Skipped|Incomplete)\(|\bGTEST_SKIP\(|\bDISABLED_\w|\bXCTSkip\(|@tag :?skip\b|^\s*skip(?:\(| ["'])|^\s*pending(?:\(| ["']|$)|\.disabled\(|Assert\.(?:Ignore|Inconclusive)\(|\bskip:\s?(?:true|["'])|@Test\(enabled ?= ?false|^\s*x(?:it|describe|context) ["']/

/** What names a condition under which a test cannot run. */
export const CONDITIONAL =
  /\bskip_?[iI]f\b|\brunIf\b|skipUnless|skip_unless|platform|process\.(?:env|version)|\bsys\.|\bos\.(?:name|environ|getenv)|GOOS|testing\.Short|win32|windows|darwin|macos|linux|version|Docker|database|network|credential|not (?:installed|available|supported)|requires?\b|importorskip|@(?:EnabledIf|DisabledOnOs|DisabledIf)|Condition/i

/** Proves nothing. */
export const ALWAYS_TRUE =
  /\bexpect\(\s?(?:true|1|!0|!!1|"[^"]{0,20}"|'[^']{0,20}')\s?\)\.(?:to|not)|\bassert\.?(?:ok|isTrue|True|_?true|That)?\(\s?(?:true|True|1|1\s?==\s?1)\s?[,)]|^\s*assert (?:True|1|1 == 1)\b\s?(?:,|#|$)|\bself\.assertTrue\(\s?True\s?[,)]|\bassert!\(\s?true\s?[,)]|\bassert_eq!\(\s?(?:true, ?true|1, ?1)\s?\)|\bAssert\.(?:IsTrue|True)\(\s?true\s?[,)]|\bXCTAssert(?:True)?\(\s?true\s?[,)]|\bor True\b|\|\| ?true\)\.to|(?:EXPECT|ASSERT)_TRUE\(\s?true\s?\)|\bassertTrue\(\s?true\s?\)|\bexpect\(\)\.nothing|\bassert (?:true|:ok)$|\bexpect\((\w{1,40})\)\.(?:toBe|toEqual|toStrictEqual)\(\1\)/

/** Swallows what a test would raise. */
export const SWALLOWED =
  /\bcatch\s?(?:\(\s?\w{0,40}(?:\s?:\s?\w{1,20}|\s\w{1,20})?\s?\))?\s?\{\s{0,4}(?:\/\/[^\n]{0,80}|\/\*[^\n]{0,80}\*\/)?\s?\}|^\s*except(?:\s[\w.,() ]{1,60})?:\s?pass\b|\bcontextlib\.suppress\(\s?(?:Exception|BaseException|AssertionError)|^\s*rescue\s?(?:=>\s?\w{1,20}\s?)?(?:;|nil|$)|\.catch\(\s?\(\s?\w{0,20}\s?\)\s?=>\s?(?:\{\s?\}|null|undefined|true)\s?\)|^\s*except(?:\s(?:Exception|AssertionError|BaseException)(?:\sas\s\w{1,20})?)?:\s?$|\b(?:process\.exit|sys\.exit|os\.Exit|os\._exit)\(0?\)/

/** The swallowing goes on in the next line. */
export const OPEN_CATCH =
  /^\s*except(?:\s(?:Exception|AssertionError|BaseException)(?:\sas\s\w{1,20})?)?:\s?$|\bcatch\s?(?:\([^)\n]{0,60}\))?\s?\{\s?$/
export const IDLE_LINE = /^\s*(?:pass|\.\.\.|\}|\/\/[^\n]{0,100}|#[^\n]{0,100})\s*$/

/** Tries again until it passes. */
export const RETRIED =
  /\bretryTimes\(|\bretries\b\s?[:=(]\s?[1-9]|\bretry\b\s?[:=(]\s?[1-9]|@(?:pytest\.mark\.)?flaky\b|--reruns\b|rerunFailingTestsCount|@Retry|@RetryingTest|\[Retry|--retry(?:-times)?[ =][1-9]|\bthis\.retries\(/

/** An exact comparison, and one that nearly anything passes. */
export const EXACT =
  /\.(?:toBe|toEqual|toStrictEqual|toHaveBeenCalledWith|toThrow(?:Error)?\(["'/\w]|toHaveLength|toMatchInlineSnapshot|equals?|eql|deep\.equal|deepEqual|strictEqual|deepStrictEqual|isEqualTo|same|is)\(|\bassert(?:_)?(?:Equals?|_eq!?|_equal|_equals|ListEqual|DictEqual|AlmostEqual|Same|That)\b|^\s*assert\b.{0,200}==|(?:EXPECT|ASSERT)_(?:EQ|STREQ)\(|Assert\.(?:Equal|AreEqual|Same)|\brequire\.Equal|\bassert\.Equal|\bshould eq\b|\.to eq\b|\bcmp\.Diff\(/
export const VAGUE =
  /\.(?:toBeDefined|toBeTruthy|toBeFalsy|toBeUndefined|toBeNull|toBeInstanceOf|toMatchObject|toHaveBeenCalled|toBeCalled|toThrow|ok|exist|toBeGreaterThan|toBeGreaterThanOrEqual|toBeLessThan|isNotNull|isNotEmpty|notNull|truthy)\(\s?(?:0|1|Object|expect\.any\(|\))|not\.(?:toBeNull|toBeUndefined|toThrow|toBe\((?:null|undefined))|\.(?:to\.exist|to\.be\.ok|be_present|be_truthy|not_to be_nil|not_to raise_error)\b|\bassert(?:IsNotNone|NotNull|IsNotNull|_not_nil|_present|NotEmpty|IsInstance|_not_equal|NotEqual|GreaterThan|_nothing_raised|DoesNotThrow)\b|^\s*assert\b.{0,120}(?: is not None|\bisinstance\()|^\s*assert \w{1,60}$|\b(?:assert|require)\.(?:NotNil|NotEmpty|NoError|NotZero|True|ok)\(|\.(?:is_some|is_ok)\(\)|Assert\.(?:NotNull|IsNotNull|NotEmpty)|(?:EXPECT|ASSERT)_(?:NE|TRUE|NO_THROW)\(|expect\.anything\(|expect\.any\(/

/** Names several cases of one test. */
export const TABLE =
  /\.each\b|parametri[sz]e|@ParameterizedTest|@(?:Csv|Value|Method|Enum)Source|\bsubTest\(|\bt\.Run\(|\[(?:InlineData|MemberData|TestCase)|\bfor\b.{0,80}\b(?:of|in|range)\b.{0,40}(?:cases|tests|table|inputs|examples)|@dataProvider|#\[(?:case|rstest|test_case)|\bwhere:|testCases|test_cases/i

/** Commands that run tests. */
export const TEST_COMMAND =
  /\b(?:npm|pnpm|yarn|bun)\s(?:run\s)?(?:-\S{1,20}\s){0,2}(?:test|check|coverage|e2e|lint|typecheck)\b|\b(?:pytest|tox|nox|jest|vitest|mocha|rspec|phpunit|ctest|ava|tap|karma|cypress run|playwright test)\b|\bgo (?:test|vet)\b|\bcargo (?:test|nextest|clippy)\b|\b(?:mvn|mvnw|gradle|gradlew)\b[^\n]{0,80}\b(?:test|verify|check|build)\b|\bdotnet test\b|\bmake (?:test|check|lint)\b|\bmix test\b|\brake (?:test|spec)\b|\bswift test\b|\bbazel test\b|\bflutter test\b|\brails test\b|\bunittest\b/

/** Lets a failure pass. */
export const LETS_PASS =
  /\bcontinue-on-error:\s?(?:true|['"]true)|\|\|\s?(?:true|:|exit 0|echo)\b|\ballow_failure:\s?true|^\s*set \+e\b|--no-fail(?:-on-\w{1,20})?\b|--passWithNoTests\b|--pass-with-no-tests\b|\bpassWithNoTests:\s?true|-DskipTests|-Dmaven\.test\.skip|<skipTests>true|testFailureIgnore>true|\bignoreFailures\s?=\s?true|\bif:\s?(?:\$\{\{\s?)?false\b|; ?exit 0\b/

/** A script of the package that no longer tests. */
export const EMPTY_SCRIPT =
  /"(?:test|lint|check|typecheck|coverage|e2e|verify)(?::[\w:-]{1,40})?"\s?:\s?"(?:echo\b|true\b|exit 0|:|node -e ["']?["']?|\s?")/

/** A setting that asks for less. */
export const LAX_SETTING =
  /"(?:strict|noImplicitAny|strictNullChecks|noUncheckedIndexedAccess|noUnusedLocals|noImplicitReturns|checkJs)"\s?:\s?false|"(?:skipLibCheck|allowUnreachableCode)"\s?:\s?true|\bstrict\s?=\s?(?:false|False)\b|\bignore_errors\s?=\s?[Tt]rue|\bdisallow_untyped_defs\s?=\s?[Ff]alse|["'][\w@/-]{3,80}["']\s?:\s?(?:["']off["']|0\b|\[\s?["']off["'])|\bxfail_strict\s?=\s?[Ff]alse|\bforbidOnly:\s?false|\bignoreBuildErrors:\s?true|\bignoreDuringBuilds:\s?true|\bTreatWarningsAsErrors>false|\bfailOnError>?\s?[=:]?\s?false|\babortOnError\s?=?\s?false|\bWerror\b.{0,10}=\s?false/

/** Switches checks off for a whole file. */
export const WHOLE_FILE_OFF =
  /^\s*(?:\/\/|\/\*)\s?(?:@ts-[n]ocheck|eslint-[d]isable\s{0,2}(?:\*\/|$)|tslint:disable\s{0,2}(?:\*\/|$)|biome-[i]gnore-all|oxlint-disable\s{0,2}(?:\*\/|$))|^\s*#\s?(?:type:\s?ignore|mypy:\s?ignore-errors|flake8:\s?noqa|ruff:\s?noqa|pylint:\s?(?:skip-file|disable=all))\s*$|^\s*#!\[allow\((?:warnings|clippy::all|unused)/

/** Leaves tests out by their names or places. */
export const LEFT_OUT =
  /\b(?:testPathIgnorePatterns|testIgnore|grepInvert|collect_ignore(?:_glob)?|norecursedirs)\b|--(?:testPathIgnorePatterns?|deselect|ignore-glob|exclude-tests?|skip-tests?|exclude-dir)\b|\bpytest\b.{0,80}(?:\s-k\s?['"]?not\s|\s-m\s?['"]?not\s|--ignore[= ])|\bgo test\b.{0,80}\s-skip[ =]|\bcargo test\b.{0,80}--skip\b|\bexclude:\s?\[[^\]]{0,120}(?:test|spec)|--grep\b.{0,40}--invert|\bdotnet test\b.{0,80}--filter\b/

/** Takes how far a result may be off. The last group is a number of places, which has to stay high. */
export const TOLERANCE =
  /\b(?:delta|abs(?:_tol)?|rel(?:_tol)?|epsilon|tolerance|eps|atol|rtol|maxDiffPixels|maxDiffPixelRatio|within|threshold)\b\s?[:=(]\s?(\d[\d.e_-]{0,12})|\bbe_within\((\d[\d.]{0,12})|\bcloseTo\([^\n]{0,80},\s?(\d[\d.]{0,12})\s?\)|\btoBeCloseTo\([^\n]{0,80},\s?(?:\d{1,2})\s?\)|\bplaces\s?=\s?\d/
export const PLACES = /\btoBeCloseTo\([^\n]{0,80},\s?(\d{1,2})\s?\)|\bplaces\s?=\s?(\d{1,2})/

/** A change that says that it changes nothing of what the code does. */
export const CLAIMS_SAME =
  /\brefactor|\bsimplif|\bclean(?:s|ed|ing)?[ -]?up\b|\btidy|\brenam|\bextract|\breadab|\bstyle\b|\breformat|\bspeed(?:s|ing)? up\b|\bperf(?:ormance)?\b|\bfaster\b|\boptimi[sz]|\bmoderni[sz]|\bno (?:functional|behaviou?r(?:al)?) change|\bno change (?:in|of) behaviou?r|\btypo|\bdead code\b|\binline\b|\bchore\b|\brestructur|\brewrit|\bdeduplicat/i
