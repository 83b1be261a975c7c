// The pages of this folder, which are loaded together.
export { WaiverPage } from './detail.js'
export { WaiversPage } from './list.js'
