// The reconciler: which repositories are as they are wanted, and its latest runs.
import { listReconcileStates } from '../../../../openapi/fields.js'
import type { Schemas } from '../../kit/api.js'
import { Cards } from '../../kit/cards.js'
import { Badge } from '../../kit/details.js'
import { formatNumber } from '../../kit/format.js'
import { List } from '../../kit/lists/list.js'
import { RowTable } from '../../kit/lists/table.js'
import { Empty, Screen, Section } from '../../kit/page.js'
import { Time } from '../../kit/time.js'
import { useApi } from '../../kit/use-api.js'
import { RunReconciler } from './run-tools.js'
import { RUN_COLUMNS } from './runs.js'
import { fieldInWords, reconciledPath } from './words.js'

type State = Schemas['ReconcileState']

const MOST_FIELDS = 3

export function ReconcilerPage() {
  const runs = useApi('/api/phase3/reconciler/runs', { query: { per_page: 5 } }, 10)
  return (
    <Screen
      title="Reconciler"
      lead="Keeps repositories as the baseline of their configuration and the policies want them."
      tools={<RunReconciler />}
    >
      <Figures />
      <List
        title="Repositories"
        path="/api/phase3/reconciler/repos"
        fields={listReconcileStates}
        filters={['in_sync', 'repo']}
        everySeconds={20}
        noun={['repository', 'repositories']}
        none="No repositories yet. They appear when the service has been connected to the host."
        rowKey={({ repo_id }) => repo_id}
        columns={[
          {
            head: 'Repository',
            cell: ({ repo_full_name }) => <a href={reconciledPath(repo_full_name)}>{repo_full_name}</a>
          },
          { head: 'Status', cell: (state) => <Standing state={state} /> },
          { head: 'Differs in', cell: (state) => <DriftFields state={state} /> },
          { head: 'Read', isMinor: true, cell: ({ last_reconciled_at }) => <Time at={last_reconciled_at} /> },
          { head: 'Due', isMinor: true, cell: ({ next_reconcile_at }) => <Time at={next_reconcile_at} /> }
        ]}
      />
      <Section title="Latest runs" state={runs}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty>No run yet. The first one follows within the hour, or when you ask for it.</Empty>
          ) : (
            <>
              <RowTable label="Latest runs" rows={data} rowKey={({ id }) => id} columns={RUN_COLUMNS} />
              <p class="after-table">
                <a href="/dashboard/reconciler/runs">All runs</a>
              </p>
            </>
          )
        }
      </Section>
    </Screen>
  )
}

/** Each list is asked for its number alone. */
function Figures() {
  const path = '/api/phase3/reconciler/repos'
  const all = useApi(path, { query: { per_page: 1 } }, 30)
  const inSync = useApi(path, { query: { in_sync: true, per_page: 1 } }, 30)
  const drifted = useApi(path, { query: { in_sync: false, per_page: 1 } }, 30)
  const page = '/dashboard/reconciler'
  return (
    <Section title="Figures" isTitleUnseen state={all}>
      {({ meta: { total } }) => {
        const good = inSync.data?.meta.total ?? 0
        const bad = drifted.data?.meta.total ?? 0
        return (
          <Cards
            cards={[
              { name: 'In sync', value: formatNumber(good), href: `${page}?in_sync=true` },
              { name: 'Drifted', value: formatNumber(bad), href: `${page}?in_sync=false`, isBad: bad > 0 },
              {
                name: 'Never read',
                value: formatNumber(Math.max(0, total - good - bad)),
                note: `of ${formatNumber(total)} repositories`
              }
            ]}
          />
        )
      }}
    </Section>
  )
}

export function Standing({ state: { in_sync, reconcile_skip, last_error } }: { state: State }) {
  return (
    <>
      {in_sync === null && <Badge word="none">never read</Badge>}
      {in_sync === true && <Badge word="ok">in sync</Badge>}
      {in_sync === false && <Badge word="failed">drifted</Badge>}{' '}
      {reconcile_skip && <Badge word="skipped">only compared</Badge>}
      {last_error !== null && <span class="fault"> {last_error}</span>}
    </>
  )
}

function DriftFields({ state: { drift_fields: fields, in_sync } }: { state: State }) {
  if (fields.length === 0) return <>{in_sync === null ? 'not known' : 'nothing'}</>
  const shown = fields.slice(0, MOST_FIELDS).map(fieldInWords).join('; ')
  const more = fields.length - MOST_FIELDS
  return <>{more > 0 ? `${shown}; and ${formatNumber(more)} more` : shown}</>
}
