// The columns of violations: what differs, what became of it, and what people can do.
import { listViolations, suppressViolation } from '../../../../openapi/fields.js'
import { apiClient, callApi, type Schemas } from '../../kit/api.js'
import { Badge } from '../../kit/details.js'
import { formatName, formatNumber, inWords } from '../../kit/format.js'
import { ActionButton } from '../../kit/forms/action-button.js'
import type { Column } from '../../kit/lists/table.js'
import { Time } from '../../kit/time.js'
import { maintainedPath } from '../maintainer/ways.js'
import { policyPath } from './words.js'

type Violation = Schemas['Violation']

const WHOLE = '*'
const ENDS = {
  auto: 'corrected by the service',
  external: 'corrected by somebody else',
  policy_change: 'no longer asked for'
} as const

/** What stands is shown until the reader chooses otherwise; the service itself shows all. */
export const SHOWN_FIRST = { status: 'open' } as const
export const VIOLATION_FILTERS = {
  ...listViolations,
  status: { ...listViolations.status, default: SHOWN_FIRST.status }
}

export const VIOLATION_PLACE: Column<Violation> = {
  head: 'Where',
  cell: ({ repo_full_name, branch }) => (
    <>
      <a href={maintainedPath(repo_full_name)}>{repo_full_name}</a>
      <span class="muted">{branch === WHOLE ? 'the repository as a whole' : branch}</span>
    </>
  )
}

export const VIOLATION_POLICY: Column<Violation> = {
  head: 'Policy',
  cell: ({ policy_id, policy_name }) => <a href={policyPath(policy_id)}>{policy_name}</a>
}

export const VIOLATION_COURSE: readonly Column<Violation>[] = [
  { head: 'Differs in', cell: (violation) => <Breaches violation={violation} /> },
  { head: 'Status', cell: (violation) => <Course violation={violation} /> },
  { head: 'Found', isMinor: true, cell: ({ detected_at }) => <Time at={detected_at} /> },
  { head: 'Answer', cell: (violation) => <Answer violation={violation} /> }
]

function Breaches({ violation: { violations } }: { violation: Violation }) {
  return (
    <ul class="breaches">
      {violations.map(({ field, expected, actual }) => (
        <li key={field}>
          {formatName(field)}: {inWords(actual)} instead of {inWords(expected)}
        </li>
      ))}
    </ul>
  )
}

/** How the violation stands, and its way there. */
function Course({ violation }: { violation: Violation }) {
  const { status, reopen_count, action_id, remediated_by, remediated_at } = violation
  return (
    <>
      <Badge word={status} />
      <ul class="breaches muted">
        {remediated_by !== null && (
          <li>
            {ENDS[remediated_by]} <Time at={remediated_at} />
          </li>
        )}
        {status === 'suppressed' && <Suppression violation={violation} />}
        {reopen_count > 0 && (
          <li class="unbroken">
            {reopen_count === 1 ? 'came back once' : `came back ${formatNumber(reopen_count)} times`}
          </li>
        )}
        {action_id !== null && (
          <li>
            <a href={`/dashboard/actions/${action_id}`}>The correction</a>
          </li>
        )}
      </ul>
    </>
  )
}

function Suppression({ violation }: { violation: Violation }) {
  const { suppressed_by, suppressed_reason, suppressed_until } = violation
  return (
    <li>
      by {suppressed_by ?? 'nobody'} {suppressed_until === null ? 'until it is lifted' : 'until '}
      {suppressed_until !== null && <Time at={suppressed_until} />}
      {suppressed_reason !== null && `: ${suppressed_reason}`}
    </li>
  )
}

function Answer({ violation: { id, status, policy_name, repo_full_name } }: { violation: Violation }) {
  if (status === 'remediated') return <>–</>
  const params = { path: { id } }
  const isSuppressed = status === 'suppressed'
  return (
    <span class="row-tools">
      <ActionButton
        label={isSuppressed ? 'Lift the suppression' : 'Suppress'}
        about={`${policy_name} in ${repo_full_name}`}
        explanation={
          isSuppressed
            ? 'The violation counts again.'
            : 'The violation no longer counts as open, and is not corrected.'
        }
        fields={suppressViolation}
        only={isSuppressed ? ['reason'] : ['reason', 'until']}
        done={isSuppressed ? 'The violation counts again.' : 'The violation is suppressed.'}
        send={(chosen) => {
          const body = Object.assign({ suppressed: !isSuppressed }, chosen)
          return callApi(apiClient.POST('/api/enforcement/violations/{id}/suppress', { params, body }))
        }}
      />
    </span>
  )
}
