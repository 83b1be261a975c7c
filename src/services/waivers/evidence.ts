// Records granted and ended waivers: an audit entry and the activity item.
import type { Waivable } from '#schemas/configuration/pillars.js'
import type { WaiverScope } from '#schemas/waivers/waivers.js'
import { recordActivity } from '#store/activity/activity.js'
import type { Tx } from '#store/sql/database.js'
import { recordAudit } from '../audit/record.js'

export interface WaiverFacts {
  id: number
  repoId: number
  pillar: Waivable
  scope: WaiverScope
  scopeValue: string | null
  reason: string
  createdAt: Date
  expiresAt: Date | null
}

export interface WaiverChange {
  status: 'active' | 'revoked'
  /** Full name of the repository. */
  repo: string
  /** The authenticated principal, and the name given in the request. */
  by: { principal: string; name: string }
  at: Date
}

const ACTIONS = { active: 'granted', expired: 'expired', revoked: 'revoked' } as const

/** A person granted or revoked it. */
export async function recordWaiverChange(
  tx: Tx,
  waiver: WaiverFacts,
  { status, repo, by, at }: WaiverChange
): Promise<void> {
  const { id, pillar, scope, scopeValue, reason, expiresAt } = waiver
  await recordWaiverActivity(tx, [waiver], status)
  await recordAudit(tx, {
    category: 'policy_bypass',
    eventType: `waiver_${ACTIONS[status]}`,
    actor: by.principal,
    actorType: 'human',
    repo,
    prNumber: scope === 'pr' ? Number(scopeValue) : null,
    payload: {
      waiver_id: id,
      pillar,
      scope,
      scope_value: scopeValue,
      reason,
      expires_at: expiresAt?.toISOString() ?? null,
      named_by: by.name
    },
    occurredAt: at
  })
}

/** Expired waivers have no audit entry; the entry of the grant states the expiry. */
export async function recordExpiredWaivers(tx: Tx, waivers: readonly WaiverFacts[]): Promise<void> {
  await recordWaiverActivity(tx, waivers, 'expired')
}

async function recordWaiverActivity(
  tx: Tx,
  waivers: readonly WaiverFacts[],
  status: keyof typeof ACTIONS
): Promise<void> {
  await recordActivity(
    tx,
    waivers.map(({ id, repoId, pillar, scope, scopeValue, reason, createdAt }) => ({
      source: 'waiver',
      sourceId: id,
      repoId,
      targetNumber: scope === 'pr' || scope === 'issue' ? Number(scopeValue) : null,
      targetUrl: null,
      actionType: ACTIONS[status],
      status,
      detail: `${pillar} for ${scopeValue === null ? 'the repository' : `${scope} ${scopeValue}`}: ${reason}`,
      createdAt
    }))
  )
}
