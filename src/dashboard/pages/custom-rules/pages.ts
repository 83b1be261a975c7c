// The pages of this folder, which are loaded together.
export { CustomRulesPage } from './fleet.js'
export { RepositoryRulesPage } from './repository.js'
