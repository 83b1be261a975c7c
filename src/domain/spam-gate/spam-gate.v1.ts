// Decides whether a new issue or pull request is closed because its author has too many open. In doubt it stays open.
import type { JsonObject } from '#schemas/common.js'
import type { DecisionWord, Verdict } from '#schemas/decisions/decisions.js'
import { decide, type GuardChain } from '../decisions/chain.js'
import type { Guard, GuardResult } from '../decisions/guard.js'
import { sharedGuards } from '../decisions/shared-guards.js'
import type { Evaluator } from '../decisions/versions.js'
import { isTrue, numberOrZero, textsAt, valueAt } from '../json/path.js'

interface GatePlan {
  /** `ask`: the host has to say who the author is. */
  next: 'close' | 'ask' | 'pass'
}

type GateGuard = Guard<GatePlan>

/** Later, people have seen it, and may have answered. */
const LATEST_HOURS = 24

/** The words of the host for those who may not write. */
const MAY_NOT_WRITE: readonly unknown[] = ['none', 'read', 'triage']

interface Requirement {
  check: string
  holds: boolean
  reason: string
  detail?: string
  decision?: DecisionWord
}

/** What does not hold lets the item pass. */
function requirement({
  check,
  holds,
  reason,
  detail,
  decision = 'skipped'
}: Requirement): GuardResult<GatePlan> {
  const condition = { check, result: holds, ...(detail === undefined ? {} : { detail }) }
  return holds ? { condition } : { condition, stop: { decision, reason, plan: { next: 'pass' } } }
}

const isPull = (inputs: JsonObject) => valueAt(inputs, 'item', 'type') === 'pr'
const wordOf = (inputs: JsonObject) => (isPull(inputs) ? 'pull request' : 'issue')

/** Logins and labels are case-insensitive on the host. */
function findSame(names: readonly string[], others: readonly string[]): string | undefined {
  const lower = new Set(others.map((name) => name.toLowerCase()))
  return names.find((name) => lower.has(name.toLowerCase()))
}

const authorOf = (inputs: JsonObject): string | undefined => {
  const author = valueAt(inputs, 'item', 'author')
  return typeof author === 'string' && author !== '' ? author : undefined
}

const isMirrored: GateGuard = (inputs) =>
  requirement({
    check: 'mirrored',
    holds: !isTrue(inputs, 'item', 'is_unknown') && authorOf(inputs) !== undefined,
    reason: `The ${wordOf(inputs)} or its author is not known here.`
  })

const isOpen: GateGuard = (inputs) =>
  requirement({
    check: 'open',
    holds: isTrue(inputs, 'item', 'is_open'),
    reason: `The ${wordOf(inputs)} is closed already.`
  })

const isNew: GateGuard = (inputs) => {
  const hours = valueAt(inputs, 'item', 'age_hours')
  return requirement({
    check: 'new',
    holds: typeof hours === 'number' && hours < LATEST_HOURS,
    reason: `The ${wordOf(inputs)} was opened more than a day ago.`
  })
}

/** Somebody else brings in an issue that moves from another repository. */
const isOpenedByAuthor: GateGuard = (inputs) => {
  const opener = valueAt(inputs, 'item', 'opened_by')
  return requirement({
    check: 'opened_by_author',
    holds: typeof opener === 'string' && findSame([opener], [authorOf(inputs) ?? '']) !== undefined,
    reason: 'Somebody else than its author brought it here.'
  })
}

const isByPerson: GateGuard = (inputs) =>
  requirement({
    check: 'author_is_person',
    holds: authorOf(inputs)?.endsWith('[bot]') !== true,
    reason: `A bot opened the ${wordOf(inputs)}.`
  })

const isNoExemptUser: GateGuard = (inputs, config) =>
  requirement({
    check: 'exempt_users',
    holds:
      findSame(textsAt(config, 'pillars', 'spam_gate', 'exempt_users'), [authorOf(inputs) ?? '']) ===
      undefined,
    reason: 'Its author is exempt.'
  })

