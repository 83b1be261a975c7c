// Every change that somebody asked for, made or refused.
import { listGovernance } from '../../../../openapi/fields.js'
import type { Schemas } from '../../kit/api.js'
import { Badge, Data } from '../../kit/details.js'
import { formatName } from '../../kit/format.js'
import { List } from '../../kit/lists/list.js'
import type { Column } from '../../kit/lists/table.js'
import { Time } from '../../kit/time.js'
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
        none="Nobody has asked for a change yet."
        rowKey={({ id }) => id}
        columns={CHANGE_COLUMNS}
      />
    </MaintainerScreen>
  )
}

export const CHANGE_COLUMNS: readonly Column<Entry>[] = [
  { head: 'Change', cell: ({ action }) => <strong>{formatName(action.replaceAll('.', ' '))}</strong> },
  { head: 'Target', cell: (entry) => <ChangeTarget entry={entry} /> },
  { head: 'Who', cell: (entry) => <Who entry={entry} /> },
  { head: 'Result', cell: (entry) => <Result entry={entry} /> },
  { head: 'When', cell: ({ created_at }) => <Time at={created_at} /> },
  {
    head: 'What changed',
    isMinor: true,
    cell: ({ id, payload }) => (payload === null ? '–' : <Data title={`Change ${id}`} value={payload} />)
  }
]

function ChangeTarget({ entry: { target_type, target_id } }: { entry: Entry }) {
  const href = pathOf(target_type, target_id)
  return (
    <>
      {formatName(target_type)} {href === undefined ? target_id : <a href={href}>{target_id}</a>}
    </>
  )
}

const REPOSITORY = /^[\w-]+\/[\w.-]+/
const NUMBER = /^\d+$/

function pathOf(type: Entry['target_type'], id: string): string | undefined {
  const [repo] = REPOSITORY.exec(id) ?? []
  if (type === 'policy') return NUMBER.test(id) ? `/dashboard/policies/${id}` : '/dashboard/policies'
  if (type === 'violation') return '/dashboard/violations?status=all'
  if (type === 'repo' || type === 'branch_rule' || type === 'member') return repo && maintainedPath(repo)
  return undefined
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
