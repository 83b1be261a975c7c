import { feedbackDeliveries } from '#tables/feedback/feedback-deliveries.js'
import type { RepositoryTable } from '../sql/repository-table.js'

export const feedbackTables: readonly RepositoryTable[] = [
  {
    table: feedbackDeliveries,
    repoId: feedbackDeliveries.repoId,
    keys: [
      [
        feedbackDeliveries.ruleId,
        feedbackDeliveries.eventType,
        feedbackDeliveries.subject,
        feedbackDeliveries.channel
      ]
    ]
  }
]
