// The pages of this folder, which are loaded together.
export { DuplicatesPage } from './list.js'
export { DuplicatePairPage } from './pair.js'
