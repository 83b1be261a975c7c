// What the plan of the owner does not include: no drift, and not tried again at each run.
import type { Difference } from '#schemas/reconciler/states.js'
import { DAY_MS } from '../time/durations.js'
import { isAboutProtection, type SetupPart } from './drift.js'

/** After that the owner may pay for another plan. */
const FOR_MS = 7 * DAY_MS

export interface PlanLimits {
  /** What was known to be unsupported, since when. */
  known: readonly string[]
  since: Date | null
  /** The parts whose correction the plan has just refused. */
  refused: readonly SetupPart[]
  differences: readonly Difference[]
  at: Date
  /** Whether somebody asks to try it again. */
  isAsked: boolean
}

export function unsupportedOf({ known, since, refused, differences, at, isAsked }: PlanLimits): {
  fields: string[]
  since: Date | null
} {
  const isHeld = since !== null && !isAsked && at.getTime() - since.getTime() < FOR_MS
  const fields = differences
    .map(({ field }) => field)
    .filter((field) => refused.includes(partOf(field)) || (isHeld && known.includes(field)))
  if (fields.length === 0) return { fields, since: null }
  return { fields, since: refused.length > 0 ? at : since }
}

function partOf(field: string): SetupPart {
  if (isAboutProtection(field)) return 'protection'
  return field.startsWith('settings.') ? 'settings' : 'labels'
}
