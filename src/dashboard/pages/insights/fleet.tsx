// How the repositories fare: their health, and how issues, pull requests and runs go.
import { listRepoHealth } from '../../../../openapi/fields.js'
import { Badge } from '../../kit/details.js'
import { formatNumber, formatPercent } from '../../kit/format.js'
import { List } from '../../kit/lists/list.js'
import { Screen, Section } from '../../kit/page.js'
import { Time } from '../../kit/time.js'
import { useApi } from '../../kit/use-api.js'
import { IssueVelocity, PullVelocity, RunTrend } from './charts.js'

const EVERY_SECONDS = 60

export function InsightsPage() {
  const velocity = useApi('/api/insights/velocity', { query: { days: 30 } }, EVERY_SECONDS)
  const runs = useApi('/api/insights/ci-trend', { query: { days: 14 } }, EVERY_SECONDS)
  return (
    <Screen title="Insights" lead="How the repositories fare, and which of them need a look.">
      <div class="halves">
        <Section title="Issues, the last 30 days" state={velocity}>
          {(figures) => <IssueVelocity velocity={figures} />}
        </Section>
        <Section title="Pull requests, the last 30 days" state={velocity}>
          {(figures) => <PullVelocity velocity={figures} />}
        </Section>
      </div>
      <Section title="Runs, the last 14 days" state={runs}>
        {({ trend }) => <RunTrend days={trend} />}
      </Section>
      <Repositories />
    </Screen>
  )
}

function Repositories() {
  return (
    <List
      title="Health of the repositories"
      path="/api/insights/repos"
      fields={listRepoHealth}
      filters={['search', 'health_status', 'owner', 'language']}
      everySeconds={EVERY_SECONDS}
      noun={['repository', 'repositories']}
      none="No repositories yet. They appear with their first delivery or sync."
      rowKey={({ full_name }) => full_name}
      columns={[
        {
          head: 'Repository',
          sort: 'full_name',
          cell: ({ full_name }) => <a href={`/dashboard/insights/${full_name}`}>{full_name}</a>
        },
        {
          head: 'Health',
          sort: 'health',
          cell: ({ health_status, health_score }) => (
            <>
              <Badge word={health_status} /> {formatNumber(health_score)}
            </>
          )
        },
        { head: 'Open issues', sort: 'open_issues', cell: ({ open_issues }) => formatNumber(open_issues) },
        { head: 'Open pull requests', sort: 'open_prs', cell: ({ open_prs }) => formatNumber(open_prs) },
        { head: 'Passing runs', cell: ({ ci_pass_rate }) => formatPercent(ci_pass_rate) },
        {
          head: 'Not healed',
          isMinor: true,
          cell: ({ unhealed_failures }) => formatNumber(unhealed_failures)
        },
        {
          head: 'Stale',
          isMinor: true,
          cell: ({ stale_issues, stale_prs }) => formatNumber(stale_issues + stale_prs)
        },
        {
          head: 'Synced',
          sort: 'last_synced_at',
          isMinor: true,
          cell: ({ last_synced_at }) => <Time at={last_synced_at} />
        }
      ]}
    />
  )
}
