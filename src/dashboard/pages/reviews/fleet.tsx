// The reviews of all repositories: what they have said and found, each with its findings, and the ways to their settings.
import { listReviews } from '../../../../openapi/fields.js'
import { List } from '../../kit/lists/list.js'
import { Screen, Section } from '../../kit/page.js'
import { useApi } from '../../kit/use-api.js'
import { RepositoryWays } from '../repositories/ways.js'
import { reviewColumns } from './columns.js'
import { FoundSeverities, ReviewFigures, RuleRecords, SUMMED_DAYS, VerdictTrend } from './figures.js'
import { ReviewRequest } from './request.js'

export function ReviewsPage() {
  const stats = useApi('/api/review/stats', { query: { days: SUMMED_DAYS } }, 60)
  return (
    <Screen
      title="Reviews"
      lead="Pull requests that the service has read, and what it found in them. A repository leads to its settings, and turns its reviews on or off."
      tools={<ReviewRequest />}
    >
      <Section title="Figures" isTitleUnseen state={stats}>
        {({ summary, verdict_trend, by_severity, rules }) => (
          <>
            <ReviewFigures summary={summary} />
            <h2 class="after-cards">Verdicts by day, last {verdict_trend.length} days</h2>
            <VerdictTrend days={verdict_trend} />
            <div class="halves">
              <div>
                <h2 class="after-cards">Findings by severity, last {SUMMED_DAYS} days</h2>
                <FoundSeverities severities={by_severity} />
              </div>
              <div>
                <h2 class="after-cards">Rules, the least helpful first</h2>
                <RuleRecords rules={rules} />
              </div>
            </div>
          </>
        )}
      </Section>
      <RepositoryWays title="Settings of a repository" page="reviews" />
      <List
        title="All reviews"
        path="/api/review/results"
        fields={listReviews}
        filters={['verdict', 'repo', 'pr', 'since']}
        everySeconds={20}
        noun={['review', 'reviews']}
        none="No reviews yet. They are off until a repository turns them on: choose it above."
        rowKey={({ id }) => id}
        columns={reviewColumns({ withRepository: true })}
      />
    </Screen>
  )
}
