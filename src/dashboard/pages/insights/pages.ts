// The pages of this folder, which are loaded together.
export { InsightsPage } from './fleet.js'
export { RepositoryInsightsPage } from './repository.js'
