// How the merge queue takes part in managed actions.
import type { ActionHooks } from '#registry.js'
import { queueConfigOf } from '#store/merge-queue/configs.js'
import { requestFollow } from './follow-actions.js'
import { checkLanding, checkLandingBase } from './landing-check.js'
import { queueConfig } from './setup.js'

export const queueActionHooks: ActionHooks = {
  stopOf: checkLanding,
  lastStopOf: checkLandingBase,
  ended: requestFollow,
  async configOf(db, { repoId, pillar, resolved }) {
    if (pillar !== 'merge_queue') return undefined
    const stored = await queueConfigOf(db, repoId)
    return stored && { ...resolved, config: queueConfig(resolved, stored) }
  }
}
