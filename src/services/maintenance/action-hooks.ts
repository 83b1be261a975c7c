// How maintenance follows managed actions.
import type { ActionHooks } from '#registry.js'
import { checkStillEnded, followDeletion } from './branch-check.js'
import { maintenanceConfigOf } from './config.js'
import { followMaintenanceAction } from './follow-up.js'
import { checkStillStale, followStaleAction } from './stale-check.js'

export const maintenanceActionHooks: ActionHooks = {
  stopOf: async (deps, pending) =>
    (await checkStillStale(deps, pending)) ?? (await checkStillEnded(deps, pending)),
  configOf: maintenanceConfigOf,
  async ended(deps, tx, row) {
    await followMaintenanceAction(deps, tx, row)
    await followStaleAction(deps, tx, row)
    await followDeletion(deps, tx, row)
  }
}
