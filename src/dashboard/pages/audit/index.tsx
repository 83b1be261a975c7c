// The audit trail: a chain of entries that shows when anything in it was changed afterwards.
import { exportAudit, listAuditEntries, verifyAudit } from '../../../../openapi/fields.js'
import { apiClient, callApi, type Schemas } from '../../kit/api.js'
import { Cards } from '../../kit/cards.js'
import { BarChart } from '../../kit/charts/chart.js'
import { Badge, Data, repositoryPath } from '../../kit/details.js'
import { formatCount, formatDay, formatName, formatNumber } from '../../kit/format.js'
import { ActionButton } from '../../kit/forms/action-button.js'
import { List } from '../../kit/lists/list.js'
import { Empty, Screen, Section } from '../../kit/page.js'
import { Time } from '../../kit/time.js'
import { useApi } from '../../kit/use-api.js'
import { Exports } from './exports.js'
import { Reports } from './reports.js'
import { eventInWords, FRAMEWORK_NAMES } from './words.js'

const DAYS = 30

export function AuditPage() {
  const stats = useApi('/api/audit/stats', { query: { days: DAYS } }, 60)
  return (
    <Screen
      title="Audit trail"
      lead="What the service and its people have done. Each entry seals the one before it, so a change made afterwards shows."
      tools={<Tools />}
    >
      <Section title="Figures" isTitleUnseen state={stats}>
        {({ totals, daily_volume, by_framework }) => (
          <>
            <Figures totals={totals} frameworks={by_framework} />
            <h2 class="after-cards">Entries by day, last {DAYS} days</h2>
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
        none="No entries yet. The first decision, change or login appears here."
        rowKey={({ seq }) => seq}
        columns={[
          { head: 'Entry', cell: (entry) => <EntryName entry={entry} /> },
          { head: 'Category', cell: ({ category }) => <Badge word={category} /> },
          { head: 'Who', cell: ({ actor }) => actor },
          {
            head: 'Repository',
            isMinor: true,
            cell: ({ repo_full_name: name }) =>
              name === null ? '–' : <a href={repositoryPath(name)}>{name}</a>
          },
          { head: 'When', cell: ({ occurred_at }) => <Time at={occurred_at} /> },
          { head: 'Evidence', cell: ({ payload }) => <Data title="Details" value={payload} /> }
        ]}
      />
      <Section title="Latest exports" state={stats}>
        {({ recent_exports }) => <Exports exports={recent_exports} />}
      </Section>
      <Reports />
    </Screen>
  )
}

function EntryName({ entry: { seq, category, event_type, entry_hash } }: { entry: Schemas['AuditEntry'] }) {
  return (
    <>
      <strong>{eventInWords(category, event_type)}</strong>
      <span class="muted">
        number {formatNumber(seq)}, seal <code>{entry_hash.slice(0, 12)}</code>
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

interface FiguresProps {
  totals: Schemas['AuditStats']['totals']
  frameworks: Schemas['AuditStats']['by_framework']
}

function Figures({ totals, frameworks }: FiguresProps) {
  const { total_entries, unique_actors, repos_covered } = totals
  return (
    <Cards
      cards={[
        { name: 'Entries', value: formatNumber(total_entries), note: `in ${DAYS} days` },
        { name: 'People and programs', value: formatNumber(unique_actors), note: 'that acted' },
        { name: 'Repositories', value: formatNumber(repos_covered), href: '/dashboard/repos' },
        ...frameworks.map(({ framework, count }) => ({
          name: `Evidence for ${FRAMEWORK_NAMES[framework]}`,
          value: formatNumber(count),
          note: `entries in ${DAYS} days`,
          href: `/dashboard/audit?framework=${framework}`
        }))
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
