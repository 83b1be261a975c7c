// Where the reviews of a repository and of a pull request are shown.
import type { Schemas } from '../../kit/api.js'

type Review = Schemas['PullRequestReview']

export const reviewsPath = (fullName: string): string => `/dashboard/reviews/${fullName}`

/** The page of the pull request, with this review of it opened. */
export const reviewPath = ({
  id,
  repo_full_name,
  pr_number
}: Pick<Review, 'id' | 'repo_full_name' | 'pr_number'>): string =>
  `${reviewsPath(repo_full_name)}/${pr_number}?review=${id}`
