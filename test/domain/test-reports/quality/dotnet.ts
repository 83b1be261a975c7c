// Reports of the .NET runners: NUnit 2 and 3, xUnit.net 1 and 2, and TRX.
import type { ReportCase } from './case.js'

const TRX = 'http://microsoft.com/schemas/VisualStudio/TeamTest/2010'

export const dotnetReports: readonly ReportCase[] = [
  {
    name: 'NUnit 2: Success, Failure, Error and Ignored are told apart in nested suites',
    file: 'TestResult.xml',
    content: `<?xml version="1.0" encoding="utf-8" standalone="no"?>
<test-results name="Acme.Tests.dll" total="3" errors="1" failures="1" not-run="1" inconclusive="0" ignored="1" skipped="0" invalid="0" date="2026-02-03" time="04:05:06">
  <environment nunit-version="2.6.4.0" clr-version="4.0.30319" os-version="Unix" platform="Unix" cwd="/src" machine-name="h" user="u" user-domain="d" />
  <culture-info current-culture="en-US" current-uiculture="en-US" />
  <test-suite type="Assembly" name="Acme.Tests.dll" executed="True" result="Failure" success="False" time="0.3" asserts="0">
    <results>
      <test-suite type="TestFixture" name="StackTests" executed="True" result="Failure" success="False" time="0.2" asserts="0">
        <results>
          <test-case name="Acme.Tests.StackTests.Pushes" executed="True" result="Success" success="True" time="0.05" asserts="1" />
          <test-case name="Acme.Tests.StackTests.Pops" executed="True" result="Failure" success="False" time="0.05" asserts="1">
            <failure>
              <message><![CDATA[  Expected: 1
  But was:  2
]]></message>
              <stack-trace><![CDATA[at Acme.Tests.StackTests.Pops() in /src/StackTests.cs:line 20
]]></stack-trace>
            </failure>
          </test-case>
          <test-case name="Acme.Tests.StackTests.Peeks" executed="True" result="Error" success="False" time="0.05" asserts="0">
            <failure><message><![CDATA[System.NullReferenceException]]></message><stack-trace><![CDATA[]]></stack-trace></failure>
          </test-case>
          <test-case name="Acme.Tests.StackTests.Clears" executed="False" result="Ignored">
            <reason><message><![CDATA[later]]></message></reason>
          </test-case>
        </results>
      </test-suite>
    </results>
  </test-suite>
</test-results>
`,
    expected: {
      tests: 4,
      passed: 1,
      skipped: 1,
      failed: 1,
      errored: 1,
      cases: [
        { nameEnd: 'Pushes', status: 'passed' },
        { nameEnd: 'Pops', status: 'failed' },
        { nameEnd: 'Peeks', status: 'errored' },
        { nameEnd: 'Clears', status: 'skipped' }
      ]
    }
  },
  {
    name: 'NUnit 3: a case that ended in an exception is red, and suites are no tests',
    file: 'TestResult.xml',
    content: `<?xml version="1.0" encoding="utf-8" standalone="no"?>
<test-run id="2" testcasecount="4" result="Failed" total="4" passed="1" failed="2" inconclusive="0" skipped="1" asserts="2" engine-version="3.16.3.0" clr-version="6.0.25" start-time="2026-02-03 04:05:06Z" end-time="2026-02-03 04:05:07Z" duration="0.6">
  <command-line><![CDATA[nunit3-console Acme.Tests.dll]]></command-line>
  <test-suite type="Assembly" id="0-1005" name="Acme.Tests.dll" fullname="/src/Acme.Tests.dll" runstate="Runnable" testcasecount="4" result="Failed" site="Child" total="4" passed="1" failed="2" inconclusive="0" skipped="1">
    <failure><message><![CDATA[One or more child tests had errors]]></message></failure>
    <test-suite type="TestFixture" id="0-1000" name="QueueTests" fullname="Acme.QueueTests" classname="Acme.QueueTests" runstate="Runnable" testcasecount="4" result="Failed" site="Child">
      <test-case id="0-1001" name="Puts" fullname="Acme.QueueTests.Puts" methodname="Puts" classname="Acme.QueueTests" runstate="Runnable" result="Passed" duration="0.02" asserts="1" />
      <test-case id="0-1002" name="Takes(&quot;a&quot;,1)" fullname="Acme.QueueTests.Takes(&quot;a&quot;,1)" methodname="Takes" classname="Acme.QueueTests" runstate="Runnable" result="Failed" duration="0.02" asserts="1">
        <failure><message><![CDATA[  Expected: 1]]></message><stack-trace><![CDATA[at Acme]]></stack-trace></failure>
      </test-case>
      <test-case id="0-1003" name="Drains" fullname="Acme.QueueTests.Drains" methodname="Drains" classname="Acme.QueueTests" runstate="Runnable" result="Failed" label="Error" duration="0.01" asserts="0">
        <failure><message><![CDATA[System.InvalidOperationException : empty]]></message></failure>
      </test-case>
      <test-case id="0-1004" name="Waits" fullname="Acme.QueueTests.Waits" methodname="Waits" classname="Acme.QueueTests" runstate="Ignored" result="Skipped" label="Ignored" duration="0" asserts="0">
        <properties><property name="_SKIPREASON" value="slow" /></properties>
        <reason><message><![CDATA[slow]]></message></reason>
      </test-case>
    </test-suite>
  </test-suite>
</test-run>
`,
    expected: {
      tests: 4,
      passed: 1,
      skipped: 1,
      // NUnit counts what ended in an exception among the failed, as the head of this report does.
      failed: 2,
      errored: 0,
      cases: [
        { nameEnd: 'Puts', status: 'passed' },
        { nameEnd: 'Takes("a",1)', status: 'failed' },
        { nameEnd: 'Drains', status: 'failed' },
        { nameEnd: 'Waits', status: 'skipped' }
      ]
    }
  },
  {
    name: 'xUnit.net 1: an assembly at the top with classes of tests is read',
    file: 'xunit.xml',
    content: `<?xml version="1.0" encoding="utf-8"?>
<assembly name="/src/Acme.Tests.dll" run-date="2026-02-03" run-time="04:05:06" configFile="" time="0.1" total="3" passed="1" failed="1" skipped="1" environment="64-bit .NET" test-framework="xUnit.net 1.9.2">
  <class time="0.1" name="Acme.ListTests" total="3" passed="1" failed="1" skipped="1">
    <test name="Acme.ListTests.Sorts" type="Acme.ListTests" method="Sorts" result="Pass" time="0.01" />
    <test name="Acme.ListTests.Merges" type="Acme.ListTests" method="Merges" result="Fail" time="0.02">
      <failure exception-type="Xunit.Sdk.EqualException"><message>Assert.Equal() Failure</message><stack-trace>at Acme</stack-trace></failure>
    </test>
    <test name="Acme.ListTests.Splits" type="Acme.ListTests" method="Splits" result="Skip"><reason><message>later</message></reason></test>
  </class>
</assembly>
`,
    expected: {
      tests: 3,
      passed: 1,
      skipped: 1,
      failed: 1,
      errored: 0,
      cases: [
        { nameEnd: 'Sorts', status: 'passed' },
        { nameEnd: 'Merges', status: 'failed' },
        { nameEnd: 'Splits', status: 'skipped' }
      ]
    }
  },
  {
    name: 'xUnit.net 2: the rows of a theory are one test by its worst row, over several assemblies',
    file: 'xunit.v2.xml',
    content: `<?xml version="1.0" encoding="utf-8"?>
<assemblies timestamp="02/03/2026 04:05:06">
  <assembly name="/src/A.Tests.dll" run-date="2026-02-03" run-time="04:05:06" total="3" passed="1" failed="1" skipped="1" time="0.3" errors="0">
    <errors />
    <collection total="3" passed="1" failed="1" skipped="1" name="Test collection for A.MapTests" time="0.02">
      <test name="A.MapTests.Finds(key: &quot;a\\&quot;b&quot;)" type="A.MapTests" method="Finds" time="0.01" result="Pass"><traits><trait name="kind" value="fast" /></traits></test>
      <test name="A.MapTests.Finds(key: null)" type="A.MapTests" method="Finds" time="0.01" result="Fail">
        <failure exception-type="System.ArgumentNullException"><message><![CDATA[Value cannot be null.]]></message><stack-trace><![CDATA[at A]]></stack-trace></failure>
      </test>
      <test name="A.MapTests.Grows" type="A.MapTests" method="Grows" time="0" result="Skip"><reason><![CDATA[slow]]></reason></test>
    </collection>
  </assembly>
  <assembly name="/src/B.Tests.dll" run-date="2026-02-03" run-time="04:05:06" total="1" passed="1" failed="0" skipped="0" time="0.1" errors="0">
    <errors />
    <collection total="1" passed="1" failed="0" skipped="0" name="Test collection for B.SetTests" time="0.01">
      <test name="B.SetTests.Adds" type="B.SetTests" method="Adds" time="0.01" result="Pass" />
    </collection>
  </assembly>
</assemblies>
`,
    expected: {
      // The data of a row may change from run to run, but the history of a test is kept under its name.
      tests: 3,
      passed: 1,
      skipped: 1,
      failed: 1,
      errored: 0,
      including: [
        { suite: 'A.MapTests', name: 'Finds', status: 'failed' },
        { nameEnd: 'Adds', status: 'passed' }
      ]
    }
  },
  {
    name: 'TRX: results are read through a byte order mark, and NotExecuted is skipped',
    file: 'results.trx',
    content: `\uFEFF<?xml version="1.0" encoding="utf-8"?>
<TestRun id="11111111-1111-4111-8111-111111111111" name="u@h 2026-02-03" xmlns="${TRX}">
  <Times creation="2026-02-03T04:05:06.0000000+00:00" start="2026-02-03T04:05:06.0000000+00:00" finish="2026-02-03T04:05:07.0000000+00:00" />
  <Results>
    <UnitTestResult executionId="e1" testId="t1" testName="Acme.DateTests.Parses" computerName="h" duration="00:00:00.0120000" outcome="Passed" testListId="l" />
    <UnitTestResult executionId="e2" testId="t2" testName="Acme.DateTests.Formats" computerName="h" duration="00:00:00.0030000" outcome="Failed" testListId="l">
      <Output><StdOut>x</StdOut><ErrorInfo><Message>Assert.AreEqual failed. Expected:&lt;1&gt;. Actual:&lt;2&gt;.</Message><StackTrace>at Acme</StackTrace></ErrorInfo></Output>
    </UnitTestResult>
    <UnitTestResult executionId="e3" testId="t3" testName="Acme.DateTests.Leaps" computerName="h" outcome="NotExecuted" testListId="l"><Output><StdOut>later</StdOut></Output></UnitTestResult>
  </Results>
  <TestDefinitions>
    <UnitTest name="Parses" storage="acme.dll" id="t1"><Execution id="e1" /><TestMethod codeBase="acme.dll" className="Acme.DateTests" name="Parses" /></UnitTest>
    <UnitTest name="Formats" storage="acme.dll" id="t2"><Execution id="e2" /><TestMethod codeBase="acme.dll" className="Acme.DateTests" name="Formats" /></UnitTest>
    <UnitTest name="Leaps" storage="acme.dll" id="t3"><Execution id="e3" /><TestMethod codeBase="acme.dll" className="Acme.DateTests" name="Leaps" /></UnitTest>
  </TestDefinitions>
  <ResultSummary outcome="Failed"><Counters total="3" executed="2" passed="1" failed="1" error="0" timeout="0" aborted="0" inconclusive="0" notExecuted="0" /></ResultSummary>
</TestRun>
`,
    expected: {
      tests: 3,
      passed: 1,
      skipped: 1,
      failed: 1,
      errored: 0,
      cases: [
        { nameEnd: 'Parses', status: 'passed' },
        { nameEnd: 'Formats', status: 'failed' },
        { nameEnd: 'Leaps', status: 'skipped' }
      ]
    }
  },
  {
    name: 'TRX: a run whose host crashed is no success, though each test that ended passed',
    file: 'crashed.trx',
    content: `<?xml version="1.0" encoding="utf-8"?>
<TestRun id="11111111-1111-4111-8111-111111111111" name="u@h" xmlns="${TRX}">
  <Results>
    <UnitTestResult executionId="e1" testId="t1" testName="Acme.A" computerName="h" duration="00:00:00.01" outcome="Passed" testListId="l" />
  </Results>
  <TestDefinitions>
    <UnitTest name="A" storage="acme.dll" id="t1"><Execution id="e1" /><TestMethod codeBase="acme.dll" className="Acme" name="A" /></UnitTest>
  </TestDefinitions>
  <ResultSummary outcome="Failed">
    <Counters total="1" executed="1" passed="1" failed="0" error="0" timeout="0" aborted="0" notExecuted="0" />
    <RunInfos><RunInfo computerName="h" outcome="Error" timestamp="2026-02-03T04:05:06"><Text>The active test run was aborted. Reason: Test host process crashed</Text></RunInfo></RunInfos>
  </ResultSummary>
</TestRun>
`,
    expected: { notGreen: true }
  }
]
