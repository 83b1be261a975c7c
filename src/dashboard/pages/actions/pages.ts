// The pages of this folder, which are loaded together.
export { ActionPage } from './detail.js'
export { ActionsPage } from './list.js'
