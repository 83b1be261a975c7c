// Further jobs whose output tells no cause: test runners, builds and logs of changes.
import type { Silent } from './silent-logs.js'

export const QUIET_RUNS: readonly Silent[] = [
  {
    step: 'git pull',
    lines: ['From github.com:a/b', '   1234567..89abcde  main       -> origin/main', 'Already up to date.']
  },
  {
    step: 'git cherry-pick abc',
    lines: ['[main 1a2b3c4] Fix failing tests after timeout', '2 files changed, 4 insertions(+)']
  },
  {
    step: 'git show --stat',
    lines: [
      'commit 1234567890abcdef1234567890abcdef12345678',
      'Author: A <a@b.c>',
      'Date:   Mon Jan 1 10:00:00 2026',
      '',
      '    Stop crashing when the disk is full',
      '',
      '    The connection was reset too often.'
    ]
  },
  {
    step: 'git tag -n',
    lines: ['v1.0.0          First release', 'v1.0.1          Fix crash on invalid config']
  },
  {
    step: 'npx changeset status',
    lines: ['- shop: Fix the timeout error in the client', '- api: Reject invalid credentials']
  },
  {
    step: 'npm run build',
    lines: [
      'vite v5.0.0 building for production...',
      '✓ 34 modules transformed.',
      'dist/assets/ErrorPage-1a2b3c4d.js   1.20 kB │ gzip: 0.60 kB',
      'dist/assets/Timeout-5d6e7f8a.js     0.80 kB │ gzip: 0.40 kB',
      '✓ built in 1.20s'
    ]
  },
  {
    step: 'npx webpack',
    lines: [
      'asset errors.js 1.1 KiB [emitted] (name: errors)',
      'webpack 5.90.0 compiled successfully in 812 ms'
    ]
  },
  {
    step: 'npx next build',
    lines: [
      'Route (app)                Size     First Load JS',
      '┌ ○ /                      5 kB     89 kB',
      '├ ○ /404                   0 B      84 kB',
      '└ ○ /error/timeout         1 kB     85 kB'
    ]
  },
  {
    step: 'deno test',
    lines: [
      'running 2 tests from ./net_test.ts',
      'times out ... ok (3ms)',
      'rejects bad tokens ... ok (1ms)',
      '',
      'ok | 2 passed | 0 failed (12ms)'
    ]
  },
  {
    step: 'bun test',
    lines: [
      'net.test.ts:',
      '(pass) fetch > fails on timeout [1.20ms]',
      '(pass) fetch > fails without network [0.10ms]',
      '(skip) fetch > runs out of memory',
      '',
      ' 2 pass',
      ' 1 skip',
      ' 0 fail'
    ]
  },
  {
    step: 'pytest -q',
    lines: [
      '..s.x                                                                    [100%]',
      '3 passed, 1 skipped, 1 xfailed in 0.10s'
    ]
  },
  {
    step: 'python manage.py migrate',
    lines: [
      'Operations to perform:',
      '  Apply all migrations: auth, sessions',
      'Running migrations:',
      '  Applying auth.0002_alter_permission_name_max_length... OK',
      '  Applying errors.0001_timeout... OK'
    ]
  },
  {
    step: 'go test -json',
    lines: [
      '{"Time":"2026-01-01T00:00:00Z","Action":"pass","Package":"shop/errors","Test":"TestTimeout","Elapsed":0.01}'
    ]
  },
  {
    step: 'cargo test --doc',
    lines: [
      '   Doc-tests shop_errors',
      '',
      'running 1 test',
      'test src/timeout.rs - timeout::fails (line 12) ... ok',
      '',
      'test result: ok. 1 passed; 0 failed; 0 ignored'
    ]
  },
  {
    step: 'swift test',
    lines: [
      "Test Case '-[ShopTests.NetTests testTimeout]' passed (0.003 seconds).",
      'Executed 1 test, with 0 failures (0 unexpected) in 0.003 (0.004) seconds'
    ]
  },
  {
    step: 'mix test',
    lines: ['..', 'Finished in 0.05 seconds (0.05s async, 0.00s sync)', '2 tests, 0 failures']
  },
  {
    step: 'sbt test',
    lines: [
      '[info] NetSpec:',
      '[info] - should fail on timeout',
      '[info] - should reject invalid tokens',
      '[info] All tests passed.'
    ]
  },
  {
    step: 'gradle test',
    lines: ['NetTest > should throw an exception on timeout PASSED', '5 tests completed']
  },
  {
    step: 'flutter test',
    lines: [
      '00:01 +0: loading test/error_page_test.dart',
      '00:02 +1: shows permission denied',
      '00:02 +2: All tests passed!'
    ]
  },
  {
    step: 'docker build .',
    lines: [
      'Step 3/7 : ENV TIMEOUT=30',
      'Step 4/7 : RUN ./fail-fast-check.sh',
      ' ---> Using cache',
      'Successfully built 1a2b3c4d5e6f'
    ]
  },
  {
    step: 'docker pull a',
    lines: [
      'latest: Pulling from shop/error-proxy',
      'Status: Image is up to date for shop/error-proxy:latest'
    ]
  },
  { step: 'terraform validate', lines: ['Success! The configuration is valid.'] },
  { step: 'ansible-lint', lines: ['Passed: 0 failure(s), 0 warning(s) on 3 files.'] },
  {
    step: 'brew install x',
    lines: [
      '==> Fetching crash-reporter',
      '==> Pouring crash-reporter--1.0.catalina.bottle.tar.gz',
      '🍺  /usr/local/Cellar/crash-reporter/1.0: 9 files, 1MB'
    ]
  },
  { step: './ci.sh', lines: ['Usage: deploy.sh [--timeout SECONDS] [--fail-fast]'] },
  {
    step: './ci.sh',
    lines: ['[10:00:01] INFO: 3 errors were fixed by the formatter', '[10:00:02] INFO: nothing left to do']
  },
  { step: './ci.sh', lines: ['if the disk is full, remove old images with `docker prune`'] },
  {
    step: './ci.sh',
    lines: [
      '| test                | result |',
      '| network-timeout     | pass   |',
      '| permission-denied   | pass   |'
    ]
  }
]
