// Work that takes long, with how far it is. Nothing is shown while there is none.
import type { Schemas } from '../../kit/api.js'
import { repositoryPath } from '../../kit/details.js'
import { formatNumber, formatWait } from '../../kit/format.js'
import { FailureNotice } from '../../kit/page.js'
import { Time } from '../../kit/time.js'
import { useApi } from '../../kit/use-api.js'

type Item = Schemas['ProgressItem']

const NAMES: Record<Item['kind'], string> = {
  sync: 'Sync of the mirror',
  first_sync: 'First sync',
  duplicates_backfill: 'Search for duplicates among older issues',
  delivery_retry: 'Retry of deliveries',
  policy_evaluation: 'Evaluation of policies',
  reconciliation: 'Reconciliation',
  dependency_scan: 'Scan of dependencies',
  advisory_import: 'Import of advisories',
  audit_export: 'Export of the audit trail',
  compliance_report: 'Compliance report'
}

/** Where more is said about the work. */
const HREFS: Partial<Record<Item['kind'], string>> = {
  sync: '/dashboard/repos',
  duplicates_backfill: '/dashboard/duplicates',
  delivery_retry: '/dashboard/deliveries',
  policy_evaluation: '/dashboard/violations',
  dependency_scan: '/dashboard/dependencies',
  advisory_import: '/dashboard/dependencies',
  audit_export: '/dashboard/audit',
  compliance_report: '/dashboard/audit'
}

export function InProgress() {
  const state = useApi('/api/progress', {})
  const items = state.data?.data ?? []
  if (items.length === 0 && !state.failure) return null
  return (
    <section>
      <h2>In progress</h2>
      <FailureNotice state={state} />
      <ul class="progress-list">
        {items.map((item) => (
          <li key={`${item.kind} ${item.repo} ${item.started_at}`}>
            <Work item={item} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Work({ item }: { item: Item }) {
  const { kind, repo, done, total } = item
  const name = NAMES[kind]
  const href = HREFS[kind]
  return (
    <>
      <p>
        {href === undefined ? name : <a href={href}>{name}</a>}{' '}
        {repo !== null && <a href={repositoryPath(repo)}>{repo}</a>}
      </p>
      {done !== null && total !== null && total > 0 && (
        <progress
          value={Math.min(done, total)}
          max={total}
          aria-label={repo === null ? name : `${name} ${repo}`}
        />
      )}
      <p class="muted">
        {amountOf(item)}
        {item.state === 'waiting' ? 'waits, asked for ' : 'begun '}
        <Time at={item.started_at} />
        {item.seconds_left !== null &&
          item.seconds_left > 0 &&
          `, about ${formatWait(item.seconds_left)} left`}
      </p>
    </>
  )
}

/** Such as “37 of 412 repositories, ”. */
function amountOf({ done, total, left, unit }: Item): string {
  if (unit === null) return ''
  if (done !== null && total !== null) return `${formatNumber(done)} of ${formatNumber(total)} ${unit}, `
  if (done !== null) return `${formatNumber(done)} ${unit} so far, `
  return left === null ? '' : `${formatNumber(left)} ${unit} left, `
}
