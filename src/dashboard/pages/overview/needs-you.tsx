// The to-do list of the morning: what waits for a person, with the way to it.
import type { ApiFailure } from '../../kit/api.js'
import { formatNumber } from '../../kit/format.js'
import { Empty } from '../../kit/page.js'
import { useApi } from '../../kit/use-api.js'

const EVERY_SECONDS = 60
/** How long before its end a quarantine is worth a look. */
const SOON_DAYS = 7

interface Waiting {
  /** Undefined while it is not known. */
  count: number | undefined
  one: string
  many: string
  href: string
  failure: ApiFailure | undefined
}

interface Counted {
  data: { meta: { total: number } } | undefined
  failure: ApiFailure | undefined
}

function waiting({ data, failure }: Counted, href: string, words: readonly [string, string]): Waiting {
  const [one, many] = words
  return { count: data?.meta.total, failure, href, one, many }
}

/** Each list is asked for its number alone. */
function useWaiting(): Waiting[] {
  const deliveries = useApi('/api/deliveries', { query: { state: 'dead', per_page: 1 } }, EVERY_SECONDS)
  const triage = useApi('/api/triage/failures', { query: { state: 'open', per_page: 1 } }, EVERY_SECONDS)
  const blocked = useApi('/api/actions', { query: { status: 'blocked', per_page: 1 } }, EVERY_SECONDS)
  const waivers = useApi('/api/waivers', { query: { status: 'expiring', per_page: 1 } }, EVERY_SECONDS)
  const violations = useApi(
    '/api/enforcement/violations',
    { query: { status: 'open', per_page: 1 } },
    EVERY_SECONDS
  )
  const queue = useApi('/api/phase2/queue', { query: { status: 'blocked', per_page: 1 } }, EVERY_SECONDS)
  const flaky = useApi(
    '/api/phase3/flaky',
    { query: { quarantine_ends_within_days: SOON_DAYS, per_page: 1 } },
    EVERY_SECONDS
  )
  const critical = useApi(
    '/api/phase3/dependencies/vulnerabilities',
    { query: { severity: 'critical', status: 'open', per_page: 1 } },
    EVERY_SECONDS
  )
  return [
    waiting(critical, '/dashboard/dependencies?severity=critical&status=open', [
      'critical vulnerability is open',
      'critical vulnerabilities are open'
    ]),
    waiting(blocked, '/dashboard/actions?status=blocked', ['action is blocked', 'actions are blocked']),
    waiting(deliveries, '/dashboard/deliveries?state=dead', [
      'delivery of the host was given up',
      'deliveries of the host were given up'
    ]),
    waiting(triage, '/dashboard/triage?state=open', [
      'issue or pull request could not be triaged',
      'issues or pull requests could not be triaged'
    ]),
    waiting(violations, '/dashboard/violations?status=open', [
      'policy violation is open',
      'policy violations are open'
    ]),
    waiting(queue, '/dashboard/queue?status=blocked', [
      'pull request was ejected from its merge queue',
      'pull requests were ejected from their merge queues'
    ]),
    waiting(waivers, '/dashboard/waivers?status=expiring', ['waiver expires soon', 'waivers expire soon']),
    waiting(flaky, `/dashboard/flaky?quarantine_ends_within_days=${SOON_DAYS}`, [
      `test leaves its quarantine within ${SOON_DAYS} days, mended or not`,
      `tests leave their quarantine within ${SOON_DAYS} days, mended or not`
    ])
  ]
}

export function NeedsYou() {
  const all = useWaiting()
  const budgets = useApi('/api/host/rate-limits', { query: { per_page: 1 } }, EVERY_SECONDS)
  const failure = budgets.failure ?? all.find((one) => one.failure)?.failure
  const present = all.filter(({ count }) => count !== undefined && count > 0)
  const isKnown = budgets.data !== undefined && all.every(({ count }) => count !== undefined)
  // As the first steps see it: who was never called has no budget.
  const isConnected = budgets.data?.meta.total !== 0
  const isNeeded = !isConnected || present.length > 0
  return (
    <section>
      <h2>Needs you</h2>
      {failure && (
        <p class="failure" role="alert">
          {isKnown ? 'The update failed' : 'Loading failed'}: {failure.message}
        </p>
      )}
      {!isKnown && !failure && <p class="muted loading">Loading…</p>}
      {isKnown && !isNeeded && (
        <Empty>Nothing needs you. Failures, blocked actions and expiring waivers appear here.</Empty>
      )}
      {(isKnown || failure) && isNeeded && (
        <ul class="to-do">
          {!isConnected && (
            <li>
              <a href="/dashboard/connect">
                <strong>Connect GitHub</strong>: until then nothing is read or done there
              </a>
            </li>
          )}
          {present.map(({ count = 0, one, many, href }) => (
            <li key={href}>
              <a href={href}>
                <strong>{formatNumber(count)}</strong> {count === 1 ? one : many}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
