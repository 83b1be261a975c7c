// The pages of this folder, which are loaded together.
export { ReviewsPage } from './fleet.js'
export { PullReviewsPage } from './pull-request.js'
export { RepositoryReviewsPage } from './repository.js'
