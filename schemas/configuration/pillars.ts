// The areas in which the service works on a repository. Each can be disabled separately.
import type { Static } from '@sinclair/typebox'
import { oneOf } from '../common.js'

export const PILLARS = [
  'triage',
  'ci_healing',
  'maintainer',
  'issue_fix',
  'enforcement',
  'trust',
  'merge_queue',
  'ai_review',
  'spam_gate',
  'insights'
] as const

/** What a waiver can exempt from. */
export const WAIVABLE = [...PILLARS, 'custom_rules', 'quality_gates'] as const

export const Pillar = oneOf(PILLARS, { description: 'A pillar.' })
export type Pillar = Static<typeof Pillar>

export const Waivable = oneOf(WAIVABLE, { description: 'The pillar to waive.' })
export type Waivable = Static<typeof Waivable>
