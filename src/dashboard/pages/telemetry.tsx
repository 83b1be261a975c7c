// What goes through the pipeline: merges, passing runs and the events behind them, of the fleet or of one repository.
import { listPipelineEvents } from '../../../openapi/fields.js'
import type { Schemas } from '../kit/api.js'
import { Cards } from '../kit/cards.js'
import { BarChart } from '../kit/charts/chart.js'
import { Badge, repositoryPath } from '../kit/details.js'
import {
  formatDay,
  formatDuration,
  formatName,
  formatNumber,
  formatPercent,
  formatWait,
  inWords,
  NOTHING
} from '../kit/format.js'
import { List } from '../kit/lists/list.js'
import { Empty, Screen, Section } from '../kit/page.js'
import { useSearch } from '../kit/router.js'
import { Time } from '../kit/time.js'
import { useApi } from '../kit/use-api.js'

type PipelineEvent = Schemas['PipelineEvent']

const DAYS = 14
const EVERY_SECONDS = 60

export function TelemetryPage() {
  const repo = useSearch().get('repo')
  const chosen = repo === null ? {} : { repo }
  const query = Object.assign({ days: DAYS }, chosen)
  const summary = useApi('/api/phase2/telemetry/summary', { query }, EVERY_SECONDS)
  const throughput = useApi('/api/phase2/telemetry/throughput', { query }, EVERY_SECONDS)
  const health = useApi('/api/phase2/telemetry/ci-health', { query }, EVERY_SECONDS)
  return (
    <Screen
      title="Telemetry"
      lead={`What went through the pipeline in the last ${DAYS} days, in ${repo ?? 'all repositories'}.`}
    >
      <Section title="Figures" isTitleUnseen state={summary}>
        {(figures) => <Figures summary={figures} />}
      </Section>
      <div class="halves">
        <Section title="Merges by the queue" state={throughput}>
          {({ data }) => <Throughput days={data} />}
        </Section>
        <Section title="Passing runs" state={health}>
          {({ data }) => <CiHealth days={data} />}
        </Section>
      </div>
      <Events />
    </Screen>
  )
}

function Events() {
  return (
    <List
      title="Events"
      path="/api/phase2/telemetry/events"
      fields={listPipelineEvents}
      filters={['event_type', 'repo', 'pr_number', 'since', 'until']}
      everySeconds={20}
      noun={['event', 'events']}
      none="No events yet. They appear with runs, healing, policies and the merge queue."
      rowKey={({ id }) => id}
      columns={[
        { head: 'Event', cell: (event) => <EventName event={event} /> },
        {
          head: 'Result',
          cell: ({ success }) =>
            success === null ? NOTHING : <Badge word={success ? 'success' : 'failed'} />
        },
        { head: 'Pull request', cell: (event) => <PullLink event={event} /> },
        {
          head: 'Took',
          isMinor: true,
          cell: ({ duration_ms }) => <span class="unbroken">{formatDuration(duration_ms)}</span>
        },
        { head: 'By', isMinor: true, cell: ({ actor }) => actor ?? NOTHING },
        { head: 'When', cell: ({ occurred_at }) => <Time at={occurred_at} /> },
        { head: 'Details', isMinor: true, cell: ({ metadata }) => <Details of={metadata} /> }
      ]}
    />
  )
}

function EventName({ event: { event_type, repo_full_name, ref } }: { event: PipelineEvent }) {
  return (
    <>
      <strong>{formatName(event_type)}</strong>
      <a class="muted plain" href={repositoryPath(repo_full_name)}>
        {repo_full_name}
      </a>
      {ref !== null && <span class="muted">{ref}</span>}
    </>
  )
}

function PullLink({ event: { pr_number, repo_full_name } }: { event: PipelineEvent }) {
  if (pr_number === null) return <>{NOTHING}</>
  return <a href={`/dashboard/pull-requests/${repo_full_name}/${pr_number}`}>#{pr_number}</a>
}

function Details({ of }: { of: PipelineEvent['metadata'] }) {
  const words = Object.entries(of).map(([name, value]) => detailInWords(name, value))
  return <span class="clip">{words.join(', ') || NOTHING}</span>
}

/** Ten digits of a commit tell it from all others. */
const COMMIT = /\b([0-9a-f]{10})[0-9a-f]{30}\b/g

function detailInWords(name: string, value: unknown): string {
  if (name.endsWith('_ms') && typeof value === 'number')
    return `${formatName(name.replace('_ms', ''))}: ${formatDuration(value)}`
  const text = typeof value === 'string' ? value.replace(COMMIT, '$1').replaceAll('_', ' ') : inWords(value)
  return `${formatName(name.replace('_sha', '_commit'))}: ${text}`
}

const wait = (seconds: number | null): string => (seconds === null ? NOTHING : formatWait(seconds))

function Figures({ summary }: { summary: Schemas['TelemetrySummary'] }) {
  const { merges, heals, feedbacks, rollbacks, ci_pass_rate, queue } = summary
  return (
    <Cards
      cards={[
        {
          name: 'Merges',
          value: formatNumber(merges.total),
          note: `half within ${wait(queue.p50_wait_s)}, 95 % within ${wait(queue.p95_wait_s)}`,
          href: '/dashboard/queue?status=merged'
        },
        {
          name: 'Waiting now',
          value: formatNumber(queue.depth),
          note: `the first for ${wait(queue.oldest_wait_s)}`,
          href: '/dashboard/queue?active=true'
        },
        {
          name: 'Landed as tested',
          value: formatPercent(queue.tested_share),
          note: 'of the merges',
          href: '/dashboard/queue?status=merged'
        },
        {
          name: 'Ejected',
          value: formatNumber(queue.ejected),
          note: reasonsOf(queue.ejections_by_reason),
          href: '/dashboard/queue?status=blocked'
        },
        {
          name: 'Passing runs',
          value: formatPercent(ci_pass_rate),
          note: 'of the runs with a result',
          href: '/dashboard/runs'
        },
        { name: 'Healed failures', value: formatNumber(heals.total), href: '/dashboard/heal?status=healed' },
        {
          name: 'Messages',
          value: formatNumber(feedbacks.total),
          note: 'sent by feedback rules',
          href: '/dashboard/feedback'
        },
        { name: 'Rollbacks', value: formatNumber(rollbacks.total), href: '/dashboard/rollbacks' }
      ]}
    />
  )
}

/** The most frequent first. */
function reasonsOf(reasons: Readonly<Record<string, number>>): string {
  const sorted = Object.entries(reasons).sort(([, one], [, other]) => other - one)
  return sorted
    .map(([reason, count]) => `${formatNumber(count)} ${formatName(reason).toLowerCase()}`)
    .join(', ')
}

function Throughput({ days }: { days: readonly Schemas['ThroughputDay'][] }) {
  if (days.every(({ merges }) => merges === 0))
    return <Empty>The queue has merged nothing in these days.</Empty>
  return (
    <BarChart
      title="Merges by the queue"
      unit="merges"
      points={days.map(({ day, merges }) => ({ label: formatDay(day), value: merges }))}
    />
  )
}

function CiHealth({ days }: { days: readonly Schemas['CiHealthDay'][] }) {
  if (days.every(({ total_runs }) => total_runs === 0)) return <Empty>No runs in these days.</Empty>
  return (
    <BarChart
      title="Passing runs"
      unit="passing"
      format={formatPercent}
      most={1}
      points={days.map(({ day, pass_rate }) => ({ label: formatDay(day), value: pass_rate }))}
    />
  )
}
