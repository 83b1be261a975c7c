// The host and the jobs: what is wrong now, how far the budgets reach, and what waits.
import type { Schemas } from '../../kit/api.js'
import { Cards } from '../../kit/cards.js'
import { formatCount, formatDuration, formatNumber, formatPercent, formatWait } from '../../kit/format.js'
import { Empty, Screen, Section } from '../../kit/page.js'
import { useApi } from '../../kit/use-api.js'
import { Budgets, Cooldowns } from './budgets.js'
import { cooldownWords, type Problem, problemsOf, usageProblems } from './problems.js'
import { Queues } from './queues.js'
import { TriageFailures } from './triage.js'

const EVERY_SECONDS = 15
const ALL = { per_page: 100 }

const LOADING = { data: undefined, failure: undefined, isOutdated: false }

export function HostPage() {
  const system = useApi('/api/system/health', {}, EVERY_SECONDS)
  const usage = useApi('/api/host/stats', {}, EVERY_SECONDS)
  const budgets = useApi('/api/host/rate-limits', { query: ALL }, EVERY_SECONDS)
  const cooldowns = useApi('/api/host/cooldowns', { query: ALL }, EVERY_SECONDS)
  // One list of three replies: it comes whole, so that nothing moves when the next reply arrives.
  const isWhole = [usage, cooldowns].every(({ data, failure }) => data !== undefined || failure !== undefined)
  return (
    <Screen
      title="Host and jobs"
      lead="What is wrong now, how far the budgets of the host reach, and what waits."
    >
      <Section title="Now" state={isWhole ? system : LOADING}>
        {(shown) => (
          <Problems
            problems={[
              ...problemsOf(shown, new Date()),
              ...(usage.data ? usageProblems(usage.data) : []),
              ...(cooldowns.data?.data ?? []).map(cooldownWords)
            ]}
          />
        )}
      </Section>
      <Section title="System" state={system}>
        {(shown) => (
          <>
            <SystemFigures system={shown} />
            <Version system={shown} />
          </>
        )}
      </Section>
      <Section title="Calls of the host" state={usage}>
        {({ data }) => <Usage usage={data} />}
      </Section>
      <Section title="Budgets" state={budgets}>
        {({ data }) => <Budgets budgets={data} />}
      </Section>
      <Section title="Pauses" state={cooldowns}>
        {({ data }) => <Cooldowns cooldowns={data} />}
      </Section>
      <Section title="Jobs" state={system}>
        {({ queues }) => <Queues queues={queues} />}
      </Section>
      <TriageFailures />
    </Screen>
  )
}

function Version({ system: { health, uptime_seconds } }: { system: Schemas['SystemHealth'] }) {
  const build = health.git_sha === null ? '' : `, built from ${health.git_sha.slice(0, 10)}`
  return (
    <p class="muted">
      Version {health.version}
      {build}. Running for {formatWait(uptime_seconds)}.
    </p>
  )
}

function Problems({ problems }: { problems: readonly Problem[] }) {
  if (problems.length === 0) return <Empty>Nothing is wrong.</Empty>
  return (
    <ul class="problems">
      {problems.map(({ what, advice, href }) => (
        <li key={what}>
          <strong>{what}</strong> {advice} {href !== undefined && <a href={href}>Look</a>}
        </li>
      ))}
    </ul>
  )
}

const MIB = 1_048_576
const inMebibytes = (bytes: number | null) =>
  bytes === null ? 'unknown' : `${formatNumber(Math.ceil(bytes / MIB))} MiB`

function SystemFigures({
  system: { health, database, queues, deliveries }
}: {
  system: Schemas['SystemHealth']
}) {
  const jobs = (queues ?? []).reduce((sum, { waiting }) => sum + waiting, 0)
  return (
    <Cards
      cards={[
        {
          name: 'Health',
          value: health.status === 'ok' ? 'well' : 'unwell',
          note: `database ${health.checks.database}, queue ${health.checks.queue}`,
          isBad: health.status !== 'ok'
        },
        {
          name: 'Database',
          value: inMebibytes(database.size_bytes),
          note: `answers in ${formatDuration(database.latency_ms)}`
        },
        { name: 'Migrations', value: health.db_migration_status, note: migrationsOf(health) },
        { name: 'Waiting jobs', value: queues === null ? 'unknown' : formatNumber(jobs) },
        {
          name: 'Waiting webhooks',
          value: deliveries === null ? 'unknown' : formatNumber(deliveries.waiting),
          note: deliveries === null ? undefined : `${formatNumber(deliveries.failed)} are tried again`,
          href: '/dashboard/deliveries?state=queued'
        }
      ]}
    />
  )
}

const migrationsOf = ({
  db_migrations_applied: applied,
  db_migrations_available: available
}: Schemas['Health']): string => `${applied ?? 'unknown'} of ${available ?? 'unknown'}`

function Usage({ usage }: { usage: Schemas['HostStats']['data'] }) {
  const { requests_24h, errors_24h, hits, misses, hit_rate, cache_keys } = usage
  return (
    <Cards
      cards={[
        {
          name: 'Calls in 24 hours',
          value: formatNumber(requests_24h),
          note: `${formatCount(errors_24h, 'failure', 'failures')} among them`,
          isBad: errors_24h * 10 > requests_24h
        },
        {
          name: 'Served without a download',
          value: formatPercent(hit_rate),
          note: `${formatNumber(hits)} of ${formatNumber(hits + misses)} reads`
        },
        { name: 'Cached replies', value: formatNumber(cache_keys), note: 'in the process that answers' }
      ]}
    />
  )
}
