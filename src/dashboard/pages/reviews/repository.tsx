// The reviews of one repository, also those without a verdict, and how its pull requests are reviewed.
import { listReviewsOfRepo } from '../../../../openapi/fields.js'
import { repositoryPath } from '../../kit/details.js'
import { List } from '../../kit/lists/list.js'
import { type PageProps, Screen, Section } from '../../kit/page.js'
import { useApi } from '../../kit/use-api.js'
import { reviewColumns } from './columns.js'
import { ReviewRequest } from './request.js'
import { ReviewSettingsPanel } from './settings.js'

export function RepositoryReviewsPage({ params: { owner = '', repo = '' } }: PageProps) {
  const path = { owner, repo }
  const name = `${owner}/${repo}`
  const settings = useApi('/api/review/config/{owner}/{repo}', { path }, 60)
  return (
    <Screen
      title="Reviews"
      lead={
        <>
          How the pull requests of <a href={repositoryPath(name)}>{name}</a> are reviewed, and what was found
          in them. <a href="/dashboard/reviews">All repositories</a>
        </>
      }
      tools={<ReviewRequest repo={name} />}
    >
      <Section title="Settings" state={settings}>
        {(stored) => <ReviewSettingsPanel stored={stored} path={path} />}
      </Section>
      <List
        title="All reviews of the repository"
        path="/api/review/results/{owner}/{repo}"
        params={{ path }}
        fields={listReviewsOfRepo}
        filters={['pr']}
        everySeconds={20}
        noun={['review', 'reviews']}
        none="No reviews yet. While they are on, each pull request that is opened or pushed to has one."
        rowKey={({ id }) => id}
        columns={reviewColumns({ withRepository: false })}
      />
    </Screen>
  )
}
