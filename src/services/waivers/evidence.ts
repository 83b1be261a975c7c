// What is written down of a waiver that is granted or ends: an entry of the audit trail, and its item of the feed.
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
  /** Who proved to do it, and what the request calls itself. */
  by: { principal: string; name: string }
  at: Date
}

const ACTIONS = { active: 'granted', expired: 'expired', revoked: 'revoked' } as const

/** Somebody has granted or revoked it. */
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

/** They have come to their ends, which the entries of their grants foresaw. */
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
