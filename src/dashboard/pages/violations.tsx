// Where repositories differ from the policies.
import { listViolations, suppressViolation } from '../../../openapi/fields.js'
import { apiClient, callApi, type Schemas } from '../kit/api.js'
import { Cards } from '../kit/cards.js'
import { Badge, repositoryPath } from '../kit/details.js'
import { formatName, formatNumber } from '../kit/format.js'
import { ActionButton } from '../kit/forms/action-button.js'
import { List } from '../kit/lists/list.js'
import { Screen, Section } from '../kit/page.js'
import { Time } from '../kit/time.js'
import { useApi } from '../kit/use-api.js'

type Violation = Schemas['Violation']

export function ViolationsPage() {
  const stats = useApi('/api/enforcement/stats', {}, 60)
  return (
    <Screen title="Violations" lead="Where repositories differ from the policies.">
      <Section title="Figures" isTitleUnseen state={stats}>
        {(figures) => <Figures stats={figures} />}
      </Section>
      <List
        title="All violations"
        path="/api/enforcement/violations"
        fields={listViolations}
        filters={['status', 'repo', 'policy_id']}
        noun={['violation', 'violations']}
        none="No open violations."
        rowKey={({ id }) => id}
        columns={[
          {
            head: 'Repository',
            cell: ({ repo_full_name }) => <a href={repositoryPath(repo_full_name)}>{repo_full_name}</a>
          },
          { head: 'Branch', isMinor: true, cell: ({ branch }) => branch },
          { head: 'Policy', cell: ({ policy_name }) => policy_name },
          { head: 'Differs in', cell: (violation) => <Breaches violation={violation} /> },
          { head: 'Status', cell: ({ status }) => <Badge word={status} /> },
          { head: 'Found', isMinor: true, cell: ({ detected_at }) => <Time at={detected_at} /> },
          { head: 'Answer', cell: (violation) => <Answer violation={violation} /> }
        ]}
      />
    </Screen>
  )
}

function Breaches({ violation: { violations } }: { violation: Violation }) {
  return (
    <ul class="breaches">
      {violations.map(({ field, expected, actual }) => (
        <li key={field}>
          {formatName(field)}: {String(actual)} instead of {String(expected)}
        </li>
      ))}
    </ul>
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
        explanation={isSuppressed ? 'The violation counts again.' : 'The violation no longer counts as open.'}
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

function Figures({ stats: { violations, policies, compliance } }: { stats: Schemas['EnforcementStats'] }) {
  const { open, suppressed, remediated } = violations
  const path = '/dashboard/violations'
  return (
    <Cards
      cards={[
        { name: 'Open', value: formatNumber(open), href: path, isBad: open > 0 },
        { name: 'Suppressed', value: formatNumber(suppressed), href: `${path}?status=suppressed` },
        { name: 'Remediated', value: formatNumber(remediated), href: `${path}?status=remediated` },
        {
          name: 'Policies',
          value: formatNumber(policies.active),
          note: `of ${formatNumber(policies.total)} are active`
        },
        {
          name: 'Compliant repositories',
          value: formatNumber(compliance.compliant),
          note: `of ${formatNumber(compliance.total_repos)}`
        }
      ]}
    />
  )
}
