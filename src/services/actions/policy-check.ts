// Checks whether policy, configuration and guards allow an action, and says how it ends if not.

import type { Deps } from '#deps.js'
import type { ActionTarget } from '#domain/actions/actions.js'
import { type ActionPolicy, findConfigRestriction } from '#domain/actions/policy.js'
import { configUnreadable } from '#errors/host.js'
import type { PillarConfig } from '#registry.js'
import type { ActionIntent } from '#schemas/actions/arguments.js'
import type { BlockedReason } from '#schemas/actions/enums.js'
import type { JsonObject } from '#schemas/common.js'
import type { Waivable } from '#schemas/configuration/pillars.js'
import type { ActionRow, Transition } from '#store/actions/actions.js'
import { branchesOfPullRequest } from '#store/mirror/pull-requests.js'
import type { Db, Tx } from '#store/sql/database.js'
import { countWaiverUse } from '#store/waivers/waivers.js'
import {
  lastReadableConfig,
  loadConfig,
  loadStoredConfig,
  type ResolvedConfig
} from '../configuration/resolve.js'
import { evaluateGuards, type GuardInput } from '../decisions/guards.js'
import { decisiveWaiver, SERVICE_ACTOR } from '../decisions/record.js'

/** Source of the check that says on a commit whether its configuration file is valid. */
export const CONFIG_VALIDATION = 'config_validation'
/** Source of the check that says what a change of the organisation's file would change. */
export const CONFIG_PREVIEW = 'config_preview'
/** They tell people how to mend a file, so that they are posted while it is broken. */
const ABOUT_FILES: readonly string[] = [CONFIG_VALIDATION, CONFIG_PREVIEW]

/** Loads the configuration that an action is checked against. If it cannot be read, the job fails and is retried. */
export async function loadActionConfig(deps: Deps, { repoId, source }: ActionRow): Promise<ResolvedConfig> {
  const known = await loadConfig(deps, { repoId })
  const effective = ABOUT_FILES.includes(source) ? lastReadableConfig(known) : known
  if (effective?.isReadable !== true) throw configUnreadable()
  return effective
}

/** Why an action is not performed, and the status it gets. */
export interface ActionStop {
  to: 'blocked' | 'cancelled'
  reason: BlockedReason | null
  detail: string
  evidence: JsonObject
  /** The waiver that stops the action. */
  waiverId?: number
}

interface PolicyCheck {
  repoId: number
  intent: ActionIntent
  pillar: Waivable | null
  target: ActionTarget
  policy: ActionPolicy
  resolved?: ResolvedConfig
}

/** Runs at the proposal, and again before the action is executed. */
export async function checkActionPolicy(
  deps: Deps,
  db: Tx | Db,
  check: PolicyCheck
): Promise<ActionStop | undefined> {
  const { repoId, policy } = check
  if (!policy.may) return unsafeScopeStop(policy.why)
  const known = check.resolved ?? (await loadStoredConfig(deps, db, repoId))
  const resolved = await pillarConfigOf(deps, db, { repoId, pillar: check.pillar, resolved: known })
  // An unreadable configuration does not block for good: the executing worker reads it again and waits for it.
  if (!resolved.isReadable) return undefined
  const refusal = findConfigRestriction(check, resolved.config)
  if (refusal !== undefined) return unsafeScopeStop(refusal)
  const evaluation = await evaluateGuards(deps, db, await guardInputOf(db, check, policy.needs), resolved)
  const { decision, reason, conditions } = evaluation.verdict
  if (decision === 'acted') return undefined
  const evidence = { guards: conditions.map((condition) => ({ ...condition })) }
  const detail = reason ?? decision
  if (decision === 'dry_run') return { to: 'cancelled', reason: null, detail, evidence }
  const waiverId = decisiveWaiver(evaluation.verdict, evaluation.waiverId)
  const usedWaiver = waiverId === null ? {} : { waiverId }
  return { to: 'blocked', reason: 'policy_denied', detail, evidence, ...usedWaiver }
}

async function pillarConfigOf(deps: Deps, db: Tx | Db, asked: PillarConfig): Promise<ResolvedConfig> {
  for (const { configOf } of deps.registry.actions) {
    const found = await configOf?.(db, asked)
    if (found) return found
  }
  return asked.resolved
}

const unsafeScopeStop = (detail: string): ActionStop => ({
  to: 'blocked',
  reason: 'unsafe_scope',
  detail,
  evidence: {}
})

/** Why an effect is impossible, as the host shows it. */
export const obstacleText = ({ expected, actual }: { expected: string; actual: string }): string =>
  `Expected: ${expected}; found: ${actual}.`

/** Counts the use of the waiver that stopped an action. Call it in the transaction that stores the stop. */
export async function countStopWaiver(tx: Tx, { waiverId }: ActionStop, at: Date): Promise<void> {
  if (waiverId !== undefined) await countWaiverUse(tx, waiverId, at)
}

/** A waiver for a branch applies to a pull request by its head and its base. */
async function targetBranches(db: Tx | Db, { repoId, target }: PolicyCheck): Promise<string[]> {
  const { type, number, branch } = target
  if (type === 'pr' && number !== undefined) return branchesOfPullRequest(db, repoId, number)
  return branch === undefined ? [] : [branch]
}

async function guardInputOf(db: Tx | Db, check: PolicyCheck, needs: readonly string[]): Promise<GuardInput> {
  const { repoId, pillar, target } = check
  const { type, number } = target
  return {
    repoId,
    pillar,
    needs,
    ...(type === 'issue' && number !== undefined ? { issue: number } : {}),
    ...(type === 'pr' && number !== undefined ? { pr: number } : {}),
    branches: await targetBranches(db, check)
  }
}

/** The transition that a stop leads to. */
export function stopTransition(stop: ActionStop, at: Date, actor = SERVICE_ACTOR): Transition {
  const { to, reason, detail, evidence } = stop
  const set = { resolvedAt: at, errorMessage: detail, blockedReason: reason, leasedUntil: null }
  return { to, actor, at, detail, evidence, set }
}
