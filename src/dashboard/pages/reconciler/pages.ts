// The pages of this folder, which are loaded together.
export { ReconciledPage } from './detail.js'
export { ReconcilerPage } from './list.js'
export { ReconcilerRunsPage } from './runs.js'
