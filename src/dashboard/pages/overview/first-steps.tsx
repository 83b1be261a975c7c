// What there is to do until the service works by itself. Each step is ticked off by what the service sees.
import { useApi } from '../../kit/use-api.js'

const EVERY_SECONDS = 60

interface Step {
  isDone: boolean
  text: string
  /** Where it is seen. */
  way?: { title: string; href: string }
}

/** Gone once all steps are done; while one of the answers is missing, nothing is claimed. */
export function FirstSteps({ repositories }: { repositories: number }) {
  const steps = useSteps(repositories)
  if (steps === undefined || steps.every(({ isDone }) => isDone)) return null
  const next = steps.find(({ isDone }) => !isDone)
  return (
    <div class="steps">
      <h2>First steps</h2>
      <ol>
        {steps.map((step) => (
          <li
            key={step.text}
            class={step.isDone ? 'done' : ''}
            aria-current={step === next ? 'step' : undefined}
          >
            {step.isDone && <strong>Done: </strong>}
            {step.text} {step.way && <a href={step.way.href}>{step.way.title}</a>}
          </li>
        ))}
      </ol>
    </div>
  )
}

function useSteps(repositories: number): Step[] | undefined {
  const budgets = useApi('/api/host/rate-limits', { query: { per_page: 1 } }, EVERY_SECONDS)
  const deliveries = useApi('/api/deliveries/stats', {}, EVERY_SECONDS)
  const query = { sort: 'last_synced_at', order: 'desc', per_page: 1 } as const
  const synced = useApi('/api/repos', { query }, EVERY_SECONDS)
  const decisions = useApi('/api/decisions/summary', {}, EVERY_SECONDS)
  if (!budgets.data || !deliveries.data || !synced.data || !decisions.data) return undefined
  return stepsOf({
    hasHost: budgets.data.meta.total > 0,
    hasDelivery: deliveries.data.total > 0,
    hasRepository: repositories > 0,
    hasSync: synced.data.data.some(({ last_synced_at }) => last_synced_at !== null),
    hasDecision: decisions.data.totals.total > 0
  })
}

interface Seen {
  hasHost: boolean
  hasDelivery: boolean
  hasRepository: boolean
  hasSync: boolean
  hasDecision: boolean
}

function stepsOf({ hasHost, hasDelivery, hasRepository, hasSync, hasDecision }: Seen): Step[] {
  return [
    {
      isDone: hasHost,
      text: 'Give the service its way to the host: let it make an App, or set HOST_APP_ID with HOST_APP_PRIVATE_KEY, or HOST_TOKEN. Then start it again.',
      way: { title: 'Connection', href: '/dashboard/connect' }
    },
    {
      isDone: hasDelivery,
      text: 'Let the host send its webhooks here. An App that the service has made does so by itself; any other needs the address /webhooks/host and the secret HOST_WEBHOOK_SECRET.',
      way: { title: 'Deliveries', href: '/dashboard/deliveries' }
    },
    {
      isDone: hasRepository,
      text: 'Install the app on a repository. It appears with its first delivery or sync.',
      way: { title: 'Repositories', href: '/dashboard/repos' }
    },
    {
      isDone: hasSync,
      text: 'Wait for the first sync, which mirrors issues, pull requests and the runs of 90 days.',
      way: { title: 'Readiness', href: '/dashboard/readiness' }
    },
    {
      isDone: hasDecision,
      text: 'See the service decide: open an issue or a pull request. To look first, set settings.dry_run.',
      way: { title: 'Decisions', href: '/dashboard/decisions' }
    }
  ]
}
