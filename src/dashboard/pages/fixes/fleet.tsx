// What became of the issues that the service was to fix, in all repositories, by the decisions about them.
import { listDecisions } from '../../../../openapi/fields.js'
import type { Schemas } from '../../kit/api.js'
import { Cards } from '../../kit/cards.js'
import { Badge } from '../../kit/details.js'
import { formatName, formatNumber } from '../../kit/format.js'
import type { Fields } from '../../kit/forms/fields.js'
import { List } from '../../kit/lists/list.js'
import { Empty, Screen, Section } from '../../kit/page.js'
import { Target } from '../../kit/target.js'
import { Time } from '../../kit/time.js'
import { useApi } from '../../kit/use-api.js'
import { FixButton } from './request.js'

const SOURCE = 'issue_fix'
/** The form has no default repository to be about. */
const REPO: Fields = {
  repo: Object.assign({}, listDecisions.repo, { required: true as const, description: 'Its repository.' })
}

export function FixesPage() {
  const summary = useApi('/api/decisions/summary', {}, 60)
  return (
    <Screen
      title="Fix attempts"
      lead="Issues that the service was to fix, and why it did or did not. A repository leads to its attempts."
      tools={<FixButton repoField={REPO} />}
    >
      <Section title="Figures" isTitleUnseen state={summary}>
        {({ by_source }) => <Figures sums={by_source.find(({ source }) => source === SOURCE)} />}
      </Section>
      <List
        title="All decisions about fixes"
        path="/api/decisions"
        params={{ query: { source: SOURCE } }}
        fields={listDecisions}
        filters={['q', 'decision', 'repo', 'target_number', 'from', 'to']}
        everySeconds={20}
        noun={['decision', 'decisions']}
        none={
          'No fix was asked for yet. Turn pillars.issue_fix.enabled on and give the service a model ' +
          '(MODEL_PROVIDER), then ask for the fix of an issue here.'
        }
        rowKey={({ id }) => id}
        columns={[
          {
            head: 'Decision',
            cell: ({ id, reason }) => (
              <a href={`/dashboard/decisions/${id}`}>{reason ?? 'Without a reason'}</a>
            )
          },
          { head: 'Result', cell: ({ decision }) => <Badge word={decision} /> },
          { head: 'Issue', cell: (decision) => <Target of={decision} repo={decision.repo} /> },
          { head: 'Attempts', cell: ({ repo }) => <Attempts repo={repo} /> },
          { head: 'When', cell: ({ created_at }) => <Time at={created_at} /> }
        ]}
      />
    </Screen>
  )
}

function Attempts({ repo }: { repo: string }) {
  return (
    <a href={`/dashboard/fix/${repo}`}>
      All attempts<span class="unseen"> of {repo}</span>
    </a>
  )
}

function Figures({ sums }: { sums: Schemas['DecisionSummary']['by_source'][number] | undefined }) {
  if (sums === undefined)
    return <Empty>No fix was decided about yet. Ask for one with the button above.</Empty>
  const results = ['acted', 'skipped', 'dry_run', 'blocked', 'error'] as const
  return (
    <Cards
      cards={results.map((result) => ({
        name: formatName(result),
        value: formatNumber(sums[result]),
        href: `/dashboard/fix?decision=${result}`,
        isBad: result === 'error' && sums.error > 0
      }))}
    />
  )
}
