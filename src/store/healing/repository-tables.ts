import { talliesOfHeal } from '#domain/healing/tallies.js'
import { managedActions } from '#tables/actions/managed-actions.js'
import { healAttempts } from '#tables/healing/heal-attempts.js'
import { countedRows } from '../counters/counted-rows.js'
import type { RepositoryTable } from '../sql/repository-table.js'

export const healingTables: readonly RepositoryTable[] = [
  {
    table: healAttempts,
    repoId: healAttempts.repoId,
    counted: countedRows(healAttempts.repoId, {
      sums: 'tallies',
      columns: {
        status: healAttempts.status,
        strategy: healAttempts.strategy,
        repair: healAttempts.repair,
        failureType: healAttempts.failureType,
        rule: healAttempts.rule,
        outcome: healAttempts.outcome,
        prStatus: healAttempts.prStatus,
        createdAt: healAttempts.createdAt
      },
      tallies: (rows) => rows.flatMap(talliesOfHeal)
    }),
    live: { column: healAttempts.live },
    references: [{ column: healAttempts.actionId, to: managedActions.id }]
  }
]
