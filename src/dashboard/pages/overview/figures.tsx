// The fleet in figures, below the first steps while not all of them are done.
import type { Schemas } from '../../kit/api.js'
import { Cards } from '../../kit/cards.js'
import { formatNumber, formatPercent } from '../../kit/format.js'
import { Section } from '../../kit/page.js'
import { useApi } from '../../kit/use-api.js'
import { FirstSteps } from './first-steps.js'

const EVERY_SECONDS = 60
/** Of the runs that are counted. */
const DAYS = 7

export function FleetFigures() {
  const overview = useApi('/api/insights/overview', { query: { days: DAYS } }, EVERY_SECONDS)
  const activity = useApi('/api/activity/summary', {}, EVERY_SECONDS)
  const readiness = useApi('/api/readiness', { query: { per_page: 1 } }, EVERY_SECONDS)
  const activities = activity.data?.recent.last_24h
  return (
    <Section title="Figures" isTitleUnseen state={overview}>
      {(figures) => (
        <>
          <FirstSteps repositories={figures.repos} />
          <Cards
            cards={[
              ...cardsOf(figures),
              {
                name: 'Activity',
                value: activities === undefined ? '–' : formatNumber(activities),
                note: 'events in 24 hours',
                href: '/dashboard/activity'
              },
              {
                name: 'Readiness',
                value: formatNumber(readiness.data?.average_score ?? null),
                note: 'of 100, on average',
                href: '/dashboard/readiness'
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
    {
      name: 'Repositories',
      value: formatNumber(repos),
      note: 'with the app installed',
      href: '/dashboard/repos'
    },
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
      note: `in ${DAYS} days; ${formatNumber(ci.healed)} of ${formatNumber(ci.failures)} failures healed`,
      href: '/dashboard/runs'
    }
  ]
}
