// What stands between an event and an act, in one order for everyone who decides; each guard leaves its condition.
import type { Json, JsonObject } from '../../schemas/common.js'
import type { Condition, DecisionWord, Verdict } from '../../schemas/decisions.js'
import { isObject, textsAt, valueAt } from './json-path.js'
import { type TriggerEvent, triggerVerdict } from './triggers.js'

/** What a guard finds: that all is well, that it has nothing to say, or what it comes to. */
type Finding = { condition?: Condition; stop?: { decision: DecisionWord; reason: string } }
type Guard = (inputs: JsonObject, config: JsonObject) => Finding

const GUARDS: readonly Guard[] = [
  configIsReadable,
  pillarIsEnabled,
  settingIsOn,
  triggersPass,
  noWaiver,
  notTaken,
  noDryRun,
  withinLimits,
  riskIsBearable
]

/** The first guard that stops it has the last word; without one, it may be done. */
export function guards(inputs: JsonObject, config: JsonObject): Verdict {
  const conditions: Condition[] = []
  for (const guard of GUARDS) {
    const { condition, stop } = guard(inputs, config)
    if (condition) conditions.push(condition)
    if (stop) return { ...stop, conditions }
  }
  return { decision: 'acted', reason: null, conditions }
}

const nothing: Finding = {}

/** What cannot be read may forbid everything. */
function configIsReadable(inputs: JsonObject): Finding {
  const isReadable = inputs['is_readable'] === true
  const condition = { check: 'config_readable', result: isReadable }
  if (isReadable) return { condition }
  return { condition, stop: { decision: 'blocked', reason: 'The configuration cannot be read.' } }
}

function pillarIsEnabled({ pillar = null }: JsonObject, config: JsonObject): Finding {
  const section = typeof pillar === 'string' ? valueAt(config, 'pillars', pillar) : undefined
  // Custom rules and quality gates are no pillars: there is nothing to switch off but each of them.
  if (section === undefined) return nothing
  const isEnabled = valueAt(section, 'enabled') === true
  const condition = { check: `pillar_enabled(${pillar})`, result: isEnabled }
  if (isEnabled) return { condition }
  return { condition, stop: { decision: 'skipped', reason: `The pillar ${pillar} is off.` } }
}

/** Some things are done only where the configuration has turned them on; one of these settings suffices. */
function settingIsOn(inputs: JsonObject, config: JsonObject): Finding {
  const needed = textsAt(inputs, 'needs')
  if (needed.length === 0) return nothing
  const isOn = needed.some((path) => meansOn(valueAt(config, ...path.split('.'))))
  const condition = { check: `setting(${needed.join(' or ')})`, result: isOn }
  if (isOn) return { condition }
  return { condition, stop: { decision: 'blocked', reason: `It needs ${needed.join(' or ')}.` } }
}

const meansOn = (value: Json | undefined): boolean => value === true || typeof value === 'number'

function triggersPass(inputs: JsonObject, config: JsonObject): Finding {
  const { pillar = null, event } = inputs
  if (typeof pillar !== 'string' || !isObject(event)) return nothing
  const triggers = valueAt(config, 'pillars', pillar, 'triggers')
  if (!isObject(triggers)) return nothing
  const { passes, reason } = triggerVerdict(
    {
      branches: textsAt(triggers, 'branches'),
      ignore_authors: textsAt(triggers, 'ignore_authors'),
      paths: textsAt(triggers, 'paths')
    },
    eventOf(event)
  )
  const condition = { check: `trigger_filter(${pillar})`, result: passes, detail: reason }
  return passes ? { condition } : { condition, stop: { decision: 'skipped', reason } }
}

/** Null says that there is none, and a key that is missing that nobody knows. */
function eventOf(event: JsonObject): TriggerEvent {
  const text = (value: Json | undefined) => (value === null || typeof value === 'string' ? value : undefined)
  const { branch, author, files } = event
  const known = Array.isArray(files) ? textsAt(event, 'files') : undefined
  return { branch: text(branch), author: text(author), files: files === null ? null : known }
}

function noWaiver(inputs: JsonObject): Finding {
  const id = valueAt(inputs, 'waiver', 'id')
  if (id === undefined) return nothing
  const condition = { check: `waiver_active(${id})`, result: true }
  return { condition, stop: { decision: 'skipped', reason: `Waiver ${id} holds for it.` } }
}

function notTaken({ lease = null }: JsonObject): Finding {
  if (lease === null) return nothing
  const isFree = lease === 'free'
  const condition = { check: 'idempotency_lease', result: isFree }
  if (isFree) return { condition }
  return { condition, stop: { decision: 'skipped', reason: 'It has been done, or is being done.' } }
}

function noDryRun(_inputs: JsonObject, config: JsonObject): Finding {
  const isDry = valueAt(config, 'settings', 'dry_run') !== false
  const condition = { check: 'is_dry_run()', result: isDry }
  if (!isDry) return { condition }
  return { condition, stop: { decision: 'dry_run', reason: 'Dry-run mode' } }
}

/** Rates, cooldowns and circuit breakers, as whoever asks has found them; one is shown, the first that is reached. */
function withinLimits(inputs: JsonObject): Finding {
  const limits = inputs['limits']
  if (!Array.isArray(limits) || limits.length === 0) return nothing
  const reached = limits.filter(isObject).find((limit) => limit['passes'] !== true)
  if (!reached) return { condition: { check: 'limits', result: true } }
  const check = String(reached['check'] ?? 'limits')
  const detail = String(reached['detail'] ?? `${check} is reached.`)
  return { condition: { check, result: false, detail }, stop: { decision: 'blocked', reason: detail } }
}

function riskIsBearable(inputs: JsonObject): Finding {
  const [score, most] = [valueAt(inputs, 'risk', 'score'), valueAt(inputs, 'risk', 'most')]
  if (typeof score !== 'number') return nothing
  const condition = { check: `risk_score(${score})`, result: typeof most === 'number' && score <= most }
  if (condition.result) return { condition }
  return { condition, stop: { decision: 'blocked', reason: `The risk of ${score} is above ${most ?? 0}.` } }
}
