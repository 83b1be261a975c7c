// The pages of this folder, which are loaded together.
export { DecisionPage } from './detail.js'
export { DryRunPage } from './dry-run.js'
export { DecisionsPage } from './list.js'
