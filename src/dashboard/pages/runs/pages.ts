// The pages of this folder, which are loaded together.
export { RunPage } from './detail.js'
export { HealsPage } from './heals.js'
export { RunsPage } from './list.js'
