// The jobs of flaky tests.
import type { Jobs } from '#queue/job.js'
import { followQuarantineAction } from '#services/flaky-tests/action-hooks.js'
import { announceQuarantine } from '#services/flaky-tests/announce.js'
import { refreshTestsCheck } from '#services/flaky-tests/check.js'
import { giveUpTestRun, ingestTestRun } from '#services/flaky-tests/ingest.js'
import { sweepTests } from '#services/flaky-tests/sweep.js'

declare module '#deps.js' {
  interface JobPayloads {
    'flaky-tests.ingest': { test_run_id: number }
    'flaky-tests.give-up': JobPayloads['flaky-tests.ingest']
    'flaky-tests.check': { repo_id: number; head_sha: string }
    'flaky-tests.announce': { repo_id: number }
    'flaky-tests.follow': { action_id: number }
    'flaky-tests.sweep': NoPayload
  }
}

/** They ask the host for nothing. */
const LOCAL = { concurrency: 2, retryLimit: 20, timeoutSeconds: 60 }

export const flakyTestJobs = {
  /** Reads the test reports of an attempt of a CI run. */
  'flaky-tests.ingest': {
    handle: (deps, { test_run_id: id }) => ingestTestRun(deps, id),
    // Each may hold the results of a large suite.
    concurrency: 2,
    // Retries for an hour while the host is unavailable.
    retryLimit: 11,
    timeoutSeconds: 900,
    singleton: true,
    deadLetter: 'flaky-tests.give-up'
  },
  /** Says that the reports of an attempt were never read. */
  'flaky-tests.give-up': { handle: (deps, { test_run_id: id }) => giveUpTestRun(deps, id), ...LOCAL },
  /** Brings the check on a commit up to date. */
  'flaky-tests.check': {
    handle: (deps, { repo_id: repoId, head_sha: headSha }) => refreshTestsCheck(deps, { repoId, headSha }),
    ...LOCAL,
    singleton: true
  },
  /** Shows the quarantine of a repository on the host. */
  'flaky-tests.announce': {
    handle: (deps, { repo_id: id }) => announceQuarantine(deps, id),
    concurrency: 2,
    retryLimit: 11,
    timeoutSeconds: 300,
    singleton: true
  },
  /** Keeps the number of an issue or a pull request that was opened. */
  'flaky-tests.follow': { handle: (deps, { action_id: id }) => followQuarantineAction(deps, id), ...LOCAL },
  /** Ends quarantines in time, and forgets tests that nobody runs. */
  'flaky-tests.sweep': {
    handle: (deps) => sweepTests(deps),
    ...LOCAL,
    concurrency: 1,
    schedule: '17 * * * *'
  }
} satisfies Jobs
