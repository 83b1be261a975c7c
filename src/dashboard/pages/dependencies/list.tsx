// Known vulnerabilities of the packages that the repositories use.
import { listVulnerabilities } from '../../../../openapi/fields.js'
import type { Schemas } from '../../kit/api.js'
import { Cards } from '../../kit/cards.js'
import { Badge } from '../../kit/details.js'
import { formatCount, formatNumber } from '../../kit/format.js'
import { List } from '../../kit/lists/list.js'
import { Screen, Section } from '../../kit/page.js'
import { Time } from '../../kit/time.js'
import { useApi } from '../../kit/use-api.js'
import { BacklogChart } from './backlog.js'
import { DismissVulnerability, FoundPackage, FoundStatus, FoundVersions } from './found.js'

export function DependenciesPage() {
  const stats = useApi('/api/phase3/dependencies/stats', {}, 60)
  return (
    <Screen
      title="Dependencies"
      lead="Known vulnerabilities of the packages that repositories use, and the updates that mend them."
    >
      <Section title="Figures" isTitleUnseen state={stats}>
        {(figures) => (
          <>
            <Figures stats={figures} />
            <p class="muted after-table">
              <Advisories database={figures.advisories} />
            </p>
            <h2 class="after-cards">Open by week, last {figures.trend.length} weeks</h2>
            <BacklogChart trend={figures.trend} />
          </>
        )}
      </Section>
      <List
        title="All vulnerabilities"
        path="/api/phase3/dependencies/vulnerabilities"
        fields={listVulnerabilities}
        filters={['severity', 'status', 'ecosystem', 'package', 'fixable', 'repo']}
        noun={['vulnerability', 'vulnerabilities']}
        none="No vulnerabilities are known. They appear when the dependencies of a repository are scanned."
        rowKey={({ id }) => id}
        columns={[
          { head: 'Package', cell: (found) => <FoundPackage found={found} /> },
          { head: 'Severity', cell: ({ severity }) => <Badge word={severity} /> },
          { head: 'Status', cell: (found) => <FoundStatus found={found} /> },
          { head: 'Version', cell: (found) => <FoundVersions found={found} /> },
          {
            head: 'Repository',
            cell: ({ repo_full_name }) => (
              <a href={`/dashboard/dependencies/${repo_full_name}`}>{repo_full_name}</a>
            )
          },
          { head: 'Found', isMinor: true, cell: ({ detected_at }) => <Time at={detected_at} /> },
          {
            head: 'Answer',
            cell: (found) => (
              <span class="row-tools">
                <DismissVulnerability found={found} />
              </span>
            )
          }
        ]}
      />
    </Screen>
  )
}

function Advisories({
  database: { source, records, imported_at, error }
}: {
  database: Schemas['AdvisoryDatabase']
}) {
  if (source === null)
    return <>No advisory database is set up: set OSV_SOURCE, or rely on the alerts of the host.</>
  return (
    <>
      {formatNumber(records)} advisories, read <Time at={imported_at} />
      {error !== null && `; the last import failed: ${error}`}.
    </>
  )
}

function Figures({
  stats: { vulnerabilities, fixed_30d, oldest_open_days }
}: {
  stats: Schemas['DependencyStats']
}) {
  const { total_open, critical, high, repos_affected } = vulnerabilities
  const path = '/dashboard/dependencies?status=open'
  return (
    <Cards
      cards={[
        {
          name: 'Open',
          value: formatNumber(total_open),
          note: `in ${formatCount(repos_affected, 'repository', 'repositories')}`,
          href: path
        },
        {
          name: 'Critical',
          value: formatNumber(critical),
          href: `${path}&severity=critical`,
          isBad: critical > 0
        },
        { name: 'High', value: formatNumber(high), href: `${path}&severity=high`, isBad: high > 0 },
        {
          name: 'Fixed in 30 days',
          value: formatNumber(fixed_30d),
          href: '/dashboard/dependencies?status=fixed'
        },
        {
          name: 'Oldest open',
          value: oldest_open_days === null ? '–' : formatCount(oldest_open_days, 'day', 'days')
        }
      ]}
    />
  )
}
