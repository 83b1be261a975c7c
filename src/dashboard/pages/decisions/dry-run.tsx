// What the service would have done: decisions of dry runs, none of which has changed anything on the host.
import { listDecisions } from '../../../../openapi/fields.js'
import type { Schemas } from '../../kit/api.js'
import { type Card, Cards } from '../../kit/cards.js'
import { Trigger } from '../../kit/details.js'
import { formatNumber, formatPart } from '../../kit/format.js'
import { List } from '../../kit/lists/list.js'
import { Screen, Section } from '../../kit/page.js'
import { Target } from '../../kit/target.js'
import { Time } from '../../kit/time.js'
import { useApi } from '../../kit/use-api.js'

type Decision = Schemas['Decision']
type Source = Decision['source']

const EVERY_SECONDS = 30

export function DryRunPage() {
  const summary = useApi('/api/decisions/summary', {}, EVERY_SECONDS)
  return (
    <Screen
      title="Dry run"
      lead="What would have happened. Nothing here has changed anything on the host, and nothing here will."
    >
      <Section title="Figures" isTitleUnseen state={summary}>
        {(sums) => <Cards cards={cardsOf(sums)} />}
      </Section>
      <List
        title="All that would have happened"
        path="/api/decisions"
        params={{ query: { decision: 'dry_run' } }}
        fields={listDecisions}
        filters={['q', 'source', 'pillar', 'repo', 'target_type', 'target_number', 'from', 'to']}
        everySeconds={EVERY_SECONDS}
        noun={['decision', 'decisions']}
        none={
          'No dry runs. To see what the service would do before it may, set settings.dry_run in the configuration ' +
          'of a repository, or ask for a dry run where you ask for something.'
        }
        rowKey={({ id }) => id}
        columns={[
          { head: 'The service', cell: (decision) => <Would decision={decision} /> },
          { head: 'Target', cell: (decision) => <Target of={decision} repo={decision.repo} /> },
          { head: 'Pillar', cell: ({ pillar, source }) => formatPart(pillar ?? source) },
          { head: 'Trigger', isMinor: true, cell: ({ trigger_event }) => <Trigger word={trigger_event} /> },
          { head: 'When', cell: ({ created_at }) => <Time at={created_at} /> }
        ]}
      />
    </Screen>
  )
}

const WOULD_HAVE: Readonly<Record<Source, string>> = {
  ai_review: 'reviewed it',
  api: 'done what was asked for',
  ci_heal: 'healed the run, or proposed a repair',
  custom_rules: 'followed a rule of the repository',
  enforcement: 'corrected what falls short of a policy or the baseline',
  issue_fix: 'tried to fix the issue',
  maintainer: 'tidied it up',
  merge_queue: 'put it into the merge queue',
  quality_gate: 'held it to the quality gates',
  spam_gate: 'held it back as spam',
  triage: 'labelled it, or asked about it',
  trust: 'moved a test, or updated a package'
}

/** The reason may be worded as of something that happens, so it stands as what was planned. */
function Would({ decision: { id, source, reason } }: { decision: Decision }) {
  const plan = reason?.replace(/^Dry[- ]run(?: mode)?:?\s*/i, '')
  return (
    <>
      <a href={`/dashboard/decisions/${id}`}>would have {WOULD_HAVE[source]}</a>
      {plan && <span class="muted clip">The plan was: {plan}</span>}
    </>
  )
}

function cardsOf({ totals, by_source }: Schemas['DecisionSummary']): Card[] {
  const path = '/dashboard/dry-run'
  return [
    { name: 'All dry runs', value: formatNumber(totals.dry_run), href: path },
    ...by_source
      .filter(({ dry_run }) => dry_run > 0)
      .map(({ source, dry_run }) => ({
        name: formatPart(source),
        value: formatNumber(dry_run),
        note: 'would have acted',
        href: `${path}?source=${source}`
      }))
  ]
}
