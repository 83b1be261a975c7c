// Further causes in words that no rule has.
import type { Unusual } from './unusual-logs.js'

export const UNUSUAL_FURTHER: readonly Unusual[] = [
  { step: './ci.sh', type: 'timeout', lines: ['harness: worker 3 did not respond within 60 s'] },
  {
    step: './ci.sh',
    type: 'network',
    lines: ['retry 1/2 after ETIMEDOUT', 'retry 2/2 after ETIMEDOUT', 'out of retries']
  },
  {
    step: './ci.sh',
    type: 'disk_full',
    lines: ['✓ times out', 'imager: insufficient storage for the layer']
  },
  { step: './ci.sh', type: 'auth_permission', lines: ["uploader: '/srv/out' permission denied"] },
  {
    step: './ci.sh',
    type: 'crash',
    lines: ['Running the timeout tests', 'runner of scenes: segfault in scene 4']
  },
  {
    step: 'npx speccer',
    type: 'test_failure',
    lines: ['PASS a.test.js', 'FAIL b.test.js', 'speccer: expected "3" but got "4"']
  },
  { step: './ci.sh', type: 'config_error', lines: ['launcher: unknown option "--fast"'] },
  { step: './ci.sh', type: 'compile_error', lines: ['src/a.frob:3:5: undeclared name "b"'] },
  {
    step: './ci.sh',
    type: 'dependency_resolution',
    lines: ['resolver: version 2 of a conflicts with version 1 of b']
  },
  {
    step: './ci.sh',
    type: 'quality_gate',
    lines: ['0 errors, 0 warnings', 'auditor: 3 vulnerabilities of high severity']
  },
  { step: 'npx oxfmt', type: 'lint_format', lines: ['oxfmt: src/a.ts should be reformatted'] },
  { step: './ci.sh', type: 'rate_limit', lines: ['mirror: too many requests, slow down'] },
  { step: './ci.sh', type: 'docker_build', lines: ['shipper: the base image could not be found'] },
  {
    step: './ci.sh',
    type: 'out_of_memory',
    lines: ['HEAD is now at abc1234 Fix timeout', 'jvm wrapper: not enough memory for the heap']
  },
  {
    step: './ci.sh',
    type: 'network',
    lines: ['syncer: connection lost while reading https://example.org/timeouts/index.json']
  },
  { step: './ci.sh', type: 'runner_infra', lines: ['pool: the machine was preempted'] },
  { step: './ci.sh', type: 'timeout', lines: ['TimeoutError: page.click took too long'] },
  {
    step: './ci.sh',
    type: 'network',
    lines: [
      'Attempt 1 of 3 failed: connection refused',
      'Attempt 2 of 3 failed: connection refused',
      'Attempt 3 of 3 failed: connection refused',
      'done with errors'
    ]
  },
  {
    step: './ci.sh',
    type: 'auth_permission',
    lines: ['{"level":"error","msg":"login refused","reason":"bad credentials"}']
  },
  { step: './ci.sh', type: 'config_error', lines: ['planner: the environment variable REGION is not set'] },
  { step: './ci.sh', type: 'timeout', lines: ['Timeout: no answer'] },
  { step: './ci.sh', type: 'timeout', lines: ['TIMEOUT'] },
  { step: './ci.sh', type: 'timeout', lines: ['waiter: time-out of 30s elapsed for pod web'] },
  { step: './ci.sh', type: 'timeout', lines: ['scheduler: deadline passed'] },
  { step: './ci.sh', type: 'network', lines: ['sync: DNS lookup for example.org came back empty'] },
  { step: './ci.sh', type: 'network', lines: ['mirror: HTTP 502 from https://example.org/timeouts'] },
  {
    step: './ci.sh',
    type: 'network',
    lines: ['Waiting for server...', 'Waiting for server...', 'server unreachable']
  },
  { step: './ci.sh', type: 'network', lines: ['uploader: socket hang up'] },
  { step: './ci.sh', type: 'out_of_memory', lines: ['render: heap exhausted'] },
  {
    step: './ci.sh',
    type: 'out_of_memory',
    lines: ['./run.sh: line 9:  4711 Killed                  ./render']
  },
  { step: './ci.sh', type: 'disk_full', lines: ['writer: no space on /data'] },
  { step: './ci.sh', type: 'disk_full', lines: ['cache: storage quota: disk quota hit'] },
  { step: './ci.sh', type: 'auth_permission', lines: ['pusher: login required'] },
  { step: './ci.sh', type: 'auth_permission', lines: ['signer: credentials are gone'] },
  { step: 'npm run check', type: 'lint_format', lines: ['fmtx: src/a.ts is not formatted'] },
  { step: 'npm run lint', type: 'lint_format', lines: ['src/a.ts:3:5 trailing whitespace'] },
  { step: 'npm run lint', type: 'lint_format', lines: ['a.ts: unused variable b'] },
  { step: 'npm run test:unit', type: 'test_failure', lines: ['[x] adds numbers: assertion 1 == 2'] },
  { step: 'npm run test:unit', type: 'test_failure', lines: ['FAILED: tests/adder.test.ts'] },
  { step: 'npm run test:unit', type: 'test_failure', lines: ['2 scenarios broken'] },
  { step: 'npm run test:ui', type: 'test_failure', lines: ['snapshot of Button differs'] },
  { step: './ci.sh', type: 'crash', lines: ['worker: panic: nil map'] },
  { step: './ci.sh', type: 'crash', lines: ['Aborted (core dumped)'] },
  { step: './ci.sh', type: 'quality_gate', lines: ['checker: CVE-2026-1234 in libfoo (critical)'] },
  {
    step: './ci.sh',
    type: 'quality_gate',
    lines: ['budget: bundle size limit is 200 kB, the bundle has 240 kB']
  },
  { step: './ci.sh', type: 'config_error', lines: ['planner: unrecognized key "stagse"'] },
  { step: './ci.sh', type: 'config_error', lines: ['/usr/bin/env: frobnicate: command not found'] },
  {
    step: './ci.sh',
    type: 'dependency_resolution',
    lines: ['solver: requirements a>=2 and b<1 do not resolve']
  },
  { step: './ci.sh', type: 'dependency_resolution', lines: ['lockfile is stale, run the installer'] },
  { step: './ci.sh', type: 'compile_error', lines: ['unit main.frob: syntax error near line 3'] },
  { step: './ci.sh', type: 'compile_error', lines: ['linker: undefined symbol main'] },
  { step: './ci.sh', type: 'docker_build', lines: ['ship: failed to build image web'] },
  { step: './ci.sh', type: 'runner_infra', lines: ['pool: lost communication with agent 7'] },
  { step: './ci.sh', type: 'rate_limit', lines: ['api: secondary limit, slow down'] },
  { step: './ci.sh', type: 'rate_limit', lines: ['api said: retry-after 60, quota exceeded'] },
  { step: './ci.sh', type: 'type_check', lines: ['checker: argument type int does not fit str'] },
  {
    step: './check.sh',
    type: 'lint_format',
    lines: ['if ! fmtx; then echo "files need formatting"; exit 1; fi', 'files need formatting']
  },
  {
    step: './check.sh',
    type: 'quality_gate',
    lines: ["+ echo 'coverage is below 80 %'", 'coverage is below 80 %', '+ exit 1']
  },
  {
    step: './check.sh',
    type: 'network',
    lines: ['PING db: connection refused', 'PING db: connection refused']
  }
]
