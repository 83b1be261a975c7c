// What proposed overrides change: the values in effect, the risks, and what would have been decided otherwise.
import type { Schemas } from '../../kit/api.js'
import { Cards } from '../../kit/cards.js'
import { Badge } from '../../kit/details.js'
import { formatCount, formatDay, formatName, formatNumber } from '../../kit/format.js'
import { RowTable } from '../../kit/lists/table.js'
import { Empty } from '../../kit/page.js'
import { Target } from '../../kit/target.js'
import { AdviceList } from './advice.js'
import { DifferenceTable, Key } from './difference.js'
import type { PreviewResult } from './load-review.js'
import { differences } from './settings.js'

type Impacted = Schemas['ConfigImpact']['results'][number]

export function ImpactReport({ base, trial }: { base: Schemas['RepoConfig']; trial: PreviewResult }) {
  const { simulation, impact, advice } = trial
  return (
    <>
      <h3>Values in effect</h3>
      <DifferenceTable
        label="Values in effect"
        all={differences(base.config, simulation.normalized_config)}
        none="No value in effect changes."
      />
      <Risks impact={impact} />
      <Past simulation={simulation} impact={impact} />
      {advice.recommendations.length > 0 && (
        <>
          <h3>Recommendations</h3>
          <AdviceList advice={advice} />
        </>
      )}
    </>
  )
}

function Risks({ impact: { changes, proposed } }: { impact: Schemas['ConfigImpact'] }) {
  const { risks_added, dry_run } = changes
  const endsDryRun = dry_run.from && !dry_run.to
  if (risks_added.length === 0 && proposed.warnings.length === 0 && !endsDryRun) return null
  return (
    <>
      <h3>Mind</h3>
      <ul class="mind">
        {endsDryRun && <li>The dry run ends: the service changes things on the host again.</li>}
        {risks_added.map(({ path, reason, severity, mitigated_by_dry_run }) => (
          <li key={path}>
            <Badge word={severity} /> {reason}
            {mitigated_by_dry_run && proposed.dry_run && ' The dry run prevents it for now.'}
          </li>
        ))}
        {proposed.warnings.map(({ path, message }) => (
          <li key={path + message}>
            <Key pointer={path} /> {message}
          </li>
        ))}
      </ul>
    </>
  )
}

function Past({ simulation, impact }: Pick<PreviewResult, 'simulation' | 'impact'>) {
  const { from, to, truncated } = impact.scope
  const sums = impact.simulation_impact
  const considered = formatCount(sums.events_considered, 'decision', 'decisions')
  return (
    <>
      <h3>What would have been decided otherwise</h3>
      <p class="muted">
        {truncated ? `The last ${considered}` : considered} from {formatDay(from)} to {formatDay(to)}, decided
        again with these settings. Nothing is carried out.
      </p>
      {sums.events_considered > 0 && (
        <Cards
          cards={[
            {
              name: 'Newly acts',
              value: formatNumber(sums.newly_would_act),
              isBad: sums.newly_would_act > 0
            },
            { name: 'Newly skips', value: formatNumber(sums.newly_would_skip) },
            { name: 'Newly blocked', value: formatNumber(sums.newly_would_block) },
            { name: 'Newly dry run', value: formatNumber(sums.newly_dry_run) },
            { name: 'Unchanged', value: formatNumber(sums.unchanged) },
            {
              name: 'Cannot be told',
              value: formatNumber(sums.unsupported),
              note: 'they cannot be decided again'
            }
          ]}
        />
      )}
      <Otherwise simulation={simulation} impact={impact} />
    </>
  )
}

function Otherwise({ simulation, impact: { results, scope } }: Pick<PreviewResult, 'simulation' | 'impact'>) {
  if (results.length === 0) return <Empty>There are no decisions of this time to try it on.</Empty>
  const changed = results.filter(({ impact }) => impact !== 'unchanged' && impact !== 'unsupported')
  if (changed.length === 0) return <Empty>None of these decisions would have been another.</Empty>
  const deeds = new Map(simulation.results.map(({ event_id, would_do }) => [event_id, would_do.join(', ')]))
  return (
    <RowTable
      label="Decisions that would have been others"
      rows={changed}
      rowKey={({ event_id }) => event_id}
      columns={[
        { head: 'Decision', cell: (event) => <DecisionLink event={event} /> },
        { head: 'About', cell: (event) => <Target of={event} repo={scope.repo} /> },
        { head: 'As set now', cell: ({ current_decision }) => <Badge word={current_decision} /> },
        { head: 'As edited', cell: ({ proposed_decision }) => <Badge word={proposed_decision} /> },
        { head: 'Reason', cell: ({ proposed_reason }) => proposed_reason ?? '–' },
        { head: 'Would do', isMinor: true, cell: ({ event_id }) => deeds.get(event_id) || '–' }
      ]}
    />
  )
}

function DecisionLink({ event: { event_id, event_type, source } }: { event: Impacted }) {
  return (
    <a href={`/dashboard/decisions/${event_id}`} target="_blank" rel="noreferrer">
      {formatName(source)}: {event_type.replaceAll(/[._]/g, ' ')}
      <span class="unseen"> (opens in a new tab)</span>
    </a>
  )
}
