// JUnit XML as the runners of Python, JavaScript and PHP write it.
import type { ReportCase } from './case.js'

export const scriptReports: readonly ReportCase[] = [
  {
    name: 'pytest: a failed collection is errored, and an expected failure is skipped',
    file: 'junit.xml',
    content: `<?xml version="1.0" encoding="utf-8"?><testsuites name="pytest tests"><testsuite name="pytest" errors="1" failures="1" skipped="2" tests="5" time="0.231" timestamp="2026-02-03T04:05:06.123456+00:00" hostname="runner"><testcase classname="" name="tests.test_broken" time="0.000"><error message="collection failure">tests/test_broken.py:1: in &lt;module&gt;
    import nowhere
E   ModuleNotFoundError: No module named 'nowhere'</error></testcase><testcase classname="tests.test_sum.TestSum" name="test_adds[1-2-3]" time="0.001" /><testcase classname="tests.test_sum.TestSum" name="test_adds[2-2-5]" time="0.001"><failure message="assert 4 == 5">self = &lt;tests.test_sum.TestSum object at 0x7f&gt;

    def test_adds(self, a, b, c):
&gt;       assert a + b == c
E       assert 4 == 5</failure></testcase><testcase classname="tests.test_sum" name="test_windows" time="0.000"><skipped type="pytest.skip" message="only on Windows">/src/tests/test_sum.py:30: only on Windows</skipped></testcase><testcase classname="tests.test_sum" name="test_known_bug" time="0.002"><skipped type="pytest.xfail" message="see 12" /></testcase></testsuite></testsuites>`,
    expected: {
      tests: 5,
      passed: 1,
      skipped: 2,
      failed: 1,
      errored: 1,
      including: [
        { name: 'test_adds[1-2-3]', status: 'passed' },
        { name: 'test_adds[2-2-5]', status: 'failed' },
        { name: 'test_known_bug', status: 'skipped' }
      ]
    }
  },
  {
    name: 'pytest: a test whose tear-down throws is errored though its call passed',
    file: 'report.xml',
    content: `<?xml version="1.0" encoding="utf-8"?><testsuites><testsuite name="pytest" errors="1" failures="0" skipped="0" tests="1" time="0.1"><testcase classname="test_db" name="test_writes" time="0.01"><error message="failed on teardown with &quot;OSError: busy&quot;">E   OSError: busy</error></testcase></testsuite></testsuites>`,
    expected: { tests: 1, passed: 0, skipped: 0, failed: 0, errored: 1 }
  },
  {
    name: 'jest-junit: titles that are doubled in classname and name count once each',
    file: 'junit.xml',
    content: `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="jest tests" tests="3" failures="1" errors="0" time="1.204">
  <testsuite name="price" errors="0" failures="1" skipped="1" timestamp="2026-02-03T04:05:06" time="0.6" tests="3">
    <testcase classname="price formats euros" name="price formats euros" time="0.004">
    </testcase>
    <testcase classname="price rounds &apos;half&apos; up" name="price rounds &apos;half&apos; up" time="0.006">
      <failure>Error: expect(received).toBe(expected)

Expected: &quot;0.13&quot;
Received: &quot;0.12&quot;</failure>
    </testcase>
    <testcase classname="price formats yen" name="price formats yen" time="0">
      <skipped/>
    </testcase>
  </testsuite>
</testsuites>`,
    expected: {
      tests: 3,
      passed: 1,
      skipped: 1,
      failed: 1,
      errored: 0,
      cases: [
        { name: 'price formats euros', status: 'passed' },
        { name: "price rounds 'half' up", status: 'failed' },
        { name: 'price formats yen', status: 'skipped' }
      ]
    }
  },
  {
    name: 'mocha-junit-reporter: a hook that throws is a failed case, and a suite of nothing counts nothing',
    file: 'test-results.xml',
    content: `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="Mocha Tests" time="0.0160" tests="3" failures="1" skipped="1">
  <testsuite name="Root Suite" timestamp="2026-02-03T04:05:06" tests="0" time="0.0000" failures="0">
  </testsuite>
  <testsuite name="queue" timestamp="2026-02-03T04:05:06" tests="3" file="/src/test/queue.js" time="0.0160" failures="1" skipped="1">
    <testcase name="queue is empty at first" time="0.0010" classname="is empty at first">
    </testcase>
    <testcase name="queue waits" time="0.0000" classname="waits">
      <skipped/>
    </testcase>
    <testcase name="queue &quot;before each&quot; hook for &quot;takes&quot;" time="0.0150" classname="&quot;before each&quot; hook for &quot;takes&quot;">
      <failure message="no connection" type="Error"><![CDATA[Error: no connection
    at Context.<anonymous> (test/queue.js:9:11)]]></failure>
    </testcase>
  </testsuite>
</testsuites>`,
    expected: { tests: 3, passed: 1, skipped: 1, failed: 1, errored: 0 }
  },
  {
    name: 'Cypress: suites that are all called Root Suite lose no test of another spec',
    file: 'results/cypress.xml',
    content: `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="Mocha Tests" time="9.1" tests="2" failures="1">
  <testsuite name="Root Suite" timestamp="2026-02-03T04:05:06" tests="0" file="cypress/e2e/login.cy.js" time="0" failures="0"></testsuite>
  <testsuite name="login" timestamp="2026-02-03T04:05:06" tests="1" time="4" failures="0">
    <testcase name="login shows the form" time="4" classname="shows the form"></testcase>
  </testsuite>
  <testsuite name="Root Suite" timestamp="2026-02-03T04:05:16" tests="0" file="cypress/e2e/admin.cy.js" time="0" failures="0"></testsuite>
  <testsuite name="admin" timestamp="2026-02-03T04:05:16" tests="1" time="5.1" failures="1">
    <testcase name="admin shows the form" time="5.1" classname="shows the form">
      <failure message="Timed out retrying after 4000ms: Expected to find element: \`#user\`" type="AssertionError"><![CDATA[AssertionError: Timed out]]></failure>
    </testcase>
  </testsuite>
</testsuites>`,
    expected: { tests: 2, passed: 1, skipped: 0, failed: 1, errored: 0 }
  },
  {
    name: 'PHPUnit: suites within suites repeat the sums, and each test counts once',
    file: 'phpunit.xml',
    content: `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="/src/phpunit.xml.dist" tests="4" assertions="5" errors="1" failures="1" skipped="1" time="0.02">
    <testsuite name="unit" tests="4" assertions="5" errors="1" failures="1" skipped="1" time="0.02">
      <testsuite name="Acme\\MoneyTest" file="/src/tests/MoneyTest.php" tests="4" assertions="5" errors="1" failures="1" skipped="1" time="0.02">
        <testsuite name="Acme\\MoneyTest::testAdds" tests="2" assertions="4" errors="0" failures="1" skipped="0" time="0.01">
          <testcase name="testAdds with data set &quot;small&quot;" file="/src/tests/MoneyTest.php" line="9" class="Acme\\MoneyTest" classname="Acme.MoneyTest" assertions="2" time="0.005"/>
          <testcase name="testAdds with data set &quot;large&quot;" file="/src/tests/MoneyTest.php" line="9" class="Acme\\MoneyTest" classname="Acme.MoneyTest" assertions="2" time="0.005">
            <failure type="PHPUnit\\Framework\\ExpectationFailedException">Failed asserting that 3 matches expected 4.</failure>
          </testcase>
        </testsuite>
        <testcase name="testDivides" file="/src/tests/MoneyTest.php" line="20" class="Acme\\MoneyTest" classname="Acme.MoneyTest" assertions="1" time="0.005">
          <error type="DivisionByZeroError">DivisionByZeroError: Division by zero</error>
        </testcase>
        <testcase name="testLocale" file="/src/tests/MoneyTest.php" line="30" class="Acme\\MoneyTest" classname="Acme.MoneyTest" assertions="0" time="0.005">
          <skipped/>
        </testcase>
      </testsuite>
    </testsuite>
  </testsuite>
</testsuites>
`,
    expected: {
      tests: 4,
      passed: 1,
      skipped: 1,
      failed: 1,
      errored: 1,
      cases: [
        { name: 'testAdds with data set "small"', status: 'passed' },
        { name: 'testAdds with data set "large"', status: 'failed' },
        { name: 'testDivides', status: 'errored' },
        { name: 'testLocale', status: 'skipped' }
      ]
    }
  },
  {
    name: 'Node: cases beside suites at the top count too, and a todo is no failure',
    file: 'node.xml',
    content: `<?xml version="1.0" encoding="utf-8"?>
<testsuites>
	<testcase name="at the top" time="0.001" classname="test"/>
	<testsuite name="group" time="0.004" disabled="0" errors="0" tests="2" failures="1" skipped="0" hostname="h">
		<testcase name="fails" time="0.002" classname="test" failure="1 !== 2">
			<failure type="testCodeFailure" message="1 !== 2">[Error: 1 !== 2] { code: 'ERR_TEST_FAILURE' }</failure>
		</testcase>
		<testcase name="is planned" time="0.001" classname="test">
			<skipped type="todo" message="later"/>
		</testcase>
	</testsuite>
	<!-- tests 3 -->
	<!-- fail 1 -->
</testsuites>
`,
    expected: { tests: 3, passed: 1, skipped: 1, failed: 1, errored: 0 }
  }
]
