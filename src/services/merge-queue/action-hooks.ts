// How the merge queue takes part in managed actions.
import type { ActionHooks } from '#registry.js'
import { queueConfigOf } from '#store/merge-queue/configs.js'
import { requestFollow } from './follow-actions.js'
import { checkLanding } from './landing-check.js'

export const queueActionHooks: ActionHooks = {
  stopOf: checkLanding,
  ended: requestFollow,
  /** What people have set for the queue comes before the pillar of the configuration file. */
  async configOf(db, { repoId, pillar, resolved }) {
    if (pillar !== 'merge_queue') return undefined
    const stored = await queueConfigOf(db, repoId)
    if (!stored) return undefined
    const { pillars } = resolved.config
    const merge_queue = { ...pillars.merge_queue, enabled: stored.enabled }
    return { ...resolved, config: { ...resolved.config, pillars: { ...pillars, merge_queue } } }
  }
}
