// The pages of this folder, which are loaded together.
export { GatesPage } from './fleet.js'
export { RepositoryGatesPage } from './repository.js'
