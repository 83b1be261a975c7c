// The guards of every pillar. All versions of all evaluators use them, so their results must never change:
// `test/domain/decisions/replay.test.ts` replays recorded ones. To change a guard, add a new one beside it.
import type { JsonObject } from '#schemas/common.js'
import { isTrue, textsAt, valueAt } from '../json/path.js'
import type { Guard } from './guard.js'
import { type TriggerEvent, triggerVerdict } from './triggers.js'

/** Which shared guard stopped the decision. */
export type SharedStop = 'config_unreadable' | 'pillar_disabled' | 'trigger_filtered' | 'waived' | 'dry_run'

/** Supplies the inputs of the shared guards. */
export interface Decider<Plan> {
  /** Undefined for custom rules and quality gates, which belong to no pillar and are switched off one by one. */
  pillar(inputs: JsonObject, config: JsonObject): string | undefined
  /** The event to match against the triggers of the pillar; undefined to skip that check. */
  event(inputs: JsonObject, config: JsonObject): TriggerEvent | undefined
  /** Whether the caller requested a dry run. */
  isDryRun(inputs: JsonObject): boolean
  /** The plan of the verdict when a shared guard stops the decision. */
  plan(stop: SharedStop, inputs: JsonObject): Plan
}

export interface SharedGuards<Plan> {
  configIsReadable: Guard<Plan>
  pillarIsEnabled: Guard<Plan>
  triggersPass: Guard<Plan>
  noWaiver: Guard<Plan>
  noDryRun: Guard<Plan>
}

export const isConfigReadable = (inputs: JsonObject): boolean => isTrue(inputs, 'is_readable')

/** A missing setting grants no permission. */
export const isDryByConfig = (config: JsonObject): boolean => valueAt(config, 'settings', 'dry_run') !== false

export function sharedGuards<Plan>(decider: Decider<Plan>): SharedGuards<Plan> {
  return {
    configIsReadable(inputs) {
      const result = isConfigReadable(inputs)
      const condition = { check: 'config_readable', result }
      if (result) return { condition }
      // An unreadable configuration may forbid anything.
      const plan = decider.plan('config_unreadable', inputs)
      return { condition, stop: { decision: 'blocked', reason: 'The configuration cannot be read.', plan } }
    },
    pillarIsEnabled(inputs, config) {
      const pillar = decider.pillar(inputs, config)
      if (pillar === undefined) return {}
      const result = isTrue(config, 'pillars', pillar, 'enabled')
      const condition = { check: `pillar_enabled(${pillar})`, result }
      if (result) return { condition }
      const plan = decider.plan('pillar_disabled', inputs)
      return { condition, stop: { decision: 'skipped', reason: `The pillar ${pillar} is off.`, plan } }
    },
    triggersPass(inputs, config) {
      const [pillar, event] = [decider.pillar(inputs, config), decider.event(inputs, config)]
      if (pillar === undefined || event === undefined) return {}
      const triggers = valueAt(config, 'pillars', pillar, 'triggers')
      const { passes, reason } = triggerVerdict(
        {
          branches: textsAt(triggers, 'branches'),
          ignore_authors: textsAt(triggers, 'ignore_authors'),
          paths: textsAt(triggers, 'paths')
        },
        event
      )
      const condition = { check: `trigger_filter(${pillar})`, result: passes, detail: reason }
      if (passes) return { condition }
      return {
        condition,
        stop: { decision: 'skipped', reason, plan: decider.plan('trigger_filtered', inputs) }
      }
    },
    noWaiver(inputs) {
      const id = valueAt(inputs, 'waiver', 'id')
      if (id === undefined) return {}
      const condition = { check: `waiver_active(${id})`, result: true }
      const reason = `Waiver ${id} holds for it.`
      return { condition, stop: { decision: 'skipped', reason, plan: decider.plan('waived', inputs) } }
    },
    noDryRun(inputs, config) {
      const result = isDryByConfig(config) || decider.isDryRun(inputs)
      const condition = { check: 'is_dry_run()', result }
      if (!result) return { condition }
      const plan = decider.plan('dry_run', inputs)
      return { condition, stop: { decision: 'dry_run', reason: 'Dry-run mode', plan } }
    }
  }
}
