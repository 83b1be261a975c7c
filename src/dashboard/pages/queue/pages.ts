// The pages of this folder, which are loaded together.
export { LanesPage } from './lanes.js'
export { QueuePage } from './list.js'
