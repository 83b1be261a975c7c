// The pages of this folder, which are loaded together.
export { FleetReadinessPage } from './fleet.js'
export { RepositoryReadinessPage } from './repository.js'
