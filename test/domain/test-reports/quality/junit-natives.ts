// JUnit XML as runners of compiled languages and build tools write it.
import type { ReportCase } from './case.js'

export const nativeReports: readonly ReportCase[] = [
  {
    name: 'cargo-nextest: a test that passed when it was retried is flaky, one that never passed is failed',
    file: 'target/nextest/ci/junit.xml',
    content: `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="nextest-run" tests="3" failures="1" errors="0" uuid="7a0d5b0e-8a7a-4d43-9e0f-2f3c7a3c0001" timestamp="2026-02-03T04:05:06.789+00:00" time="1.5">
    <testsuite name="ledger" tests="3" disabled="0" errors="0" failures="1">
        <testcase name="tests::adds" classname="ledger" timestamp="2026-02-03T04:05:06.790+00:00" time="0.004">
        </testcase>
        <testcase name="tests::races" classname="ledger" timestamp="2026-02-03T04:05:06.990+00:00" time="0.010">
            <flakyFailure timestamp="2026-02-03T04:05:06.800+00:00" time="0.011" message="thread 'tests::races' panicked at src/lib.rs:41:9" type="test failure with exit code 101">thread 'tests::races' panicked at src/lib.rs:41:9:
assertion failed: done<system-out>running 1 test</system-out>
            </flakyFailure>
        </testcase>
        <testcase name="tests::never" classname="ledger" timestamp="2026-02-03T04:05:06.900+00:00" time="0.009">
            <failure message="thread 'tests::never' panicked at src/lib.rs:50:9" type="test failure with exit code 101">thread 'tests::never' panicked at src/lib.rs:50:9</failure>
            <rerunFailure timestamp="2026-02-03T04:05:07.000+00:00" time="0.009" message="thread 'tests::never' panicked" type="test failure with exit code 101">again</rerunFailure>
        </testcase>
    </testsuite>
</testsuites>
`,
    expected: {
      tests: 3,
      passed: 2,
      skipped: 0,
      failed: 1,
      errored: 0,
      flaky: 1,
      cases: [
        { suite: 'ledger', name: 'tests::adds', status: 'passed', flaky: false },
        { suite: 'ledger', name: 'tests::races', status: 'passed', flaky: true },
        { suite: 'ledger', name: 'tests::never', status: 'failed', flaky: false }
      ]
    }
  },
  {
    name: 'GoogleTest: a disabled test is skipped, and several failures of one test are one failed test',
    file: 'gtest.xml',
    content: `<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="4" failures="1" disabled="1" errors="0" time="0.02" timestamp="2026-02-03T04:05:06.000" name="AllTests">
  <testsuite name="Ring/RingTest" tests="4" failures="1" disabled="1" skipped="1" errors="0" time="0.02" timestamp="2026-02-03T04:05:06.000">
    <testcase name="Holds/0" value_param="16" file="ring_test.cc" line="12" status="run" result="completed" time="0.001" timestamp="2026-02-03T04:05:06.000" classname="Ring/RingTest" />
    <testcase name="Wraps/0" value_param="16" file="ring_test.cc" line="20" status="run" result="completed" time="0.001" timestamp="2026-02-03T04:05:06.000" classname="Ring/RingTest">
      <failure message="ring_test.cc:22&#x0A;Expected equality of these values:&#x0A;  1&#x0A;  2" type=""><![CDATA[ring_test.cc:22
Expected equality of these values:
  1
  2]]></failure>
      <failure message="ring_test.cc:23&#x0A;Value of: full" type=""><![CDATA[ring_test.cc:23
Value of: full]]></failure>
    </testcase>
    <testcase name="DISABLED_Grows/0" file="ring_test.cc" line="30" status="notrun" result="suppressed" time="0." timestamp="2026-02-03T04:05:06.000" classname="Ring/RingTest" />
    <testcase name="Shrinks/0" file="ring_test.cc" line="40" status="run" result="skipped" time="0." timestamp="2026-02-03T04:05:06.000" classname="Ring/RingTest">
      <skipped message="ring_test.cc:41&#x0A;no memory"><![CDATA[ring_test.cc:41
no memory]]></skipped>
    </testcase>
  </testsuite>
</testsuites>
`,
    expected: {
      tests: 4,
      passed: 1,
      skipped: 2,
      failed: 1,
      errored: 0,
      cases: [
        { suite: 'Ring/RingTest', name: 'Holds/0', status: 'passed' },
        { suite: 'Ring/RingTest', name: 'Wraps/0', status: 'failed' },
        { suite: 'Ring/RingTest', name: 'DISABLED_Grows/0', status: 'skipped' },
        { suite: 'Ring/RingTest', name: 'Shrinks/0', status: 'skipped' }
      ]
    }
  },
  {
    name: 'CTest: a test that was not run is skipped, and one that failed is failed',
    file: 'ctest.xml',
    content: `<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="Linux-c++"
	tests="4"
	failures="1"
	disabled="1"
	skipped="1"
	hostname=""
	time="0.3"
	timestamp="2026-02-03T04:05:06"
	>
	<testcase name="unit" classname="unit" time="0.1" status="run">
		<properties><property name="cmake_labels" value="fast"/></properties>
		<system-out>ok</system-out>
	</testcase>
	<testcase name="net" classname="net" time="0.1" status="fail">
		<failure message="Failed"/>
		<system-out>exit 1</system-out>
	</testcase>
	<testcase name="gpu" classname="gpu" time="0" status="notrun">
		<skipped message="SKIP_RETURN_CODE=77"/>
		<system-out></system-out>
	</testcase>
	<testcase name="old" classname="old" time="0" status="disabled">
		<skipped message="Disabled"/>
		<system-out>Disabled</system-out>
	</testcase>
</testsuite>
`,
    expected: {
      tests: 4,
      passed: 1,
      skipped: 2,
      failed: 1,
      errored: 0,
      including: [
        { name: 'net', status: 'failed' },
        { name: 'gpu', status: 'skipped' }
      ]
    }
  },
  {
    name: 'Bazel: a target that exits with a code is errored, and its log is no test',
    file: 'bazel-testlogs/pkg/check/test.xml',
    content: `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="pkg/check" tests="1" failures="0" errors="1">
    <testcase name="pkg/check" status="run" duration="3" time="3"><error message="exited with error code 1"></error></testcase>
      <system-out>
Generated test.log (if the file is not UTF-8, then this may be unreadable):
<![CDATA[exec \${PAGER:-/usr/bin/less} "$0" || exit 1
<testcase name="not a test"/>
]]>
      </system-out>
    </testsuite>
</testsuites>
`,
    expected: {
      tests: 1,
      passed: 0,
      skipped: 0,
      failed: 0,
      errored: 1,
      cases: [{ suite: 'pkg/check', name: 'pkg/check', status: 'errored' }]
    }
  },
  {
    name: 'A report in which nothing ran has no tests and is no error',
    file: 'junit.xml',
    content: '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites tests="0" failures="0" errors="0"/>\n',
    expected: { tests: 0, passed: 0, skipped: 0, failed: 0, errored: 0 }
  },
  {
    name: 'Catch2 and others put a namespace, comments and unknown elements there; they change nothing',
    file: 'junit.xml',
    content: `<?xml version='1.0' encoding='utf-8'?>
<!-- <testcase name="commented out"><failure/></testcase> -->
<?report <testcase name="instruction"/> ?>
<testsuites xmlns="urn:example:junit">
  <testsuite name='single &amp; quoted' tests='2'>
    <meta><tag>x</tag></meta>
    <testcase name='a > b' classname='single &amp; quoted' time='.5'/>
    <testcase name="it's" classname="single &#38; quoted" time="1.5e-3"><failure/></testcase>
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
        { suite: 'single & quoted', name: 'a > b', status: 'passed' },
        { suite: 'single & quoted', name: "it's", status: 'failed' }
      ]
    }
  }
]
