// Runs of the reconciler.
import { type Static, Type } from '@sinclair/typebox'
import {
  closed,
  count,
  cursorQuery,
  nullable,
  oneOf,
  operation,
  paged,
  pagingQuery,
  ref,
  repoFilter,
  timestamp
} from '../common.js'
import { ErrorBody } from '../errors.js'
import { GovernedHeaders } from '../maintenance/governance.js'
import { RECONCILER_RUN_STATUSES, RECONCILER_TRIGGERS } from './enums.js'

const triggeredBy = oneOf(RECONCILER_TRIGGERS, { description: 'Whether the clock or a person began it.' })
const status = oneOf(RECONCILER_RUN_STATUSES, {
  description: '`failed`: it could not be finished; repositories that failed are counted, and fail no run.'
})

export const ReconciliationRun = closed(
  {
    id: Type.Integer({ description: 'Id of the run.' }),
    triggered_by: triggeredBy,
    status,
    scope: Type.String({ description: 'The repository, or `fleet`.', examples: ['fleet'] }),
    installation_id: nullable(Type.Integer(), {
      description: "The host's id of the installation that it is limited to; null for all."
    }),
    dry_run: Type.Boolean({ description: 'Whether it is a preview, which corrects nothing.' }),
    repos_checked: count('How many repositories were read, or failed.'),
    repos_synced: count('How many of them were in sync.'),
    repos_drifted: count('How many had drifted.'),
    repos_corrected: count('How many of those are in sync since, as the host shows.'),
    repos_failed: count('How many could not be read or corrected.'),
    writes_planned: count('How many writes on the host followed; in a preview: would follow.'),
    error: nullable(Type.String(), { description: 'Why it failed; null if it did not.' }),
    duration_ms: nullable(count('How long it took.')),
    started_at: timestamp('When it began.'),
    completed_at: nullable(timestamp('When it ended; null while it runs.'))
  },
  { $id: 'ReconciliationRun', description: 'A run of the reconciler.' }
)
export type ReconciliationRun = Static<typeof ReconciliationRun>

export const listReconciliationRuns = operation({
  operationId: 'listReconciliationRuns',
  codes: ['invalid_cursor'],
  summary: 'List runs of the reconciler, newest first',
  description: 'Each run has compared repositories with what is desired of them.',
  querystring: closed({
    ...pagingQuery(),
    ...cursorQuery,
    triggered_by: Type.Optional(triggeredBy),
    status: Type.Optional(status)
  }),
  response: { 200: paged(ref(ReconciliationRun), 'The runs of the page.') }
})
export type ReconciliationRunQuery = Partial<Static<typeof listReconciliationRuns.querystring>>

export const ReconcileRunBody = closed(
  {
    repo: Type.Optional(repoFilter('Only this repository.')),
    installation_id: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Only repositories of this installation.'
      })
    ),
    dry_run: Type.Optional(
      Type.Boolean({
        description: 'Whether nothing is corrected: the run says how many writes would follow.'
      })
    )
  },
  { $id: 'ReconcileRunBody', description: 'What a run of the reconciler looks at.' }
)
export type ReconcileRunBody = Static<typeof ReconcileRunBody>

export const ReconcileRunStarted = closed(
  {
    started: Type.Boolean({ description: 'Always true.' }),
    message: Type.String({ description: 'What happens next.' }),
    scope: Type.String({ description: 'The repository, or `fleet`.' }),
    run_id: Type.Integer({ description: 'Id of the run.' }),
    job_id: Type.String({ description: 'Id of the job that begins it.' }),
    deduplicated: Type.Boolean({ description: 'Whether the same run was in progress already.' })
  },
  { $id: 'ReconcileRunStarted', description: 'A run that was requested.' }
)
export type ReconcileRunStarted = Static<typeof ReconcileRunStarted>

export const runReconciler = operation({
  operationId: 'runReconciler',
  codes: ['repo_not_found', 'installation_not_found'],
  summary: 'Compare repositories with what is desired of them, and correct them, now',
  description: 'Jobs do the work, one for each repository. What is only audited is reported and not changed.',
  headers: GovernedHeaders,
  body: Type.Union([ref(ReconcileRunBody), Type.Null()], {
    description: 'Optional: the whole fleet by default.'
  }),
  response: {
    202: ref(ReconcileRunStarted),
    404: ref(ErrorBody, { description: 'Repository or installation not found.' })
  }
})

export const schemas = [ReconciliationRun, ReconcileRunBody, ReconcileRunStarted]
