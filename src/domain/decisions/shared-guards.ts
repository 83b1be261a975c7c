// The guards that stand before every pillar. All versions of all evaluators ask them, so none of them may ever say anything
// else: `test/domain/decision/replay.test.ts` holds what they have said. A guard that has to change is a new one beside it.
import type { JsonObject } from '#schemas/common.js'
import { isTrue, textsAt, valueAt } from '../json/path.js'
import type { Guard } from './guard.js'
import { type TriggerEvent, triggerVerdict } from './triggers.js'

/** Which of the shared guards stopped it. */
export type SharedStop = 'config_unreadable' | 'pillar_disabled' | 'trigger_filtered' | 'waived' | 'dry_run'

/** Who decides, and what the shared guards ask of that. */
export interface Decider<Plan> {
  /** Nothing where no pillar decides: custom rules and quality gates are switched off one by one. */
  pillar(inputs: JsonObject, config: JsonObject): string | undefined
  /** What the triggers of the pillar are compared with; nothing where they are not asked. */
  event(inputs: JsonObject, config: JsonObject): TriggerEvent | undefined
  /** Whether it was asked for as a dry run. */
  isDryRun(inputs: JsonObject): boolean
  /** What becomes of that which a shared guard stops. */
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

/** A setting that is not there is no permission. */
export const isDryByConfig = (config: JsonObject): boolean => valueAt(config, 'settings', 'dry_run') !== false

export function sharedGuards<Plan>(decider: Decider<Plan>): SharedGuards<Plan> {
  return {
    configIsReadable(inputs) {
      const result = isConfigReadable(inputs)
      const condition = { check: 'config_readable', result }
      if (result) return { condition }
      // What cannot be read may forbid everything.
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
