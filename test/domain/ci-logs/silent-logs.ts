// Jobs that fail after output in which nothing says why; each stands in a step of the name that it has there.
export interface Silent {
  step: string
  lines: readonly string[]
}

/** Short ones, each with one line that only sounds like a failure. */
export const SOUNDING: readonly Silent[] = [
  { step: './ci.sh', lines: ['HEAD is now at 1a2b3c4 fix: out of memory in parser'] },
  { step: './ci.sh', lines: ['HEAD is now at 1a2b3c4 Fix timeout in worker (#12)'] },
  { step: './ci.sh', lines: ['Running the timeout tests', 'done'] },
  { step: './ci.sh', lines: ['env:', '  TIMEOUT: 30'] },
  { step: 'go test ./...', lines: ['ok  \texample.com/timeout\t0.01s'] },
  {
    step: 'npx jest --coverage',
    lines: ['File                    | % Stmts | % Branch |', ' errors/TimeoutError.ts | 100 | 100 |']
  },
  { step: 'npx jest', lines: ['PASS src/out-of-memory.test.js'] },
  { step: 'cargo test', lines: ['test result: ok. 1 passed; 0 failed'] },
  { step: 'pytest', lines: ['tests/test_timeout.py ....                         [100%]'] },
  { step: 'npx vitest run', lines: ['✓ reports "No space left on device"'] },
  { step: 'npm audit', lines: ['found 0 vulnerabilities'] },
  { step: 'npm run lint', lines: ['0 errors, 0 warnings'] },
  { step: 'npm run lint', lines: ['Lint finished'] },
  {
    step: './ci.sh',
    lines: ["+ echo 'permission denied is what we test'", 'permission denied is what we test']
  },
  { step: './ci.sh', lines: ['retry 1/3 after ETIMEDOUT', 'succeeded'] }
]

