// Decisions of the made-up service, the actions that follow from them, and their traces in feed and audit trail.
import { contextHash, isUnfinished, targetLabel } from '#domain/actions/actions.js'
import { auditEventFor } from '#domain/actions/audit.js'
import { guardsV1 } from '#domain/decisions/guards.v1.js'
import { canonicalJson } from '#domain/json/canonical.js'
import { HOUR_MS, MINUTE_MS } from '#domain/time/durations.js'
import type { ActionIntent } from '#schemas/actions/arguments.js'
import type { ActionStatus, BlockedReason } from '#schemas/actions/enums.js'
import type { JsonObject } from '#schemas/common.js'
import type { Pillar } from '#schemas/configuration/pillars.js'
import type { DecisionSource, DecisionWord, TargetType } from '#schemas/decisions/decisions.js'
import { actionChecks } from '#tables/actions/action-checks.js'
import { managedActionEvents } from '#tables/actions/managed-action-events.js'
import { managedActions } from '#tables/actions/managed-actions.js'
import { activity } from '#tables/activity/activity.js'
import { decisions } from '#tables/decisions/decisions.js'
import type { Random } from '../../random.js'
import { addAudit } from './audit.js'
import { after, type Fleet, type Home, onlyIf } from './fleet.js'
import { uuidOf } from './words.js'

export const SERVICE = 'service[bot]'

export interface Subject {
  home: Home
  type: TargetType
  number?: number
  branch?: string
  at: Date
}

export interface MadeDecision {
  source: DecisionSource
  pillar: Pillar
  trigger: string
  /** What the pillar found; where a guard has stopped it, the guard says why. */
  reason: string | null
  decision: DecisionWord
}

/** How the guards come to each decision. */
const STOPS: Readonly<Record<DecisionWord, { inputs?: JsonObject; isOff?: boolean; isDry?: boolean }>> = {
  acted: {},
  skipped: { isOff: true },
  dry_run: { isDry: true },
  blocked: {
    inputs: {
      limits: [{ check: 'hourly_limit', passes: false, detail: 'It has acted 20 times within an hour.' }]
    }
  },
  error: {}
}

/** Returns its id. A decision of the guards can be replayed. */
export function decide(fleet: Fleet, subject: Subject, made: MadeDecision): number {
  const { home, type, number = null, branch = null, at } = subject
  const { inputs: more, isOff = false, isDry = false } = STOPS[made.decision]
  const inputs = Object.assign(
    { is_readable: true, pillar: made.pillar, needs: [], waiver: null, lease: null, limits: [] },
    more
  )
  const config = { pillars: { [made.pillar]: { enabled: !isOff } }, settings: { dry_run: isDry } }
  const verdict = guardsV1.evaluate(inputs, config)
  const isOfGuards = verdict.decision === made.decision && (made.reason === null || made.decision !== 'acted')
  const id = fleet.book.add(decisions, {
    repoId: home.hostId,
    source: made.source,
    triggerEvent: made.trigger,
    targetType: type,
    targetNumber: number,
    targetBranch: branch,
    pillar: made.pillar,
    decision: made.decision,
    reason: isOfGuards ? verdict.reason : made.reason,
    conditions: canonicalJson(verdict.conditions.map((one) => ({ ...one }))),
    inputs: canonicalJson(inputs),
    configUsed: canonicalJson(config),
    configVersion: 1,
    evaluator: onlyIf(isOfGuards, 'guards'),
    evaluatorVersion: onlyIf(isOfGuards, 1),
    actor: SERVICE,
    createdAt: at
  })
  if (made.decision === 'acted')
    addAudit(fleet, {
      category: 'ai_decision',
      eventType: made.source === 'ci_heal' ? 'diagnosis' : made.source,
      actor: SERVICE,
      repo: home.fullName,
      prNumber: onlyIf(type === 'pr', number),
      payload: {
        decision_id: id,
        verdict: made.decision,
        trigger_event: made.trigger,
        target_number: number
      },
      at
    })
  return id
}

export type MadeAction = ActionIntent & {
  source: string
  pillar: Pillar
  key: string
  status: ActionStatus
  decisionId: number
  blockedReason?: BlockedReason
  error?: string
  actor?: string
  evidence?: JsonObject
  outcome?: { pr: 'merged' | 'closed'; at: Date } | null
}

const STEPS: Readonly<Record<ActionStatus, readonly ActionStatus[]>> = {
  proposed: ['proposed'],
  approved: ['proposed', 'approved'],
  executing: ['proposed', 'approved', 'executing'],
  retrying: ['proposed', 'approved', 'executing', 'retrying'],
  succeeded: ['proposed', 'approved', 'executing', 'succeeded'],
  reconciled: ['proposed', 'approved', 'executing', 'succeeded', 'reconciled'],
  failed: ['proposed', 'approved', 'executing', 'failed'],
  blocked: ['proposed', 'blocked'],
  cancelled: ['proposed', 'approved', 'cancelled']
}

const STEP_MS = 4_000
const has = (status: ActionStatus, step: ActionStatus) => STEPS[status].includes(step)

