// Decides whether a stale issue or pull request is warned, closed or left alone.
import type { Json, JsonObject } from '#schemas/common.js'
import type { Verdict } from '#schemas/decisions/decisions.js'
import { KEEP_ALIVE_LABEL } from '#schemas/host/enums.js'
import { decide, type GuardChain } from '../decisions/chain.js'
import type { Guard } from '../decisions/guard.js'
import { sharedGuards } from '../decisions/shared-guards.js'
import type { Evaluator } from '../decisions/versions.js'
import { isTrue, numberOrZero, textsAt, valueAt } from '../json/path.js'
import { daysSince, requirement, timeOf } from './requirements.js'
import type { StaleStep } from './stale-inputs.js'

interface StalePlan {
  next: StaleStep | 'none'
}

type StaleGuard = Guard<StalePlan>

/** Undefined while the last activity is not known. */
const idleDaysOf = (inputs: JsonObject) => daysSince(valueAt(inputs, 'item', 'human_at'), inputs)

/** What a person does after a warning answers it. */
function isWarned(inputs: JsonObject): boolean {
  const human = timeOf(valueAt(inputs, 'item', 'human_at'))
  const warned = timeOf(valueAt(inputs, 'item', 'warned_at'))
  return human !== undefined && warned !== undefined && human < warned
}

function stepOf(inputs: JsonObject): StalePlan['next'] {
  const idle = idleDaysOf(inputs)
  if (idle === undefined) return 'none'
  const warnDays = numberOrZero(inputs, 'limits', 'warn_days')
  if (!isWarned(inputs))
    return idle >= numberOrZero(inputs, 'limits', 'stale_days') - warnDays ? 'warn' : 'none'
  const closeDays = valueAt(inputs, 'limits', 'close_days')
  const warned = daysSince(valueAt(inputs, 'item', 'warned_at'), inputs)
  const isDue = typeof closeDays === 'number' && idle >= closeDays
  return isDue && warned !== undefined && warned >= warnDays ? 'close' : 'none'
}

const wordOf = (inputs: JsonObject) => (valueAt(inputs, 'item', 'type') === 'pr' ? 'pull request' : 'issue')

const isOpen: StaleGuard = (inputs) =>
  requirement('open', isTrue(inputs, 'item', 'is_open'), `The ${wordOf(inputs)} is closed already.`)

const isByPerson: StaleGuard = (inputs) =>
  requirement('author_is_person', !isTrue(inputs, 'item', 'is_by_bot'), `A bot opened the ${wordOf(inputs)}.`)

const isNoDraft: StaleGuard = (inputs) =>
  requirement('no_draft', !isTrue(inputs, 'item', 'is_draft'), 'The pull request is a draft.')

const hasNoMilestone: StaleGuard = (inputs) =>
  requirement(
    'no_milestone',
    !isTrue(inputs, 'item', 'has_milestone'),
    `The ${wordOf(inputs)} has a milestone.`
  )

const isUnassigned: StaleGuard = (inputs) =>
  requirement(
    'unassigned',
    !isTrue(inputs, 'item', 'is_assigned'),
    `Somebody is assigned to the ${wordOf(inputs)}.`
  )

const lower = (name: string) => name.toLowerCase()

const isNotExempt: StaleGuard = (inputs, config) => {
  const kind = valueAt(inputs, 'item', 'type') === 'pr' ? 'prs' : 'issues'
  const exempt = new Set(
    [KEEP_ALIVE_LABEL, ...textsAt(config, 'pillars', 'maintainer', 'stale', kind, 'exempt_labels')].map(lower)
  )
  const label = textsAt(inputs, 'item', 'labels').find((name) => exempt.has(lower(name)))
  return requirement('exempt_labels', label === undefined, `The label ${label} exempts it.`)
}

const isDue: StaleGuard = (inputs) => {
  const idle = idleDaysOf(inputs)
  const result = stepOf(inputs) !== 'none'
  const days = idle === undefined ? 'not known' : `${Math.floor(idle)} days`
  const condition = { check: 'due', result, detail: `without a person's activity: ${days}` }
  if (result) return { condition }
  const reason = isWarned(inputs)
    ? 'It was warned, and it is not due to be closed.'
    : 'A person has been active lately.'
  return { condition, stop: { decision: 'skipped', reason, plan: { next: 'none' } } }
}

function actReason(inputs: JsonObject): string {
  const idle = Math.floor(idleDaysOf(inputs) ?? 0)
  const step =
    stepOf(inputs) === 'close' ? 'It was warned, and is due to be closed' : 'It is due for a warning'
  return `${step}: no person has been active for ${idle} days.`
}

const STALE_CHAIN: GuardChain<StalePlan> = {
  shared: sharedGuards<StalePlan>({
    pillar: () => 'maintainer',
    event: () => undefined,
    isDryRun: (inputs) => isTrue(inputs, 'dry_run'),
    plan: (stop, inputs) => ({ next: stop === 'dry_run' ? stepOf(inputs) : 'none' })
  }),
  afterPillar: [isOpen, isByPerson, isNoDraft, hasNoMilestone, isUnassigned, isNotExempt, isDue],
  act: (inputs) => ({ decision: 'acted', reason: actReason(inputs), plan: { next: stepOf(inputs) } })
}

/** Accepts any JSON; the same input always gives the same verdict. Frozen: a change of its results is a new version. */
export const staleV1: Evaluator = {
  name: 'stale',
  version: 1,
  evaluate(inputs, config): Verdict {
    const { plan, ...verdict } = decide(STALE_CHAIN, inputs, config)
    return { ...verdict, plan: { ...plan } }
  }
}

/** The step that a verdict plans; undefined if there is none. */
export function plannedStep(plan: Json | undefined): StaleStep | undefined {
  const next = valueAt(plan, 'next')
  return next === 'warn' || next === 'close' ? next : undefined
}