/** What tools print while all goes well, and after which the job failed without a word. */
export const QUIET: readonly Silent[] = [
  {
    step: 'git fetch --all',
    lines: [
      'From https://github.com/shop/shop',
      ' * [new branch]      fix/disk-full-on-upload -> origin/fix/disk-full-on-upload',
      ' * [new branch]      timeout-retries -> origin/timeout-retries',
      ' * [new tag]         v2.1.0-crash-fix -> v2.1.0-crash-fix'
    ]
  },
  {
    step: 'git log --oneline -5',
    lines: [
      '9f8e7d6 Handle connection refused when the broker restarts',
      '1b2c3d4 Merge pull request #81 from shop/permission-denied',
      '5a6b7c8 Revert "Raise the rate limit"',
      'a1b2c3d Do not crash on segmentation fault of the child',
      'deadbee docs: what to do when tests fail'
    ]
  },
  {
    step: 'git merge --no-ff origin/main',
    lines: [
      'Updating 1a2b3c4..5d6e7f8',
      'Fast-forward',
      ' src/errors/network-timeout.ts | 12 ++++++------',
      ' src/errors/out-of-memory.ts   |  3 +++',
      ' 2 files changed, 9 insertions(+), 6 deletions(-)'
    ]
  },
  {
    step: 'npm ci',
    lines: [
      'added 412 packages, and audited 413 packages in 9s',
      '',
      '58 packages are looking for funding',
      '  run `npm fund` for details',
      '',
      'found 0 vulnerabilities'
    ]
  },
  {
    step: 'npm run build',
    lines: [
      '> shop@1.4.0 build',
      '> tsc -p . && node scripts/check-timeouts.js',
      '',
      'Found 0 errors. Watching for file changes.'
    ]
  },
  {
    step: 'npm test',
    lines: [
      'PASS src/network/retry.test.ts',
      '  retry',
      '    ✓ gives up after a connection timeout (12 ms)',
      '    ✓ throws "permission denied" for a stranger (3 ms)',
      '    ○ skipped fails when the disk is full',
      '',
      'Test Suites: 1 passed, 1 total',
      'Tests:       1 skipped, 2 passed, 3 total',
      'Snapshots:   0 total'
    ]
  },
  {
    step: 'node --test',
    lines: [
      'ok 1 - rejects when memory is exhausted',
      'ok 2 - reports failed assertions # SKIP',
      '1..2',
      '# tests 2',
      '# pass 1',
      '# fail 0',
      '# cancelled 0'
    ]
  },
  {
    step: 'pytest -v',
    lines: [
      'tests/test_limits.py::test_rate_limit_exceeded PASSED                    [ 33%]',
      'tests/test_limits.py::test_out_of_memory_killer PASSED                   [ 66%]',
      'tests/test_net.py::test_connection_refused SKIPPED (no network)          [100%]',
      '',
      '======================== 2 passed, 1 skipped in 0.12s ========================='
    ]
  },
  {
    step: 'pytest --cov',
    lines: [
      'Name                       Stmts   Miss  Cover',
      '----------------------------------------------',
      'shop/crash_report.py          40      0   100%',
      'shop/timeout_error.py         12      1    92%',
      '----------------------------------------------',
      'TOTAL                         52      1    98%'
    ]
  },
  {
    step: 'go test -v ./...',
    lines: [
      '=== RUN   TestPermissionDenied',
      '--- PASS: TestPermissionDenied (0.00s)',
      '=== RUN   TestDeadlineExceeded/slow_server_timeout',
      '    --- PASS: TestDeadlineExceeded/slow_server_timeout (0.20s)',
      'PASS',
      'ok  \tshop.example/auth/forbidden\t0.310s',
      '?   \tshop.example/timeouts\t[no test files]'
    ]
  },
  {
    step: 'cargo test',
    lines: [
      '    Finished `test` profile [unoptimized + debuginfo] target(s) in 0.05s',
      '     Running unittests src/lib.rs (target/debug/deps/timeout_error-1f2e3d4c)',
      '',
      'running 2 tests',
      'test net::connection_timed_out ... ok',
      'test alloc::out_of_memory ... ignored',
      '',
      'test result: ok. 1 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s'
    ]
  },
  {
    step: 'cargo build',
    lines: [
      '   Compiling quick-error v2.0.1',
      '   Compiling thiserror v1.0.61',
      '   Compiling tokio-io-timeout v1.2.0',
      '    Finished `dev` profile [unoptimized + debuginfo] target(s) in 31.70s'
    ]
  },
  {
    step: './gradlew test',
    lines: [
      '> Task :net:compileTimeoutJava UP-TO-DATE',
      '> Task :net:checkstyleMain NO-SOURCE',
      '> Task :net:test',
      'RetryTest > failsAfterTimeout() PASSED',
      'RetryTest > connectionRefused() SKIPPED',
      '',
      'BUILD SUCCESSFUL in 12s',
      '5 actionable tasks: 3 executed, 2 up-to-date'
    ]
  },
  {
    step: 'mvn -B verify',
    lines: [
      '[INFO] Running com.shop.net.ConnectionTimeoutTest',
      '[INFO] Tests run: 7, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.41 s -- in com.shop.net.ConnectionTimeoutTest',
      '[INFO] You have 0 Checkstyle violations.',
      '[INFO] BUILD SUCCESS'
    ]
  },
  {
    step: 'dotnet test',
    lines: [
      '  Determining projects to restore...',
      '  All projects are up-to-date for restore.',
      'Build succeeded.',
      '    0 Warning(s)',
      '    0 Error(s)',
      '  Passed Shop.Tests.DiskFullTests.Reports_OutOfMemory [3 ms]',
      'Passed!  - Failed:     0, Passed:    41, Skipped:     0, Total:    41, Duration: 1 s - Shop.Tests.dll (net8.0)'
    ]
  },
  {
    step: 'docker build .',
    lines: [
      '#5 [2/4] RUN apt-get install -y --no-install-recommends timelimit',
      '#5 CACHED',
      '#6 [3/4] COPY errors/permission-denied.html /srv/',
      '#6 DONE 0.1s',
      '#7 exporting to image',
      '#7 naming to docker.io/shop/crash-reporter:latest done'
    ]
  },
  {
    step: 'docker compose up -d',
    lines: [
      ' Container shop-rate-limiter-1  Created',
      ' Container shop-timeout-proxy-1  Started',
      ' Container shop-db-1  Healthy'
    ]
  },
  {
    step: 'npx eslint .',
    lines: ['', '✔ 0 problems (0 errors, 0 warnings)', 'Linting complete: no errors found']
  },
  {
    step: 'terraform plan',
    lines: [
      'aws_lambda_function.worker: Refreshing state... [id=timeout-worker]',
      '      ~ timeout       = 30 -> 60',
      '        memory_size   = 512',
      '      + error_document = "forbidden.html"',
      'Plan: 0 to add, 1 to change, 0 to destroy.'
    ]
  },
  {
    step: 'sudo apt-get install -y libc6-dev',
    lines: [
      'Get:1 http://archive.ubuntu.com/ubuntu jammy/main amd64 libgpg-error-dev amd64 1.43-3 [120 kB]',
      'Selecting previously unselected package libnet-timeout-perl.',
      'Setting up libgpg-error-dev:amd64 (1.43-3) ...',
      '0 upgraded, 2 newly installed, 0 to remove and 12 not upgraded.'
    ]
  },
  {
    step: './deploy.sh',
    lines: [
      '+ export CONNECT_TIMEOUT=10 MEMORY_LIMIT=512m',
      '+ ON_ERROR=ignore',
      "+ grep -q 'No space left on device' app.log",
      '+ echo "If the connection timed out, run this again"'
    ]
  },
  {
    step: './ci.sh',
    lines: [
      'Attempt 1 of 5: connection refused, retrying in 2 s',
      'Attempt 2 of 5: connection refused, retrying in 4 s',
      'Attempt 3 of 5: connected',
      'Migrations applied.'
    ]
  },
  {
    step: 'pip install -r requirements.txt',
    lines: [
      'WARNING: Retrying (Retry(total=4, connect=None, read=None, redirect=None, status=None)) after connection broken by read timed out',
      'Collecting async-timeout==4.0.3',
      '  Downloading async_timeout-4.0.3-py3-none-any.whl (5.7 kB)',
      'Collecting exceptiongroup==1.2.0',
      'Successfully installed async-timeout-4.0.3 exceptiongroup-1.2.0'
    ]
  },
  {
    step: './integration.sh',
    lines: [
      'env:',
      '  NODE_OPTIONS: --max-old-space-size=4096',
      '  MAX_MEMORY: 2048',
      '  ERROR_LEVEL: warn',
      '  FAIL_FAST: false',
      'Started the suite "rate limits"',
      'Finished the suite "rate limits" without errors'
    ]
  },
  {
    step: 'bundle exec rspec',
    lines: [
      'Uploader',
      '  when the disk is full',
      '    raises an error',
      '  when the connection is lost',
      '    retries and then succeeds',
      '',
      'Finished in 0.04 seconds (files took 0.2 seconds to load)',
      '2 examples, 0 failures'
    ]
  }
]
