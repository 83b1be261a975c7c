// Runs of the reconciler: what they have compared, and what they have corrected.
import { listReconciliationRuns } from '../../../../openapi/fields.js'
import type { Schemas } from '../../kit/api.js'
import { Badge } from '../../kit/details.js'
import { formatCount, formatDuration, formatNumber } from '../../kit/format.js'
import { List } from '../../kit/lists/list.js'
import type { Column } from '../../kit/lists/table.js'
import { Screen } from '../../kit/page.js'
import { Time } from '../../kit/time.js'
import { RunReconciler } from './run-tools.js'
import { reconciledPath } from './words.js'

type Run = Schemas['ReconciliationRun']

const REPOSITORY_NAME = /^[\w-]+\/[\w.-]+$/

export const RUN_COLUMNS: readonly Column<Run>[] = [
  { head: 'Run', cell: (run) => <RunName run={run} /> },
  { head: 'Status', cell: (run) => <RunStatus run={run} /> },
  { head: 'Result', cell: (run) => <RunResult run={run} /> },
  { head: 'Began', cell: ({ started_at }) => <Time at={started_at} /> },
  {
    head: 'Took',
    isMinor: true,
    cell: ({ duration_ms }) => <span class="unbroken">{formatDuration(duration_ms)}</span>
  }
]

export function ReconcilerRunsPage() {
  return (
    <Screen
      title="Runs of the reconciler"
      lead={
        <>
          Each run compares repositories with what is wanted of them, and corrects what has drifted.{' '}
          <a href="/dashboard/reconciler">All repositories</a>
        </>
      }
      tools={<RunReconciler />}
    >
      <List
        title="All runs"
        path="/api/phase3/reconciler/runs"
        fields={listReconciliationRuns}
        filters={['status', 'triggered_by']}
        everySeconds={10}
        noun={['run', 'runs']}
        none="No run yet. The first one follows within the hour, or when you ask for it."
        rowKey={({ id }) => id}
        columns={RUN_COLUMNS}
      />
    </Screen>
  )
}

function RunName({ run: { id, scope, dry_run, triggered_by } }: { run: Run }) {
  const isRepository = REPOSITORY_NAME.test(scope)
  return (
    <>
      <strong>{dry_run ? `Preview ${id}` : `Run ${id}`}</strong>
      <span class="muted">
        {isRepository ? <a href={reconciledPath(scope)}>{scope}</a> : 'all repositories'},{' '}
        {triggered_by === 'manual' ? 'asked for' : 'on schedule'}
      </span>
    </>
  )
}

function RunStatus({ run: { status, error } }: { run: Run }) {
  return (
    <>
      <Badge word={status} /> {error !== null && <span class="muted">{error}</span>}
    </>
  )
}

function RunResult({ run }: { run: Run }) {
  const { repos_checked, repos_drifted, repos_corrected, repos_failed, writes_planned, dry_run } = run
  const parts = [
    `${formatCount(repos_checked, 'repository', 'repositories')} read`,
    `${formatNumber(repos_drifted)} drifted`,
    dry_run
      ? `${formatCount(writes_planned, 'write', 'writes')} would follow`
      : `${formatNumber(repos_corrected)} corrected`,
    ...(repos_failed > 0 ? [`${formatNumber(repos_failed)} failed`] : [])
  ]
  return <>{parts.join(', ')}</>
}
