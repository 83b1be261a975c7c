// What the latest review says of a pull request, on the page of that pull request.
import type { Schemas } from '../../kit/api.js'
import { formatCount } from '../../kit/format.js'
import { Empty, Section } from '../../kit/page.js'
import { Time } from '../../kit/time.js'
import { useApi } from '../../kit/use-api.js'
import { VerdictBadge } from './columns.js'
import { reviewPath, reviewsPath } from './paths.js'

interface LatestReviewProps {
  item: { owner: string; repo: string; number: number }
}

export function LatestReview({ item: { owner, repo, number } }: LatestReviewProps) {
  const query = { pr: number, per_page: 1 }
  const reviews = useApi('/api/review/results/{owner}/{repo}', { path: { owner, repo }, query }, 30)
  return (
    <Section title="Review" state={reviews}>
      {({ data: [review] }) =>
        review === undefined ? (
          <Empty>
            It was not reviewed. <a href={reviewsPath(`${owner}/${repo}`)}>The reviews of its repository</a>{' '}
            can be turned on.
          </Empty>
        ) : (
          <ReviewInShort review={review} />
        )
      }
    </Section>
  )
}

function ReviewInShort({ review }: { review: Schemas['PullRequestReview'] }) {
  const { finding_count, summary, reason, started_at } = review
  return (
    <>
      <p>
        <VerdictBadge review={review} /> <Time at={started_at} />
      </p>
      {(reason ?? summary) && <p>{reason ?? summary}</p>}
      <p>
        <a href={reviewPath(review)}>
          {finding_count === 0 ? 'The review' : formatCount(finding_count, 'finding', 'findings')}
        </a>
      </p>
    </>
  )
}
