// What stands in the way of an action, and what becomes of it then.
import type { BlockedReason } from '../../schemas/action-words.js'
import type { JsonObject } from '../../schemas/common.js'
import type { Waivable } from '../../schemas/pillars.js'
import type { Deps } from '../deps.js'
import type { Policy } from '../domain/action-policy.js'
import type { Target } from '../domain/actions.js'
import type { Transition } from '../store/actions.js'
import type { Db, Tx } from '../store/database.js'
import type { ResolvedConfig } from './config.js'
import { SERVICE_ACTOR } from './decisions.js'
import { type GuardsAsked, judge } from './guards.js'

/** Why it is not done, and what becomes of it. */
export interface Stop {
  to: 'blocked' | 'cancelled'
  reason: BlockedReason | null
  detail: string
  evidence: JsonObject
}

interface PolicyAsked {
  repoId: number
  pillar: Waivable | null
  target: Target
  policy: Policy
  resolved?: ResolvedConfig
}

/** What policy and guards have against it; asked at the proposal, and again before it is carried out. */
export async function stopByPolicy(deps: Deps, db: Tx | Db, asked: PolicyAsked): Promise<Stop | undefined> {
  const { policy, resolved } = asked
  if (!policy.may) return { to: 'blocked', reason: 'unsafe_scope', detail: policy.why, evidence: {} }
  const judgement = await judge(deps, db, guardsAsked(asked, policy.needs), resolved)
  const { decision, reason, conditions } = judgement.verdict
  if (decision === 'acted') return undefined
  const evidence = { guards: conditions.map((one) => ({ ...one })) }
  const detail = reason ?? decision
  if (decision === 'dry_run') return { to: 'cancelled', reason: null, detail, evidence }
  return { to: 'blocked', reason: 'policy_denied', detail, evidence }
}

function guardsAsked({ repoId, pillar, target }: PolicyAsked, needs: readonly string[]): GuardsAsked {
  const { type, number, branch } = target
  return {
    repoId,
    pillar,
    needs,
    ...(type === 'issue' && number !== undefined ? { issue: number } : {}),
    ...(type === 'pr' && number !== undefined ? { pr: number } : {}),
    ...(branch === undefined ? {} : { branches: [branch] })
  }
}

/** The transition that a stop means. */
export function stopped(stop: Stop, at: Date, actor = SERVICE_ACTOR): Transition {
  const { to, reason, detail, evidence } = stop
  const set = { resolvedAt: at, errorMessage: detail, blockedReason: reason, leasedUntil: null }
  return { to, actor, at, detail, evidence, set }
}
