// The pages of this folder, which are loaded together.
export { ConfigResultsPage } from './config-results.js'
export { PolicyPage } from './detail.js'
export { PoliciesPage } from './list.js'
