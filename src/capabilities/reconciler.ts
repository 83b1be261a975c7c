import { reconcilerV1 } from '#domain/reconciler/reconciler.v1.js'
import { reconcilerJobs } from '#jobs/reconciler.js'
import { reconcilerGroup } from '#routes/reconciler.js'
import { reconcilerActionHooks } from '#services/reconciler/action-hooks.js'
import { requestPreview } from '#services/reconciler/preview-requests.js'
import { reconciliationRetention } from '#services/reconciler/runs.js'
import { reconciledRepositories } from '#store/reconciler/lists.js'
import {
  forgetClashingState,
  leaveOrphan,
  moveRank,
  reconcilerTables
} from '#store/reconciler/repository-tables.js'
import { reconcilerEvents } from '#webhooks/reconciler.js'
import type { Capability } from './capability.js'

export const reconcilerCapability = {
  name: 'reconciler',
  groups: [reconcilerGroup],
  jobs: reconcilerJobs,
  events: reconcilerEvents,
  arrival: requestPreview,
  evaluators: [reconcilerV1],
  actions: reconcilerActionHooks,
  tables: reconcilerTables,
  retention: reconciliationRetention,
  gauges: [
    {
      name: 'reconciled_repositories',
      help: 'Repositories that the reconciler has read, by whether they are as the baseline and the policies ask.',
      labelNames: ['in_sync'],
      async read({ db }, set) {
        const { inSync, drifted } = await reconciledRepositories(db)
        set({ in_sync: 'true' }, inSync)
        set({ in_sync: 'false' }, drifted)
      }
    }
  ],
  transfer: { endClashing: leaveOrphan, adjustTallies: forgetClashingState, moveSums: moveRank }
} satisfies Capability
