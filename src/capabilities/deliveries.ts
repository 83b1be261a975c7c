import { deliveriesJobs } from '#jobs/deliveries.js'
import { deliveriesGroup } from '#routes/deliveries/deliveries.js'
import { webhooksGroup } from '#routes/deliveries/webhooks.js'
import { deliveryRetention } from '#services/deliveries/handle.js'
import { deliveryStates } from '#store/deliveries/deliveries.js'
import { deliveriesTables } from '#store/deliveries/repository-tables.js'
import type { Capability } from './capability.js'

export const deliveriesCapability = {
  name: 'deliveries',
  groups: [webhooksGroup, deliveriesGroup],
  jobs: deliveriesJobs,
  tables: deliveriesTables,
  retention: deliveryRetention,
  gauges: [
    {
      name: 'webhook_deliveries',
      help: 'Deliveries on record by state.',
      labelNames: ['state'],
      async read({ db }, set) {
        for (const [state, count] of Object.entries(await deliveryStates(db))) set({ state }, count)
      }
    }
  ]
} satisfies Capability
