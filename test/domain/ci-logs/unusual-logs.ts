// Short logs that do tell a cause, in words that no rule has, some of them beside lines that only sound like one.
import type { FailureType } from '#schemas/mirror/ci.js'
import type { Silent } from './silent-logs.js'

export interface Unusual extends Silent {
  type: FailureType
}

export const UNUSUAL: readonly Unusual[] = [
  { step: './ci.sh', type: 'out_of_memory', lines: ['renderer: ran out of memory while drawing page 7'] },
  {
    step: './ci.sh',
    type: 'timeout',
    lines: ['HEAD is now at 1a2b3c4 fix: out of memory in parser', 'smoke: gave up, timed out after 90 s']
  },
  { step: './ci.sh', type: 'disk_full', lines: ['backup: the disk is full, cannot write shard 3'] },
  {
    step: './deploy.sh',
    type: 'auth_permission',
    lines: ['  TIMEOUT: 30', 'uploader: access denied for user deploy']
  },
  {
    step: './deploy.sh',
    type: 'network',
    lines: [
      'Attempt 1 of 2: connection refused, retrying in 2 s',
      'Attempt 2 of 2: connection refused, giving up'
    ]
  },
  {
    step: 'npm test',
    type: 'test_failure',
    lines: ['✓ reports "No space left on device"', 'speccer: 2 of 3 tests failed']
  },
  { step: 'npm run lint', type: 'lint_format', lines: ['tidy: 4 files need formatting'] },
  { step: './ci.sh', type: 'rate_limit', lines: ['releaser: the rate limit was exceeded, come back later'] },
  { step: './ci.sh', type: 'crash', lines: ['simulator: the process crashed unexpectedly'] },
  {
    step: './ci.sh',
    type: 'quality_gate',
    lines: ['found 0 vulnerabilities', 'gatekeeper: coverage of 71 % is below the threshold of 80 %']
  },
  {
    step: './ci.sh',
    type: 'dependency_resolution',
    lines: ['fetcher: could not find package widgets of version 9']
  },
  {
    step: './ci.sh',
    type: 'config_error',
    lines: ['loader: invalid configuration, key "stages" is missing']
  },
  {
    step: './ci.sh',
    type: 'compile_error',
    lines: ['   Compiling thiserror v1.0.61', 'frobc: compilation failed in unit main']
  },
  {
    step: 'go test ./...',
    type: 'timeout',
    lines: ['ok  \texample.com/timeout\t0.01s', 'watchdog: deadline reached, the timeout of 5 min has passed']
  },
  {
    step: './ci.sh',
    type: 'auth_permission',
    lines: ['test result: ok. 1 passed; 0 failed', 'publisher: the token has expired, not authorized']
  }
]
