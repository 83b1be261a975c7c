// Budgets of the host, installation by installation, and pauses that it asked for.
import type { Schemas } from '../../kit/api.js'
import { ShareBar } from '../../kit/charts/chart.js'
import { formatDuration, formatNumber, formatPercent } from '../../kit/format.js'
import { RowTable } from '../../kit/lists/table.js'
import { Empty } from '../../kit/page.js'
import { Time } from '../../kit/time.js'
import { cooldownWords } from './problems.js'

type Budget = Schemas['HostRateLimit']
type Cooldown = Schemas['HostCooldown']

const installationName = (id: number | null): string =>
  id === null ? 'The App itself' : `Installation ${id}`

export function Budgets({ budgets }: { budgets: readonly Budget[] }) {
  if (budgets.length === 0)
    return <Empty>The host has reported no budget yet. It does with the first call.</Empty>
  return (
    <RowTable
      label="Budgets of the host"
      rows={budgets}
      rowKey={({ installation_id, resource }) => `${installation_id} ${resource}`}
      columns={[
        {
          head: 'Budget',
          cell: ({ installation_id, resource }) => (
            <>
              <strong>{installationName(installation_id)}</strong>
              <span class="muted">{resource}</span>
            </>
          )
        },
        { head: 'Left', cell: (budget) => <Left budget={budget} /> },
        {
          head: 'Calls',
          cell: ({ remaining, limit }) => `${formatNumber(remaining)} of ${formatNumber(limit)}`
        },
        { head: 'Full again', cell: ({ reset_at }) => <Time at={reset_at} /> },
        { head: 'Reported', isMinor: true, cell: ({ updated_at }) => <Time at={updated_at} /> }
      ]}
    />
  )
}

function Left({ budget: { remaining, limit } }: { budget: Budget }) {
  const part = limit === 0 ? 0 : remaining / limit
  return <ShareBar part={part}>{formatPercent(part)}</ShareBar>
}

export function Cooldowns({ cooldowns }: { cooldowns: readonly Cooldown[] }) {
  if (cooldowns.length === 0) return <Empty>No pause: calls go out.</Empty>
  return (
    <RowTable
      label="Pauses"
      rows={cooldowns}
      rowKey={({ installation_id, scope, reason }) => `${installation_id} ${scope} ${reason}`}
      columns={[
        {
          head: 'Where',
          cell: ({ installation_id, scope }) => (
            <>
              <strong>{installationName(installation_id)}</strong>
              <span class="muted">
                {scope === 'global' ? 'all calls' : scope.replace('resource:', 'budget ')}
              </span>
            </>
          )
        },
        { head: 'Why', cell: (cooldown) => cooldownWords(cooldown).what },
        { head: 'Over in', cell: ({ remaining_ms }) => formatDuration(remaining_ms) }
      ]}
    />
  )
}
