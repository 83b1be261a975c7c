// What the host has told the service: figures, days, events, and every delivery.
import { listDeliveries, retryDeliveries } from '../../../../openapi/fields.js'
import { apiClient, callApi, type Schemas } from '../../kit/api.js'
import { Cards } from '../../kit/cards.js'
import { BarChart, ShareBar } from '../../kit/charts/chart.js'
import { Badge, EventName, repositoryPath } from '../../kit/details.js'
import { formatCount, formatDay, formatDuration, formatNumber, formatPercent } from '../../kit/format.js'
import { ActionButton } from '../../kit/forms/action-button.js'
import { List } from '../../kit/lists/list.js'
import { RowTable } from '../../kit/lists/table.js'
import { Empty, Screen, Section } from '../../kit/page.js'
import { changeSearch } from '../../kit/router.js'
import { Time } from '../../kit/time.js'
import { useApi } from '../../kit/use-api.js'

const DAYS = 14
const EVERY_SECONDS = 15

export function DeliveriesPage() {
  const stats = useApi('/api/deliveries/stats', {}, EVERY_SECONDS)
  const timeline = useApi('/api/deliveries/timeline', { query: { days: DAYS } }, 60)
  const events = useApi('/api/deliveries/events', { query: { days: DAYS } }, 60)
  const names = events.data?.events.map(({ event_name }) => event_name) ?? []
  return (
    <Screen
      title="Deliveries"
      lead="What the host has told the service, event by event, and what became of it."
      tools={<RetryMany />}
    >
      <Section title="Figures" isTitleUnseen state={stats}>
        {(figures) => <Figures stats={figures} />}
      </Section>
      <div class="halves">
        <Section title={`Deliveries of the last ${DAYS} days`} state={timeline}>
          {(days) => <Days timeline={days.timeline} />}
        </Section>
        <Section title={`Events of the last ${DAYS} days`} state={events}>
          {(counts) => <Events events={counts.events} />}
        </Section>
      </div>
      <List
        title="All deliveries"
        path="/api/deliveries"
        fields={listDeliveries}
        filters={['state', 'event', 'repo', 'since']}
        suggestions={{ event: names }}
        everySeconds={EVERY_SECONDS}
        noun={['delivery', 'deliveries']}
        none="No deliveries yet. They appear once the host sends its webhooks to /webhooks/host."
        rowKey={(delivery) => delivery.id}
        columns={[
          { head: 'Event', cell: (delivery) => <DeliveryLink delivery={delivery} /> },
          { head: 'Status', cell: ({ state }) => <Badge word={state} /> },
          { head: 'Received', cell: ({ received_at }) => <Time at={received_at} /> },
          { head: 'Took', isMinor: true, cell: ({ duration_ms }) => formatDuration(duration_ms) },
          { head: 'Error', isMinor: true, cell: ({ error }) => <span class="clip">{error ?? '–'}</span> }
        ]}
      />
    </Screen>
  )
}

function DeliveryLink({
  delivery: { delivery_id, event_name, action, repo }
}: {
  delivery: Schemas['Delivery']
}) {
  return (
    <>
      <a href={`/dashboard/deliveries/${encodeURIComponent(delivery_id)}`}>
        <EventName of={action === null ? event_name : `${event_name}.${action}`} />
      </a>
      {repo !== null && (
        <a class="muted plain" href={repositoryPath(repo)}>
          {repo}
        </a>
      )}
    </>
  )
}

function RetryMany() {
  return (
    <ActionButton
      label="Retry many"
      explanation="Failed or dead deliveries that match are handled again in the background, in order."
      fields={retryDeliveries}
      only={['state', 'event', 'repo', 'limit']}
      initial={{ state: 'failed' }}
      send={(body) => callApi(apiClient.POST('/api/deliveries/retry', { body }))}
    />
  )
}

function Figures({ stats }: { stats: Schemas['DeliveryStats'] }) {
  const { total, last_24h, errors, error_rate, events_per_hour, active_repos, last_1h } = stats
  return (
    <Cards
      cards={[
        {
          name: 'Deliveries',
          value: formatNumber(total),
          note: `on record, of ${formatCount(active_repos, 'repository', 'repositories')}`,
          href: '/dashboard/deliveries'
        },
        {
          name: 'Last 24 hours',
          value: formatNumber(last_24h),
          note: `${formatNumber(last_1h)} in the last hour`
        },
        {
          name: 'Failed',
          value: formatNumber(errors),
          note: `${formatPercent(error_rate)} of all on record`,
          href: '/dashboard/deliveries?state=failed',
          isBad: errors > 0
        },
        { name: 'Events per hour', value: formatNumber(events_per_hour), note: 'over the last 24 hours' }
      ]}
    />
  )
}

function Days({ timeline }: Pick<Schemas['DeliveryTimeline'], 'timeline'>) {
  if (timeline.every(({ total }) => total === 0))
    return <Empty>No deliveries in these days. See on the host whether its webhooks still arrive.</Empty>
  return (
    <BarChart
      title="Deliveries by day"
      unit="deliveries"
      badUnit="failed"
      points={timeline.map(({ date, total, errors }) => ({
        label: formatDay(date),
        value: total,
        bad: errors
      }))}
    />
  )
}

function Events({ events }: Schemas['DeliveryEventCounts']) {
  if (events.length === 0)
    return <Empty>No events in these days. They appear once the host sends its webhooks.</Empty>
  const highest = Math.max(...events.map(({ count }) => count))
  return (
    <RowTable
      label="Deliveries by event"
      rows={events}
      rowKey={({ event_name }) => event_name}
      columns={[
        {
          head: 'Event',
          cell: ({ event_name }) => (
            <button
              type="button"
              class="link"
              onClick={() => changeSearch({ event: event_name, page: '', cursor: '' })}
            >
              <EventName of={event_name} />
            </button>
          )
        },
        {
          head: 'Deliveries',
          cell: ({ count }) => <ShareBar part={count / highest}>{formatNumber(count)}</ShareBar>
        },
        { head: 'Failed', cell: ({ errors }) => formatNumber(errors) },
        { head: 'Last received', isMinor: true, cell: ({ last_received }) => <Time at={last_received} /> }
      ]}
    />
  )
}
