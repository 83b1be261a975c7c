// Why the service acted, or did not: every automated choice with its conditions.
import { listDecisions } from '../../../../openapi/fields.js'
import type { Schemas } from '../../kit/api.js'
import { Cards } from '../../kit/cards.js'
import { Badge, Trigger } from '../../kit/details.js'
import { formatName, formatNumber, formatPart } from '../../kit/format.js'
import { List } from '../../kit/lists/list.js'
import { Screen, Section } from '../../kit/page.js'
import { Target } from '../../kit/target.js'
import { Time } from '../../kit/time.js'
import { useApi } from '../../kit/use-api.js'

const EVERY_SECONDS = 20

export function DecisionsPage() {
  const summary = useApi('/api/decisions/summary', {}, EVERY_SECONDS)
  return (
    <Screen
      title="Decisions"
      lead="Why the service acted, or did not. The figures count all decisions so far."
    >
      <Section title="Figures" isTitleUnseen state={summary}>
        {({ totals }) => <Figures totals={totals} />}
      </Section>
      <List
        title="All decisions"
        path="/api/decisions"
        fields={listDecisions}
        filters={[
          'q',
          'decision',
          'source',
          'pillar',
          'trigger_event',
          'repo',
          'target_type',
          'target_number',
          'waiver_id',
          'from',
          'to'
        ]}
        everySeconds={EVERY_SECONDS}
        noun={['decision', 'decisions']}
        none="No decisions yet. They appear with the first event of a repository."
        rowKey={({ id }) => id}
        columns={[
          {
            head: 'Decision',
            cell: ({ id, reason, source }) => <Reason id={id} text={reason ?? formatPart(source)} />
          },
          { head: 'Result', cell: ({ decision }) => <Badge word={decision} /> },
          { head: 'Target', cell: (decision) => <Target of={decision} repo={decision.repo} /> },
          { head: 'Source', isMinor: true, cell: ({ source }) => formatPart(source) },
          { head: 'Trigger', isMinor: true, cell: ({ trigger_event }) => <Trigger word={trigger_event} /> },
          { head: 'When', cell: ({ created_at }) => <Time at={created_at} /> }
        ]}
      />
    </Screen>
  )
}

function Reason({ id, text }: { id: number; text: string }) {
  return <a href={`/dashboard/decisions/${id}`}>{text}</a>
}

function Figures({ totals }: { totals: Schemas['DecisionSummary']['totals'] }) {
  const results = ['acted', 'skipped', 'dry_run', 'blocked', 'error'] as const
  return (
    <Cards
      cards={results.map((result) => ({
        name: formatName(result),
        value: formatNumber(totals[result]),
        href: `/dashboard/decisions?decision=${result}`,
        isBad: result === 'error' && totals.error > 0
      }))}
    />
  )
}
