// The pages of this folder, which are loaded together.
export { FixesPage } from './fleet.js'
export { RepositoryFixesPage } from './repository.js'