/** Returns its id. */
export function act(fleet: Fleet, random: Random, subject: Subject, made: MadeAction): number {
  const { home, type, number = null, branch = null, at } = subject
  const { key, actor = SERVICE, evidence = {}, outcome = null } = made
  const status = knownStatus(fleet, made.status, at)
  const resolvedAt = isUnfinished(status) ? null : after(at, 3 * STEP_MS)
  const isVerified = status === 'reconciled'
  const id = fleet.book.add(managedActions, {
    repoId: home.hostId,
    repoFullName: home.fullName,
    source: made.source,
    pillar: made.pillar,
    actionType: made.actionType,
    actionKey: key,
    actionValue: key.split(':')[1] ?? null,
    targetType: type,
    targetNumber: number,
    targetBranch: branch,
    target: targetLabel(targetOf(subject)),
    arguments: JSON.stringify(made.arguments),
    marker: uuidOf(random),
    markedAt: at,
    contextHash: contextHash(made),
    decisionId: made.decisionId,
    retries: status === 'failed' ? 3 : status === 'retrying' ? 1 : 0,
    actor,
    status,
    evidence,
    errorMessage: made.error ?? null,
    blockedReason: made.blockedReason ?? null,
    proposedAt: at,
    approvedAt: onlyIf(has(status, 'approved'), after(at, 1_000)),
    executedAt: onlyIf(has(status, 'executing'), after(at, STEP_MS)),
    resolvedAt,
    reconciledAt: onlyIf(isVerified, after(at, VERIFIED_AFTER_MS)),
    reconciliationStatus: onlyIf(isVerified, 'confirmed'),
    checkAfter: onlyIf(status === 'succeeded', after(at, VERIFIED_AFTER_MS)),
    prOutcome: outcome?.pr ?? null,
    prMergedAt: outcome?.pr === 'merged' ? outcome.at : null,
    prClosedAt: outcome?.at ?? null,
    createdAt: at
  })
  addSteps(fleet, subject, { id, made: Object.assign({}, made, { status }) })
  return id
}

const VERIFIED_AFTER_MS = 7 * HOUR_MS

/** An effect is looked at again only some hours later. */
function knownStatus({ now }: Fleet, status: ActionStatus, at: Date): ActionStatus {
  const isVerified = now.getTime() - at.getTime() > VERIFIED_AFTER_MS + MINUTE_MS
  return status === 'reconciled' && !isVerified ? 'succeeded' : status
}

function addSteps(fleet: Fleet, subject: Subject, { id, made }: { id: number; made: MadeAction }): void {
  const { home, at, number = null } = subject
  const { status, actor = SERVICE, evidence = {} } = made
  let from: ActionStatus | null = null
  for (const [nth, to] of STEPS[status].entries()) {
    const moment = after(at, nth * STEP_MS)
    fleet.book.add(managedActionEvents, {
      actionId: id,
      fromStatus: from,
      toStatus: to,
      actor,
      at: moment,
      detail: null
    })
    from = to
  }
  fleet.book.add(activity, {
    source: 'action',
    sourceId: id,
    repoId: home.hostId,
    targetNumber: number,
    targetUrl: null,
    actionType: made.actionType,
    status,
    detail: made.error ?? '',
    createdAt: at
  })
  if (has(status, 'succeeded')) addTraces(fleet, subject, { id, made, evidence })
}

function addTraces(
  fleet: Fleet,
  { home, at, number }: Subject,
  { id, made, evidence }: { id: number; made: MadeAction; evidence: JsonObject }
): void {
  const done = after(at, 3 * STEP_MS)
  const effect = { actionType: made.actionType, pillar: made.pillar, evidence, arguments: made.arguments }
  const { category, eventType, payload } = auditEventFor(effect)
  addAudit(fleet, {
    category,
    eventType,
    actor: made.actor ?? SERVICE,
    repo: home.fullName,
    prNumber: number ?? null,
    payload: Object.assign({ action_id: id, decision_id: made.decisionId }, payload),
    at: done
  })
  if (made.status !== 'reconciled') return
  const isLabel = made.actionType === 'add-label'
  fleet.book.add(actionChecks, {
    actionId: id,
    checkType: isLabel ? 'label' : 'manual',
    expected: onlyIf(isLabel, 'present'),
    actual: onlyIf(isLabel, 'present'),
    drifted: false,
    checkedAt: after(at, VERIFIED_AFTER_MS)
  })
}

const targetOf = ({ type, number, branch }: Subject) =>
  number === undefined ? (branch === undefined ? { type } : { type, branch }) : { type, number }

/** While it is fresh, an action may still be on its way. */
export function statusOf(fleet: Fleet, random: Random, at: Date): ActionStatus {
  const ageMs = fleet.now.getTime() - at.getTime()
  if (ageMs < 10 * MINUTE_MS) return random.one(['proposed', 'approved', 'executing', 'retrying'] as const)
  if (ageMs < 8 * HOUR_MS) return random.weighted({ succeeded: 90, failed: 5, blocked: 5 })
  return random.weighted({ reconciled: 85, succeeded: 5, failed: 4, blocked: 4, cancelled: 2 })
}
