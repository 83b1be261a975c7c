// The quality gates of all repositories.
import type { Schemas } from '../../kit/api.js'
import { Cards } from '../../kit/cards.js'
import { Badge } from '../../kit/details.js'
import { formatNumber } from '../../kit/format.js'
import { RowTable } from '../../kit/lists/table.js'
import { Empty, Screen, Section } from '../../kit/page.js'
import { useSearch } from '../../kit/router.js'
import { useApi } from '../../kit/use-api.js'

type Overall = 'passed' | 'warning' | 'failed'

export function GatesPage() {
  const wanted = useSearch().get('overall')
  const overall = (['passed', 'warning', 'failed'] as const).find((one) => one === wanted)
  const gates = useApi('/api/gates', { query: overall ? { overall } : {} }, 60)
  return (
    <Screen title="Quality gates">
      <Section title="Fleet" isTitleUnseen state={gates}>
        {(fleet) => (
          <>
            <Figures fleet={fleet} />
            <h2 class="after-cards">{overall === undefined ? 'Repositories' : TITLES[overall]}</h2>
            <Repositories repos={fleet.repos} />
          </>
        )}
      </Section>
    </Screen>
  )
}

const TITLES: Record<Overall, string> = {
  passed: 'Repositories that pass',
  warning: 'Repositories with a warning',
  failed: 'Repositories that fail'
}

function Figures({
  fleet: { total_repos, passed, failed, warning, unknown }
}: {
  fleet: Schemas['FleetGates']
}) {
  const path = '/dashboard/gates'
  return (
    <Cards
      cards={[
        { name: 'Repositories', value: formatNumber(total_repos), href: path },
        { name: 'Passed', value: formatNumber(passed), href: `${path}?overall=passed` },
        { name: 'Warning', value: formatNumber(warning), href: `${path}?overall=warning` },
        { name: 'Failed', value: formatNumber(failed), href: `${path}?overall=failed`, isBad: failed > 0 },
        { name: 'Unknown', value: formatNumber(unknown) }
      ]}
    />
  )
}

function Repositories({ repos }: Pick<Schemas['FleetGates'], 'repos'>) {
  if (repos.length === 0) return <Empty>No repository has such gates.</Empty>
  return (
    <RowTable
      label="Gates by repository"
      rows={repos}
      rowKey={({ repoId }) => repoId}
      columns={[
        { head: 'Repository', cell: ({ repo }) => <a href={`/dashboard/gates/${repo}`}>{repo}</a> },
        { head: 'Overall', cell: ({ overall }) => <Badge word={overall} /> },
        {
          head: 'Gates',
          cell: ({ gates, unknown }) =>
            unknown ??
            (gates
              .map(({ name, result, score }) => `${name}: ${result}, ${formatNumber(score)}`)
              .join('; ') ||
              'none')
        }
      ]}
    />
  )
}
