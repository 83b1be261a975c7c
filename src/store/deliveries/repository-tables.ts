import { webhookDeliveries } from '#tables/deliveries/webhook-deliveries.js'
import type { RepositoryTable } from '../sql/repository-table.js'

export const deliveriesTables: readonly RepositoryTable[] = [
  {
    table: webhookDeliveries,
    repoId: webhookDeliveries.repoId,
    names: [webhookDeliveries.repo],
    heldFirstBy: webhookDeliveries.deliveryId
  }
]
