// The shared guards alone, for decisions that have no guards of their own.
import type { Json, JsonObject } from '#schemas/common.js'
import { isObject, textsAt, valueAt } from '../json/path.js'
import { decide, type GuardChain } from './chain.js'
import type { Guard } from './guard.js'
import { sharedGuards } from './shared-guards.js'
import type { TriggerEvent } from './triggers.js'
import type { Evaluator } from './versions.js'

/** Some actions need an explicit setting; one of those listed is enough. */
const settingIsOn: Guard<null> = (inputs, config) => {
  const needed = textsAt(inputs, 'needs')
  if (needed.length === 0) return {}
  const isOn = needed.some((path) => isSettingOn(valueAt(config, ...path.split('.'))))
  const condition = { check: `setting(${needed.join(' or ')})`, result: isOn }
  if (isOn) return { condition }
  return { condition, stop: { decision: 'blocked', reason: `It needs ${needed.join(' or ')}.`, plan: null } }
}

const isSettingOn = (value: Json | undefined): boolean => value === true || typeof value === 'number'

const leaseIsFree: Guard<null> = ({ lease = null }) => {
  if (lease === null) return {}
  const isFree = lease === 'free'
  const condition = { check: 'idempotency_lease', result: isFree }
  if (isFree) return { condition }
  const reason = 'It has been done, or is being done.'
  return { condition, stop: { decision: 'skipped', reason, plan: null } }
}

/** Rate limits, cooldowns and circuit breakers, as measured by the caller. Only the first exceeded one is shown. */
const withinLimits: Guard<null> = (inputs) => {
  const limits = inputs['limits']
  if (!Array.isArray(limits) || limits.length === 0) return {}
  const reached = limits.filter(isObject).find((limit) => limit['passes'] !== true)
  if (!reached) return { condition: { check: 'limits', result: true } }
  const check = String(reached['check'] ?? 'limits')
  const detail = String(reached['detail'] ?? `${check} is reached.`)
  const stop = { decision: 'blocked', reason: detail, plan: null } as const
  return { condition: { check, result: false, detail }, stop }
}

const riskIsBearable: Guard<null> = (inputs) => {
  const [score, most] = [valueAt(inputs, 'risk', 'score'), valueAt(inputs, 'risk', 'most')]
  if (typeof score !== 'number') return {}
  const condition = { check: `risk_score(${score})`, result: typeof most === 'number' && score <= most }
  if (condition.result) return { condition }
  const reason = `The risk of ${score} is above ${most ?? 0}.`
  return { condition, stop: { decision: 'blocked', reason, plan: null } }
}

function pillarIn({ pillar = null }: JsonObject, config: JsonObject): string | undefined {
  const isPillar = typeof pillar === 'string' && valueAt(config, 'pillars', pillar) !== undefined
  return isPillar ? pillar : undefined
}

/** Null means that there is no such value; a missing key means that the value is unknown. */
function eventIn({ event, pillar = null }: JsonObject, config: JsonObject): TriggerEvent | undefined {
  const triggers = valueAt(config, 'pillars', String(pillar), 'triggers')
  if (!isObject(event) || !isObject(triggers)) return undefined
  const text = (value: Json | undefined) => (value === null || typeof value === 'string' ? value : undefined)
  const { branch, author, files } = event
  const known = Array.isArray(files) ? textsAt(event, 'files') : undefined
  return { branch: text(branch), author: text(author), files: files === null ? null : known }
}

const GUARDS: GuardChain<null> = {
  shared: sharedGuards({ pillar: pillarIn, event: eventIn, isDryRun: () => false, plan: () => null }),
  afterPillar: [settingIsOn],
  afterWaiver: [leaseIsFree],
  afterDryRun: [withinLimits, riskIsBearable],
  act: () => ({ decision: 'acted', reason: '', plan: null })
}

export const guardsV1: Evaluator = {
  name: 'guards',
  version: 1,
  evaluate(inputs, config) {
    const { decision, reason, conditions } = decide(GUARDS, inputs, config)
    // An allowed action needs no reason.
    return { decision, reason: decision === 'acted' ? null : reason, conditions }
  }
}
