// The audit trail: a chain of entries that shows when anything in it was changed afterwards.
import { exportAudit, listAuditEntries, verifyAudit } from '../../../openapi/fields.js'
import { apiClient, callApi, type Schemas } from '../kit/api.js'
import { Cards } from '../kit/cards.js'
import { BarChart } from '../kit/chart.js'
import { Badge, Data } from '../kit/details.js'
import { formatCount, formatDay, formatName, formatNumber } from '../kit/format.js'
import { ActionButton } from '../kit/forms/action-button.js'
import { List } from '../kit/lists/list.js'
import { Empty, Screen, Section } from '../kit/page.js'
import { Time } from '../kit/time.js'
import { useApi } from '../kit/use-api.js'

export function AuditPage() {
  const stats = useApi('/api/audit/stats', { query: { days: 30 } }, 60)
  return (
    <Screen title="Audit trail" tools={<Tools />}>
      <Section title="Figures" isTitleUnseen state={stats}>
        {({ totals, daily_volume }) => (
          <>
            <Figures totals={totals} />
            <h2 class="after-cards">Entries by day</h2>
            <Volume days={daily_volume} />
          </>
        )}
      </Section>
      <List
        title="All entries"
        path="/api/audit/entries"
        fields={listAuditEntries}
        filters={[
          'category',
          'event_type',
          'actor',
          'actor_type',
          'repo',
          'pr',
          'framework',
          'since',
          'until'
        ]}
        everySeconds={30}
        noun={['entry', 'entries']}
        none="No entries yet."
        rowKey={({ seq }) => seq}
        columns={[
          { head: 'Entry', cell: (entry) => <EntryName entry={entry} /> },
          { head: 'Category', cell: ({ category }) => <Badge word={category} /> },
          { head: 'Who', cell: ({ actor }) => actor },
          { head: 'Repository', isMinor: true, cell: ({ repo_full_name }) => repo_full_name ?? '–' },
          { head: 'When', cell: ({ occurred_at }) => <Time at={occurred_at} /> },
          { head: 'Evidence', cell: ({ seq, payload }) => <Data title={`Entry ${seq}`} value={payload} /> }
        ]}
      />
    </Screen>
  )
}

function EntryName({ entry: { seq, event_type, entry_hash } }: { entry: Schemas['AuditEntry'] }) {
  return (
    <>
      <strong>{formatName(event_type)}</strong>
      <span class="muted">
        {seq}, <code>{entry_hash.slice(0, 12)}</code>
      </span>
    </>
  )
}

function Tools() {
  return (
    <>
      <ActionButton
        label="Check the chain"
        isPrimary
        explanation="Each entry is compared with its hash and with the one before it."
        fields={verifyAudit}
        send={async (query) => {
          const result = await callApi(apiClient.GET('/api/audit/verify', { params: { query } }))
          return result.failure ? result : { data: { message: verdictText(result.data) } }
        }}
      />
      <ActionButton
        label="Export a day"
        explanation="The entries of a day are written to a signed file in the folder of exports."
        fields={exportAudit}
        done="The export was written."
        send={(body) => callApi(apiClient.POST('/api/audit/export', { body }))}
      />
    </>
  )
}

function verdictText({ valid, entries_checked, broken_at, reason }: Schemas['AuditVerdict']): string {
  const checked = formatCount(entries_checked, 'entry', 'entries')
  if (valid) return `The chain is whole: ${checked} checked.`
  return `The chain is broken at entry ${broken_at}: ${formatName(reason ?? 'unknown').toLowerCase()}. ${checked} checked.`
}

function Figures({ totals }: Pick<Schemas['AuditStats'], 'totals'>) {
  const { total_entries, unique_actors, repos_covered } = totals
  return (
    <Cards
      cards={[
        { name: 'Entries', value: formatNumber(total_entries) },
        { name: 'People and programs', value: formatNumber(unique_actors) },
        { name: 'Repositories', value: formatNumber(repos_covered) }
      ]}
    />
  )
}

function Volume({ days }: { days: Schemas['AuditStats']['daily_volume'] }) {
  if (days.every(({ entries }) => entries === 0)) return <Empty>No entries in these days.</Empty>
  return (
    <BarChart
      title="Entries by day"
      unit="entries"
      points={days.map(({ day, entries }) => ({ label: formatDay(day), value: entries }))}
    />
  )
}