const hasNoExemptLabel: GateGuard = (inputs, config) => {
  const exempt = textsAt(config, 'pillars', 'spam_gate', 'exempt_labels')
  const label = findSame(textsAt(inputs, 'item', 'labels'), exempt)
  return requirement({
    check: 'exempt_labels',
    holds: label === undefined,
    reason: `The label ${label} exempts it.`
  })
}

const isCountable: GateGuard = (inputs) =>
  requirement({
    check: 'mirror_complete',
    holds: isTrue(inputs, 'is_mirror_complete'),
    reason: `The mirror is not complete enough to count ${wordOf(inputs)}s.`
  })

/** A missing limit allows everything. */
function limitIn(inputs: JsonObject, config: JsonObject): number {
  const key = isPull(inputs) ? 'max_open_prs' : 'max_open_issues'
  const limit = valueAt(config, 'pillars', 'spam_gate', key)
  return typeof limit === 'number' ? limit : Number.POSITIVE_INFINITY
}

const countOf = (inputs: JsonObject) => numberOrZero(inputs, 'item', 'open_count')

const isTooMany: GateGuard = (inputs, config) => {
  const [count, limit] = [countOf(inputs), limitIn(inputs, config)]
  return requirement({
    check: 'too_many_open',
    holds: count > limit,
    detail: `${count} of ${limit}`,
    reason: `Its author has no more open ${wordOf(inputs)}s than are allowed.`
  })
}

const mayNotWrite: GateGuard = (inputs) => {
  const error = valueAt(inputs, 'author', 'error')
  if (typeof error === 'string')
    return requirement({
      check: 'author_may_not_write',
      holds: false,
      reason: `The host does not say what its author may do here: ${error}`,
      decision: 'error'
    })
  const access = valueAt(inputs, 'author', 'access')
  return requirement({
    check: 'author_may_not_write',
    holds: MAY_NOT_WRITE.includes(access) && valueAt(inputs, 'author', 'is_own') === false,
    detail: typeof access === 'string' ? access : 'not known',
    reason: 'Its author may write to the repository.'
  })
}

function actReason(inputs: JsonObject): string {
  const word = wordOf(inputs)
  return `With this one, its author has ${countOf(inputs)} or more open ${word}s here, which is too many.`
}

const SPAM_CHAIN: GuardChain<GatePlan> = {
  shared: sharedGuards<GatePlan>({
    pillar: () => 'spam_gate',
    event: () => undefined,
    isDryRun: () => false,
    plan: (stop) => ({ next: stop === 'dry_run' ? 'close' : 'pass' })
  }),
  afterPillar: [isMirrored, isOpen, isNew, isOpenedByAuthor, isByPerson, isNoExemptUser, hasNoExemptLabel],
  afterWaiver: [isCountable, isTooMany],
  stages: [
    {
      isKnown: (inputs) => inputs['author'] !== undefined,
      findOut: {
        decision: 'skipped',
        reason: 'The host was not asked what its author may do here.',
        plan: { next: 'ask' }
      },
      guards: [mayNotWrite]
    }
  ],
  act: (inputs) => ({ decision: 'acted', reason: actReason(inputs), plan: { next: 'close' } })
}

/** A dry run says what would be done. */
const reasonOf = (decision: DecisionWord, reason: string, inputs: JsonObject): string =>
  decision === 'dry_run' ? `${reason}: close it. ${actReason(inputs)}` : reason

/** Accepts any JSON; the same input always gives the same verdict. Frozen: a change of its results is a new version. */
export const spamGateV1: Evaluator = {
  name: 'spam_gate',
  version: 1,
  evaluate(inputs, config): Verdict {
    const { decision, reason, conditions, plan } = decide(SPAM_CHAIN, inputs, config)
    const label = valueAt(inputs, 'label')
    const closing = plan.next === 'close' ? { label: typeof label === 'string' ? label : null } : {}
    return {
      decision,
      reason: reasonOf(decision, reason, inputs),
      conditions,
      plan: { next: plan.next, ...closing }
    }
  }
}
