// The fleet in figures, and the first steps while there is no fleet.
import type { Schemas } from '../../kit/api.js'
import { Cards } from '../../kit/cards.js'
import { formatNumber, formatPercent } from '../../kit/format.js'
import { Section } from '../../kit/page.js'
import { useApi } from '../../kit/use-api.js'

const EVERY_SECONDS = 60

export function FleetFigures() {
  const overview = useApi('/api/insights/overview', {}, EVERY_SECONDS)
  const activity = useApi('/api/activity/summary', {}, EVERY_SECONDS)
  const readiness = useApi('/api/readiness', { query: { per_page: 1 } }, EVERY_SECONDS)
  const activities = activity.data?.recent.last_24h
  return (
    <Section title="Figures" isTitleUnseen state={overview}>
      {(figures) => (
        <>
          {figures.repos === 0 && <FirstSteps />}
          <Cards
            cards={[
              ...cardsOf(figures),
              {
                name: 'Activity in 24 h',
                value: activities === undefined ? '–' : formatNumber(activities),
                href: '/dashboard/activity'
              },
              {
                name: 'Readiness',
                value: readiness.data ? formatNumber(readiness.data.average_score) : '–',
                note: 'of 100, on average',
                href: '/dashboard/repos'
              }
            ]}
          />
        </>
      )}
    </Section>
  )
}

function cardsOf({
  repos,
  open_issues,
  open_prs,
  ci_success_rate,
  issues,
  prs,
  ci
}: Schemas['InsightsOverview']) {
  return [
    { name: 'Repositories', value: formatNumber(repos), href: '/dashboard/repos' },
    {
      name: 'Open issues',
      value: formatNumber(open_issues),
      note: `${formatNumber(issues.critical)} critical`,
      href: '/dashboard/issues?state=open'
    },
    {
      name: 'Open pull requests',
      value: formatNumber(open_prs),
      note: `${formatNumber(prs.draft)} drafts`,
      href: '/dashboard/pull-requests?state=open'
    },
    {
      name: 'Passing runs',
      value: formatPercent(ci_success_rate),
      note: `${formatNumber(ci.healed)} of ${formatNumber(ci.failures)} failures healed`,
      href: '/dashboard/runs'
    }
  ]
}

/** What there is to do until the first repository appears. */
function FirstSteps() {
  const deliveries = useApi('/api/deliveries/stats', {}, EVERY_SECONDS)
  const host = useApi('/api/host/rate-limits', { query: { per_page: 1 } }, EVERY_SECONDS)
  const steps = [
    {
      isDone: (host.data?.meta.total ?? 0) > 0,
      text: 'Give the service its way to the host: HOST_APP_ID with HOST_APP_PRIVATE_KEY, or HOST_TOKEN.'
    },
    {
      isDone: (deliveries.data?.total ?? 0) > 0,
      text: 'Let the host send its webhooks to /webhooks/host, with the secret HOST_WEBHOOK_SECRET.'
    },
    {
      isDone: false,
      text: 'Install the app on a repository. It appears here with its first delivery or sync.'
    }
  ]
  return (
    <div class="steps">
      <h2>First steps</h2>
      <ol>
        {steps.map(({ isDone, text }) => (
          <li key={text} class={isDone ? 'done' : ''}>
            {text} {isDone && <strong>Done.</strong>}
          </li>
        ))}
      </ol>
    </div>
  )
}
