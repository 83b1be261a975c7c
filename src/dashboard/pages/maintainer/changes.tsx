// Every change that somebody asked for, made or refused.
import { listGovernance } from '../../../../openapi/fields.js'
import type { Schemas } from '../../kit/api.js'
import { Badge, Data } from '../../kit/details.js'
import { List } from '../../kit/lists/list.js'
import type { Column } from '../../kit/lists/table.js'
import { Time } from '../../kit/time.js'
import { changeInWords } from './change-words.js'
import { MaintainerScreen, maintainedPath } from './ways.js'

type Entry = Schemas['GovernanceEntry']

export function GovernancePage() {
  return (
    <MaintainerScreen lead="Every change that somebody asked for, made or refused. Entries are never changed.">
      <List
        title="All changes"
        path="/api/maintainer/audit"
        fields={listGovernance}
        filters={['action', 'target', 'target_type', 'actor', 'success', 'from', 'to']}
        noun={['change', 'changes']}
        none="Nobody has asked for a change yet. Each change through the dashboard or the API appears here."
        rowKey={({ id }) => id}
        columns={CHANGE_COLUMNS}
      />
    </MaintainerScreen>
  )
}

export const CHANGE_COLUMNS: readonly Column<Entry>[] = [
  { head: 'Change', cell: ({ action }) => <strong>{changeInWords(action)}</strong> },
  { head: 'Target', cell: (entry) => <ChangeTarget entry={entry} /> },
  { head: 'Who', cell: (entry) => <Who entry={entry} /> },
  { head: 'Result', cell: (entry) => <Result entry={entry} /> },
  { head: 'When', cell: ({ created_at }) => <Time at={created_at} /> },
  {
    head: 'What changed',
    isMinor: true,
    cell: ({ payload }) => (payload === null ? '–' : <Data title="Details" value={payload} />)
  }
]

function ChangeTarget({ entry: { target_type, target_id } }: { entry: Entry }) {
  const href = pathOf(target_type, target_id)
  return (
    <>
      {TARGETS[target_type]} {href === undefined ? target_id : <a href={href}>{target_id}</a>}
    </>
  )
}

const TARGETS: Readonly<Record<Entry['target_type'], string>> = {
  repo: 'Repository',
  member: 'Member',
  branch_rule: 'Branch rule',
  policy: 'Policy',
  violation: 'Violation',
  queue_entry: 'Queued pull request',
  feedback_rule: 'Feedback rule',
  rollback: 'Rollback',
  flaky_test: 'Test',
  vulnerability: 'Vulnerability',
  reconciler: 'Reconciler'
}

/** Where the number of the target names a page of its own. */
const NUMBERED: Readonly<Partial<Record<Entry['target_type'], string>>> = {
  policy: '/dashboard/policies',
  flaky_test: '/dashboard/flaky',
  vulnerability: '/dashboard/dependencies'
}

/** Where no single target has a page. */
const LISTS: Readonly<Partial<Record<Entry['target_type'], string>>> = {
  violation: '/dashboard/violations?status=all',
  feedback_rule: '/dashboard/feedback',
  rollback: '/dashboard/rollbacks'
}

/** Where the repository of the target has a page of its own. */
const OF_REPOSITORY: Readonly<Partial<Record<Entry['target_type'], string>>> = {
  queue_entry: '/dashboard/queue',
  reconciler: '/dashboard/reconciler'
}

const REPOSITORY = /^[\w-]+\/[\w.-]+/
const NUMBER = /^\d+$/

function pathOf(type: Entry['target_type'], id: string): string | undefined {
  const [repo] = REPOSITORY.exec(id) ?? []
  const numbered = NUMBERED[type]
  if (numbered !== undefined) return NUMBER.test(id) ? `${numbered}/${id}` : numbered
  if (type === 'repo' || type === 'branch_rule' || type === 'member') return repo && maintainedPath(repo)
  const place = OF_REPOSITORY[type]
  if (place !== undefined) return repo === undefined ? place : `${place}/${repo}`
  return LISTS[type]
}

/** Whoever calls with a key may name somebody else, for display. */
function Who({ entry: { actor, payload } }: { entry: Entry }) {
  const claimed = payload?.['claimed_actor']
  return (
    <>
      {actor} {typeof claimed === 'string' && <span class="muted">for {claimed}</span>}
    </>
  )
}

function Result({ entry: { success, error } }: { entry: Entry }) {
  return (
    <>
      <Badge word={success ? 'done' : 'failed'}>{success ? 'made' : 'not made'}</Badge>{' '}
      {error !== null && <span class="muted">{error}</span>}
    </>
  )
}
