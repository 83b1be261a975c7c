// How a review stands in lists.
import type { Schemas } from '../../kit/api.js'
import { Badge } from '../../kit/details.js'
import { formatCount, formatName, NOTHING } from '../../kit/format.js'
import type { Column } from '../../kit/lists/table.js'
import { Time } from '../../kit/time.js'
import { reviewPath, reviewsPath } from './paths.js'
import { ReviewAgain } from './request.js'

type Review = Schemas['PullRequestReview']

/** `withRepository`: in a list of all repositories. */
export const reviewColumns = ({ withRepository }: { withRepository: boolean }): readonly Column<Review>[] => [
  {
    head: 'Pull request',
    cell: (review) => <ReviewedPull review={review} withRepository={withRepository} />
  },
  { head: 'Verdict', cell: (review) => <VerdictBadge review={review} /> },
  { head: 'Found', cell: (review) => <Found review={review} /> },
  {
    head: 'Certainty',
    isMinor: true,
    cell: ({ confidence }) => (confidence ? formatName(confidence) : NOTHING)
  },
  { head: 'Asked for', isMinor: true, cell: ({ started_at }) => <Time at={started_at} /> },
  {
    head: 'Answer',
    cell: (review) => (
      <span class="row-tools unbroken">
        <ReviewAgain of={review} />
      </span>
    )
  }
]

function ReviewedPull({ review, withRepository }: { review: Review; withRepository: boolean }) {
  const { repo_full_name, pr_number, commit_sha } = review
  return (
    <>
      <a href={reviewPath(review)}>Pull request #{pr_number}</a>
      {withRepository ? (
        <a class="muted plain" href={reviewsPath(repo_full_name)}>
          {repo_full_name}
        </a>
      ) : (
        <span class="muted">
          commit <code>{commit_sha.slice(0, 10)}</code>
        </span>
      )}
    </>
  )
}

/** What it says, or how far it is. */
export function VerdictBadge({ review: { verdict, status, blocked } }: { review: Review }) {
  return (
    <>
      <Badge word={verdict ?? status} /> {blocked && <span class="muted">its check fails</span>}
    </>
  )
}

/** One that has ended without a verdict says why. */
function Found({ review: { finding_count, summary, reason, verdict } }: { review: Review }) {
  return (
    <>
      {verdict !== null && formatCount(finding_count, 'finding', 'findings')}{' '}
      <span class="muted clip">{reason ?? summary}</span>
    </>
  )
}
