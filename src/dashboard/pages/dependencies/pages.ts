// The pages of this folder, which are loaded together.
export { VulnerabilityPage } from './detail.js'
export { DependenciesPage } from './list.js'
export { RepositoryDependenciesPage } from './repository.js'
