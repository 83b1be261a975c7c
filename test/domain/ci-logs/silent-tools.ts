// Further jobs whose output tells no cause, by tools of repositories, packages and images, and by scripts.
import type { Silent } from './silent-logs.js'

export const QUIET_TOOLS: readonly Silent[] = [
  {
    step: 'git clone --depth 1 https://example.org/a',
    lines: [
      "Cloning into 'a'...",
      "Note: switching to 'v3.2-timeout-fixes'.",
      "HEAD is now at 77aa88b Merge branch 'segfault' into main"
    ]
  },
  {
    step: 'git submodule update --init',
    lines: [
      "Submodule 'vendor/crash-handler' (https://github.com/x/crash-handler) registered for path 'vendor/crash-handler'",
      "Submodule path 'vendor/crash-handler': checked out '1234567890abcdef1234567890abcdef12345678'"
    ]
  },
  {
    step: 'git checkout -b x',
    lines: [
      "Switched to a new branch 'fix-permission-denied'",
      'Previous HEAD position was 5aa6bb7 Do not leak credentials on timeout'
    ]
  },
  {
    step: 'git status',
    lines: [
      'On branch main',
      'Changes not staged for commit:',
      '\tmodified:   src/network-error.ts',
      '\tdeleted:    src/out-of-memory.md'
    ]
  },
  {
    step: 'git push --dry-run',
    lines: ['To https://github.com/a/b.git', ' * [new branch]      rate-limit-fix -> rate-limit-fix']
  },
  {
    step: 'yarn install --immutable',
    lines: [
      '➤ YN0000: ┌ Resolution step',
      '➤ YN0000: └ Completed',
      '➤ YN0000: ┌ Fetch step',
      "➤ YN0013: │ http-proxy-agent@npm:7.0.0 can't be found in the cache and will be fetched from the remote registry",
      '➤ YN0000: └ Completed in 0s 412ms',
      '➤ YN0000: Done in 0s 671ms'
    ]
  },
  {
    step: 'pnpm install',
    lines: [
      'Lockfile is up to date, resolution step is skipped',
      'Packages: +3',
      '+++',
      'Progress: resolved 3, reused 3, downloaded 0, added 3, done',
      '',
      'dependencies:',
      '+ p-timeout 6.1.2',
      '+ serialize-error 11.0.3',
      '',
      'Done in 1.2s'
    ]
  },
  {
    step: 'npm ls',
    lines: [
      'shop@1.0.0 /home/runner/work/shop/shop',
      '├── http-errors@2.0.0',
      '├── p-timeout@6.1.2',
      '└── verror@1.10.0'
    ]
  },
  {
    step: 'npx mocha',
    lines: [
      '  Uploader',
      '    ✔ fails when the disk is full',
      '    ✔ times out after 30 seconds',
      '    - refuses expired tokens',
      '',
      '  2 passing (12ms)',
      '  1 pending'
    ]
  },
  {
    step: 'npx playwright test',
    lines: [
      'Running 2 tests using 1 worker',
      '',
      '  ✓  1 [chromium] › login.spec.ts:3:5 › shows access denied (1.1s)',
      '  ✓  2 [chromium] › net.spec.ts:9:5 › shows timeout page (0.4s)',
      '',
      '  2 passed (2.3s)'
    ]
  },
  {
    step: 'npx nyc mocha',
    lines: [
      '----------|---------|----------|---------|---------|-------------------',
      'File      | % Stmts | % Branch | % Funcs | % Lines | Uncovered Line #s',
      '----------|---------|----------|---------|---------|-------------------',
      'All files |     100 |      100 |     100 |     100 |',
      ' crash.js |     100 |      100 |     100 |     100 |',
      '----------|---------|----------|---------|---------|-------------------'
    ]
  },
  {
    step: 'python -m unittest -v',
    lines: [
      'test_connection_timeout (tests.test_net.NetTest) ... ok',
      "test_disk_full (tests.test_disk.DiskTest) ... skipped 'slow'",
      '',
      '----------------------------------------------------------------------',
      'Ran 2 tests in 0.001s',
      '',
      'OK (skipped=1)'
    ]
  },
  {
    step: 'tox',
    lines: ['py312: OK (4.02=setup[3.1]+cmd[0.9] seconds)', '  congratulations :) (4.10 seconds)']
  },
  { step: 'mypy .', lines: ['Success: no issues found in 12 source files'] },
  { step: 'ruff check .', lines: ['All checks passed!'] },
  { step: 'black --check .', lines: ['All done! ✨ 🍰 ✨', '12 files would be left unchanged.'] },
  {
    step: 'go vet ./... && go build ./...',
    lines: ['go: downloading github.com/pkg/errors v0.9.1', 'go: downloading github.com/sony/timeout v1.0.0']
  },
  { step: 'golangci-lint run', lines: ['0 issues.'] },
  {
    step: 'cargo clippy',
    lines: [
      '    Checking backtrace v0.3.71',
      '    Checking failure v0.1.8',
      '    Finished `dev` profile [unoptimized + debuginfo] target(s) in 3.2s'
    ]
  },
  {
    step: 'cargo nextest run',
    lines: [
      '        PASS [   0.005s] shop net::tests::connection_reset',
      '        PASS [   0.006s] shop alloc::tests::out_of_memory',
      '     Summary [   0.010s] 2 tests run: 2 passed, 0 skipped'
    ]
  },
  {
    step: './gradlew build',
    lines: [
      '> Configure project :app',
      'Daemon will be stopped at the end of the build after running out of idle time',
      '> Task :app:processResources',
      '> Task :app:lintVitalRelease',
      'BUILD SUCCESSFUL in 3s'
    ]
  },
  {
    step: 'mvn package',
    lines: [
      '[INFO] --- maven-surefire-plugin:3.2.5:test (default-test) @ timeout-service ---',
      '[INFO] Results:',
      '[INFO] ',
      '[INFO] Tests run: 12, Failures: 0, Errors: 0, Skipped: 1',
      '[INFO] Building jar: /home/runner/work/timeout-service/target/timeout-service-1.0.jar'
    ]
  },
  {
    step: 'dotnet build',
    lines: [
      '  Shop.Errors -> /home/runner/work/shop/bin/Shop.Errors.dll',
      '  Shop.Timeout.Tests -> /home/runner/work/shop/bin/Shop.Timeout.Tests.dll',
      'Build succeeded.',
      '    0 Warning(s)',
      '    0 Error(s)',
      'Time Elapsed 00:00:04.12'
    ]
  },
  {
    step: 'docker compose logs',
    lines: ['web-1  | listening on 8080, timeout=30s, max_memory=512m', 'web-1  | connected to db']
  },
  {
    step: 'docker push shop/app',
    lines: [
      'The push refers to repository [docker.io/shop/timeout-proxy]',
      '5f70bf18a086: Layer already exists',
      'latest: digest: sha256:abcd size: 1234'
    ]
  },
  {
    step: 'helm upgrade x .',
    lines: [
      'Release "rate-limiter" has been upgraded. Happy Helming!',
      'NAME: rate-limiter',
      'STATUS: deployed'
    ]
  },
  {
    step: 'kubectl rollout status deploy/x',
    lines: [
      'Waiting for deployment "timeout-proxy" rollout to finish: 1 of 2 updated replicas are available...',
      'deployment "timeout-proxy" successfully rolled out'
    ]
  },
  {
    step: 'terraform apply',
    lines: [
      'aws_sqs_queue.dead_letter: Creation complete after 2s [id=https://sqs.eu-west-1.amazonaws.com/1/crash-reports]',
      'Apply complete! Resources: 1 added, 0 changed, 0 destroyed.',
      'Outputs:',
      'permission_boundary = "arn:aws:iam::1:policy/denied"'
    ]
  },
  {
    step: 'ansible-playbook site.yml',
    lines: [
      'TASK [Set the timeout of the proxy] ********',
      'ok: [web1]',
      'PLAY RECAP ********',
      'web1 : ok=2 changed=0 unreachable=0 failed=0 skipped=0 rescued=0 ignored=0'
    ]
  },
  {
    step: 'apt-get update',
    lines: [
      'Hit:1 http://azure.archive.ubuntu.com/ubuntu jammy InRelease',
      'Reading package lists...',
      'Building dependency tree...',
      'Reading state information...',
      'All packages are up to date.'
    ]
  },
  {
    step: './ci.sh',
    lines: ['set REQUEST_TIMEOUT_MS=3000', 'declare -x OOM_KILL_DISABLE="1"', 'export DENIED_HOSTS=none']
  },
  {
    step: './ci.sh',
    lines: [
      '{"level":"info","msg":"server started","timeout":30,"errors":0}',
      '{"level":"info","msg":"request handled","status":200,"error":null}'
    ]
  },
  {
    step: './ci.sh',
    lines: [
      '2026-01-01 10:00:00 INFO  Starting the crash reporter',
      '2026-01-01 10:00:01 INFO  Timeout set to 30 seconds',
      '2026-01-01 10:00:02 INFO  Crash reporter started'
    ]
  },
  {
    step: './ci.sh',
    lines: [
      'curl: (28) Connection timed out after 5000 milliseconds',
      'Trying again in 5 s',
      'OK, the server answered'
    ]
  },
  {
    step: './ci.sh',
    lines: [
      'Waiting for the database: not ready, connection refused',
      'Waiting for the database: not ready, connection refused',
      'The database is ready',
      'Seed complete'
    ]
  },
  {
    step: './ci.sh',
    lines: ['Usage of disk: 41 %, memory: 12 %', 'Checking disk space ... ok', 'Checking permissions ... ok']
  },
  {
    step: 'phpunit',
    lines: [
      '..S.                4 / 4 (100%)',
      'Time: 00:00.012, Memory: 6.00 MB',
      'OK, but incomplete, skipped, or risky tests!',
      'Tests: 4, Assertions: 9, Skipped: 1.'
    ]
  },
  {
    step: 'ctest',
    lines: [
      '    Start 1: timeout_test',
      '1/2 Test #1: timeout_test .....................   Passed    0.01 sec',
      '    Start 2: crash_test',
      '2/2 Test #2: crash_test .......................   Passed    0.02 sec',
      '100% tests passed, 0 tests failed out of 2'
    ]
  },
  {
    step: 'make',
    lines: [
      'gcc -c -o timeout.o timeout.c',
      '[ 50%] Building C object CMakeFiles/app.dir/crash_handler.c.o',
      '[100%] Built target segfault_handler'
    ]
  },
  {
    step: 'npx tsc --noEmit && npx prettier --check .',
    lines: ['Checking formatting...', 'All matched files use Prettier code style!']
  }
]
