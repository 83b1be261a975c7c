// Where repositories differ from the policies.
import type { Schemas } from '../kit/api.js'
import { Cards } from '../kit/cards.js'
import { ShareBar } from '../kit/charts/chart.js'
import { formatNumber } from '../kit/format.js'
import { List } from '../kit/lists/list.js'
import { RowTable } from '../kit/lists/table.js'
import { Empty, Screen, Section } from '../kit/page.js'
import { useApi } from '../kit/use-api.js'
import {
  SHOWN_FIRST,
  VIOLATION_COURSE,
  VIOLATION_FILTERS,
  VIOLATION_PLACE,
  VIOLATION_POLICY
} from './policies/violation-columns.js'
import { MODE_WORDS, policyPath } from './policies/words.js'

export function ViolationsPage() {
  const stats = useApi('/api/enforcement/stats', {}, 60)
  const policies = useApi('/api/enforcement/policies', { query: { per_page: 100 } }, 60)
  return (
    <Screen
      title="Violations"
      lead="Where repositories fall short of the policies. Suppress one that is meant to be so, with a reason."
    >
      <Section title="Figures" isTitleUnseen state={stats}>
        {(figures) => <Figures stats={figures} />}
      </Section>
      <Section title="Open by policy" state={policies}>
        {({ data }) => <ByPolicy policies={data} />}
      </Section>
      <List
        title="All violations"
        path="/api/enforcement/violations"
        params={{ query: SHOWN_FIRST }}
        fields={VIOLATION_FILTERS}
        filters={['status', 'repo', 'policy_id']}
        noun={['violation', 'violations']}
        none="No open violations: every policy is satisfied, as far as it has been compared."
        rowKey={({ id }) => id}
        columns={[VIOLATION_PLACE, VIOLATION_POLICY, ...VIOLATION_COURSE]}
      />
    </Screen>
  )
}

/** Where most is to be done. */
function ByPolicy({ policies }: { policies: readonly Schemas['Policy'][] }) {
  const broken = policies.filter(({ open_violation_count: open }) => open > 0)
  if (broken.length === 0) return <Empty>Every policy is satisfied, as far as it has been compared.</Empty>
  const most = Math.max(...broken.map(({ open_violation_count: open }) => open))
  return (
    <RowTable
      label="Open violations by policy"
      rows={broken.sort((one, other) => other.open_violation_count - one.open_violation_count)}
      rowKey={({ id }) => id}
      columns={[
        { head: 'Policy', cell: ({ id, name }) => <a href={policyPath(id)}>{name}</a> },
        { head: 'Organisation', isMinor: true, cell: ({ org }) => org ?? '–' },
        {
          head: 'Open',
          cell: ({ open_violation_count: open }) => (
            <ShareBar part={open / most}>{formatNumber(open)}</ShareBar>
          )
        },
        { head: 'What it does', cell: ({ mode }) => MODE_WORDS[mode] },
        {
          head: 'List',
          cell: ({ id, name }) => (
            <a href={`/dashboard/violations?policy_id=${id}`}>
              Only these<span class="unseen"> of {name}</span>
            </a>
          )
        }
      ]}
    />
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
        {
          name: 'Remediated',
          note: 'corrected, or no longer asked for',
          value: formatNumber(remediated),
          href: `${path}?status=remediated`
        },
        {
          name: 'Policies',
          value: formatNumber(policies.active),
          note: `of ${formatNumber(policies.total)} are active`,
          href: '/dashboard/policies'
        },
        {
          name: 'Compliant repositories',
          value: formatNumber(compliance.compliant),
          note: `of ${formatNumber(compliance.total_repos)}`,
          href: '/dashboard/maintainer/branch-rules?compliant=true'
        }
      ]}
    />
  )
}
