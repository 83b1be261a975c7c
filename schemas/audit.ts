// The audit trail: what its entries are made of.

export const AUDIT_CATEGORIES = [
  'ai_decision',
  'review_gate',
  'heal',
  'auto_merge',
  'rollback',
  'policy_bypass',
  'branch_rule',
  'config_change',
  'vulnerability_dismissed',
  'quarantine'
] as const
export type AuditCategory = (typeof AUDIT_CATEGORIES)[number]

export const ACTOR_TYPES = ['human', 'bot', 'system'] as const
export type ActorType = (typeof ACTOR_TYPES)[number]

export const FRAMEWORKS = ['soc2', 'iso27001'] as const
export type Framework = (typeof FRAMEWORKS)[number]
