// The pages of this folder, which are loaded together.
export { DeliveryPage } from './detail.js'
export { DeliveriesPage } from './list.js'
