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
    <Screen
      title="Quality gates"
      lead="Conditions on the figures of each repository, and whether they hold. A gate that blocks fails the check of pull requests."
    >
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
        { name: 'Repositories', value: formatNumber(total_repos), note: 'with a gate', href: path },
        {
          name: 'Passed',
          value: formatNumber(passed),
          note: 'all their gates',
          href: `${path}?overall=passed`
        },
        {
          name: 'Warning',
          value: formatNumber(warning),
          note: 'no gate that blocks failed',
          href: `${path}?overall=warning`
        },
        {
          name: 'Failed',
          value: formatNumber(failed),
          note: 'a gate that blocks',
          href: `${path}?overall=failed`,
          isBad: failed > 0
        },
        {
          name: 'Unknown',
          value: formatNumber(unknown),
          note: 'of the failed: their file cannot be read',
          href: `${path}?overall=failed`
        }
      ]}
    />
  )
}

function Repositories({ repos }: Pick<Schemas['FleetGates'], 'repos'>) {
  if (repos.length === 0)
    return (
      <Empty>No repository stands so. Open a repository to give it a gate, or write one into its file.</Empty>
    )
  return (
    <RowTable
      label="Gates by repository"
      rows={repos}
      rowKey={({ repoId }) => repoId}
      columns={[
        { head: 'Repository', cell: ({ repo }) => <a href={`/dashboard/gates/${repo}`}>{repo}</a> },
        { head: 'Status', cell: ({ overall }) => <Badge word={overall} /> },
        {
          head: 'Gates',
          cell: ({ gates, unknown }) =>
            unknown ??
            (gates
              .map(({ name, result, score }) => `${name} ${result} with ${formatNumber(score)} of 100`)
              .join('; ') ||
              'none')
        }
      ]}
    />
  )
}
