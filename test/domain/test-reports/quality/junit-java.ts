// JUnit XML as Surefire, Failsafe and Gradle write it.
import type { ReportCase } from './case.js'

export const javaReports: readonly ReportCase[] = [
  {
    name: 'Surefire: a failure, an error and a skipped test are told apart',
    file: 'target/surefire-reports/TEST-org.acme.CartTest.xml',
    content: `<?xml version="1.0" encoding="UTF-8"?>
<testsuite xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="https://maven.apache.org/surefire/maven-surefire-plugin/xsd/surefire-test-report.xsd" version="3.0" name="org.acme.CartTest" time="0.412" tests="4" errors="1" skipped="1" failures="1">
  <properties>
    <property name="java.version" value="17.0.9"/>
    <property name="sun.java.command" value="/tmp/surefire &lt;fork&gt;"/>
  </properties>
  <testcase name="addsAnItem" classname="org.acme.CartTest" time="0.031"/>
  <testcase name="removesAnItem" classname="org.acme.CartTest" time="0.007">
    <failure message="expected: &lt;0&gt; but was: &lt;1&gt;" type="org.opentest4j.AssertionFailedError"><![CDATA[org.opentest4j.AssertionFailedError: expected: <0> but was: <1>
	at org.acme.CartTest.removesAnItem(CartTest.java:31)
]]></failure>
    <system-out><![CDATA[removing item 7
]]></system-out>
  </testcase>
  <testcase name="appliesACoupon" classname="org.acme.CartTest" time="0.002">
    <error message="Cannot invoke &quot;Coupon.code()&quot;" type="java.lang.NullPointerException"><![CDATA[java.lang.NullPointerException: Cannot invoke "Coupon.code()"
	at org.acme.CartTest.appliesACoupon(CartTest.java:44)
]]></error>
  </testcase>
  <testcase name="ships" classname="org.acme.CartTest" time="0">
    <skipped message="no carrier in CI"/>
  </testcase>
</testsuite>
`,
    expected: {
      tests: 4,
      passed: 1,
      skipped: 1,
      failed: 1,
      errored: 1,
      cases: [
        { suite: 'org.acme.CartTest', name: 'addsAnItem', status: 'passed', flaky: false },
        { suite: 'org.acme.CartTest', name: 'removesAnItem', status: 'failed', flaky: false },
        { suite: 'org.acme.CartTest', name: 'appliesACoupon', status: 'errored', flaky: false },
        { suite: 'org.acme.CartTest', name: 'ships', status: 'skipped', flaky: false }
      ]
    }
  },
  {
    name: 'Surefire: a test that failed and then passed is passed and flaky, not failed',
    file: 'TEST-org.acme.ClockTest.xml',
    content: `<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="org.acme.ClockTest" time="1.2" tests="2" errors="0" skipped="0" failures="0" flakes="1">
  <testcase name="ticks" classname="org.acme.ClockTest" time="0.3">
    <flakyFailure message="expected tick" type="java.lang.AssertionError">
      <stackTrace><![CDATA[java.lang.AssertionError: expected tick
	at org.acme.ClockTest.ticks(ClockTest.java:12)]]></stackTrace>
      <system-out><![CDATA[waiting]]></system-out>
    </flakyFailure>
    <flakyFailure message="expected tick" type="java.lang.AssertionError">
      <stackTrace><![CDATA[java.lang.AssertionError: expected tick]]></stackTrace>
    </flakyFailure>
  </testcase>
  <testcase name="stops" classname="org.acme.ClockTest" time="0.1"/>
</testsuite>
`,
    expected: {
      tests: 2,
      passed: 2,
      skipped: 0,
      failed: 0,
      errored: 0,
      flaky: 1,
      cases: [
        { suite: 'org.acme.ClockTest', name: 'ticks', status: 'passed', flaky: true },
        { suite: 'org.acme.ClockTest', name: 'stops', status: 'passed', flaky: false }
      ]
    }
  },
  {
    name: 'Surefire: a test that threw and then passed is passed and flaky, not errored',
    file: 'TEST-org.acme.PoolTest.xml',
    content: `<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="org.acme.PoolTest" time="0.9" tests="1" errors="0" skipped="0" failures="0">
  <testcase name="connects" classname="org.acme.PoolTest" time="0.2">
    <flakyError message="refused" type="java.net.ConnectException"><stackTrace>java.net.ConnectException: refused</stackTrace></flakyError>
  </testcase>
</testsuite>
`,
    expected: {
      tests: 1,
      passed: 1,
      skipped: 0,
      failed: 0,
      errored: 0,
      cases: [{ name: 'connects', status: 'passed', flaky: true }]
    }
  },
  {
    name: 'Surefire: a test that failed in every run is one failed test and not flaky',
    file: 'TEST-org.acme.TaxTest.xml',
    content: `<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="org.acme.TaxTest" time="0.9" tests="2" errors="1" skipped="0" failures="1">
  <testcase name="rounds" classname="org.acme.TaxTest" time="0.2">
    <failure message="1.19 != 1.2" type="java.lang.AssertionError"><![CDATA[java.lang.AssertionError: 1.19 != 1.2]]></failure>
    <rerunFailure message="1.19 != 1.2" type="java.lang.AssertionError"><stackTrace>again</stackTrace></rerunFailure>
    <rerunFailure message="1.19 != 1.2" type="java.lang.AssertionError"><stackTrace>again</stackTrace></rerunFailure>
  </testcase>
  <testcase name="loads" classname="org.acme.TaxTest" time="0.2">
    <error message="no table" type="java.io.IOException"><![CDATA[java.io.IOException: no table]]></error>
    <rerunError message="no table" type="java.io.IOException"><stackTrace>again</stackTrace></rerunError>
  </testcase>
</testsuite>
`,
    expected: {
      tests: 2,
      passed: 0,
      skipped: 0,
      failed: 1,
      errored: 1,
      flaky: 0,
      cases: [
        { name: 'rounds', status: 'failed', flaky: false },
        { name: 'loads', status: 'errored', flaky: false }
      ]
    }
  },
  {
    name: 'Surefire: a class whose set-up throws has one case without a name, which is errored',
    file: 'TEST-org.acme.DatabaseTest.xml',
    content: `<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="org.acme.DatabaseTest" time="0.05" tests="1" errors="1" skipped="0" failures="0">
  <testcase name="" classname="org.acme.DatabaseTest" time="0.0">
    <error message="no driver" type="java.lang.IllegalStateException"><![CDATA[java.lang.IllegalStateException: no driver]]></error>
  </testcase>
</testsuite>
`,
    expected: { tests: 1, passed: 0, skipped: 0, failed: 0, errored: 1 }
  },
  {
    name: 'Surefire: one class with one name in two suites of a collected file counts twice',
    file: 'all.xml',
    content: `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="org.acme.a.SameTest" tests="1" errors="0" failures="0" skipped="0">
    <testcase name="works" classname="org.acme.a.SameTest" time="0.1"/>
  </testsuite>
  <testsuite name="org.acme.b.SameTest" tests="1" errors="0" failures="1" skipped="0">
    <testcase name="works" classname="org.acme.b.SameTest" time="0.1"><failure message="no" type="java.lang.AssertionError"/></testcase>
  </testsuite>
</testsuites>
`,
    expected: {
      tests: 2,
      passed: 1,
      skipped: 0,
      failed: 1,
      errored: 0,
      cases: [
        { suite: 'org.acme.a.SameTest', name: 'works', status: 'passed' },
        { suite: 'org.acme.b.SameTest', name: 'works', status: 'failed' }
      ]
    }
  },
  {
    name: 'Gradle: names with brackets and quotes are kept, and output of the suite is no test',
    file: 'build/test-results/test/TEST-org.acme.ParserTest.xml',
    content: `<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="org.acme.ParserTest" tests="3" skipped="1" failures="0" errors="0" timestamp="2026-03-02T10:11:12" hostname="runner" time="0.05">
  <properties/>
  <testcase name="parses()" classname="org.acme.ParserTest" time="0.03"/>
  <testcase name="[2] text=&quot;a &amp; b&quot;, size=2" classname="org.acme.ParserTest" time="0.01"/>
  <testcase name="later()" classname="org.acme.ParserTest" time="0.0">
    <skipped/>
  </testcase>
  <system-out><![CDATA[<testcase name="printed"><failure/></testcase>
]]></system-out>
  <system-err><![CDATA[]]></system-err>
</testsuite>
`,
    expected: {
      tests: 3,
      passed: 2,
      skipped: 1,
      failed: 0,
      errored: 0,
      cases: [
        { suite: 'org.acme.ParserTest', name: 'parses()', status: 'passed' },
        { suite: 'org.acme.ParserTest', name: '[2] text="a & b", size=2', status: 'passed' },
        { suite: 'org.acme.ParserTest', name: 'later()', status: 'skipped' }
      ]
    }
  },
  {
    name: 'Ant: a test with a failure and an error of its tear-down is one red test',
    file: 'TESTS-TestSuites.xml',
    content: `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite package="org.acme" id="0" name="TearDownTest" tests="2" errors="1" failures="1" skipped="0" time="0.2" timestamp="2026-01-01T00:00:00" hostname="h">
    <testcase classname="org.acme.TearDownTest" name="breaks" time="0.1">
      <failure message="no" type="java.lang.AssertionError">no</failure>
      <error message="cannot close" type="java.io.IOException">cannot close</error>
    </testcase>
    <testcase classname="org.acme.TearDownTest" name="works" time="0.1"/>
    <system-out></system-out>
  </testsuite>
</testsuites>
`,
    expected: { tests: 2, passed: 1, skipped: 0, red: 1 }
  }
]
