// The areas in which the service works on a repository. Each can be disabled separately.

import type { Static } from '@sinclair/typebox'
import { oneOf } from '../common.js'
import { enumeration } from '../enumeration.js'

export const PILLARS = enumeration('PillarName', [
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
])

/** What a waiver can exempt from. */
export const WAIVABLE = enumeration('WaivablePillar', [...PILLARS, 'custom_rules', 'quality_gates'])

export const Pillar = oneOf(PILLARS, { description: 'A pillar.' })
export type Pillar = Static<typeof Pillar>

export const Waivable = oneOf(WAIVABLE, { description: 'The pillar to waive.' })
export type Waivable = Static<typeof Waivable>
