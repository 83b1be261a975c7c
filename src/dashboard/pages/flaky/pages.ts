// The pages of this folder, which are loaded together.
export { FlakyTestPage } from './detail.js'
export { FlakyTestsPage } from './list.js'
