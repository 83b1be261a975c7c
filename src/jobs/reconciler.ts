// The jobs of the reconciler.

import type { Jobs } from '#queue/job.js'
import { previewOrganisationFile } from '#services/reconciler/preview.js'
import { giveUpRepository, reconcileRepository } from '#services/reconciler/reconcile.js'
import { scheduleReconciliation, spreadReconciliation } from '#services/reconciler/runs.js'

declare module '#deps.js' {
  interface JobPayloads {
    'reconciler.schedule': NoPayload
    'reconciler.fleet': { run_id: number }
    'reconciler.repository': {
      repo_id: number
      /** The run that counts it; null for one after an event. */
      run_id: number | null
      trigger_event: string
      dry_run: boolean
      /** Whether somebody asked for this very repository. */
      is_single: boolean
    }
    'reconciler.give-up': JobPayloads['reconciler.repository']
    'reconciler.preview': { repo_id: number; pr_number: number; head_sha: string; trigger_event: string }
  }
}

export const reconcilerJobs = {
  /** Begins a run of the repositories that are due, and ends runs that stand still. */
  'reconciler.schedule': {
    handle: (deps) => scheduleReconciliation(deps),
    concurrency: 1,
    retryLimit: 3,
    timeoutSeconds: 300,
    schedule: '*/15 * * * *',
    singleton: true
  },
  /** Enqueues the repositories of a run that somebody asked for. */
  'reconciler.fleet': {
    handle: (deps, payload) => spreadReconciliation(deps, payload),
    concurrency: 1,
    retryLimit: 8,
    timeoutSeconds: 300,
    singleton: true
  },
  /** Compares one repository with what is desired of it, and corrects it. */
  'reconciler.repository': {
    handle: (deps, payload) => reconcileRepository(deps, payload),
    concurrency: 8,
    // Retries for a quarter of an hour while the configuration cannot be read.
    retryLimit: 9,
    timeoutSeconds: 300,
    deadLetter: 'reconciler.give-up',
    singleton: true
  },
  /** Counts a repository that could not be read in time as failed. */
  'reconciler.give-up': {
    handle: (deps, payload) => giveUpRepository(deps, payload),
    concurrency: 2,
    retryLimit: 12,
    timeoutSeconds: 60
  },
  /** Compares all repositories of an organisation with a file that a pull request proposes; the check is a job of its own. */
  'reconciler.preview': {
    handle: (deps, payload) => previewOrganisationFile(deps, payload),
    concurrency: 1,
    // Retries for a quarter of an hour while the configuration or the file cannot be read.
    retryLimit: 9,
    timeoutSeconds: 120,
    singleton: true
  }
} satisfies Jobs
