// How a vulnerability changes with what a scan sees.
import type {
  DismissalCategory,
  VulnerabilitySeverity,
  VulnerabilityStatus
} from '#schemas/dependencies/enums.js'
import { isMoreSevere, type SeenVulnerability } from './observation.js'

/** In place of a person, where an alert was dismissed on the host. */
export const BY_HOST = 'host'

/** `seen`: it stands as before; `unheard`: nobody tells of it any more, and it stays dismissed. */
export type FindingMove = 'opened' | 'reopened' | 'dismissed' | 'fixed' | 'seen' | 'unheard'

/** What may change of a finding by its life alone. */
export interface FindingLife {
  status: VulnerabilityStatus
  fromAlert: boolean
  fromRecords: boolean
  reopenCount: number
  fixPrNumber: number | null
  fixPrUrl: string | null
  dismissedCategory: DismissalCategory | null
  dismissedReason: string | null
  dismissedBy: string | null
  dismissedAt: Date | null
  dismissedUntil: Date | null
  detectedAt: Date
  fixedAt: Date | null
}

export interface LivedFinding extends FindingLife {
  severity: VulnerabilitySeverity
}

/** Which sources a scan could ask about a finding. What could not be asked still says what it said. */
export interface AskedSources {
  alerts: boolean
  database: boolean
}

const NOT_DISMISSED = {
  dismissedCategory: null,
  dismissedReason: null,
  dismissedBy: null,
  dismissedAt: null,
  dismissedUntil: null
}

export interface MovedFinding {
  move: FindingMove
  life: FindingLife
}

/** A scan sees it, for the first time or again. */
export function whenSeen(
  known: LivedFinding | undefined,
  seen: SeenVulnerability,
  { asked, at }: { asked: AskedSources; at: Date }
): MovedFinding {
  const sources = {
    fromAlert: asked.alerts ? seen.fromAlert : (known?.fromAlert ?? false),
    fromRecords: seen.fromRecords || (!asked.database && (known?.fromRecords ?? false))
  }
  const move = moveWhenSeen(known, seen, at)
  const before = known ?? firstLife(at)
  if (move === 'opened' || move === 'reopened')
    return { move, life: { ...openedLife(before, move, at), ...sources } }
  if (move === 'dismissed') return { move, life: { ...dismissedLife(before, seen, at), ...sources } }
  return { move, life: { ...lifeOf(before), ...sources } }
}

function moveWhenSeen(known: LivedFinding | undefined, seen: SeenVulnerability, at: Date): FindingMove {
  if (known?.status === 'dismissed') return moveOfDismissed(known, seen, at)
  if (seen.dismissal) return 'dismissed'
  if (!known) return 'opened'
  return known.status === 'fixed' ? 'reopened' : 'seen'
}

/** What the host has dismissed it may open again, and as long as it does not, its word holds. */
function moveOfDismissed(
  known: LivedFinding,
  { dismissal, severity, fromAlert }: SeenVulnerability,
  at: Date
): FindingMove {
  const isOfHost = known.dismissedBy === BY_HOST
  if (isOfHost) return fromAlert && !dismissal ? 'reopened' : 'seen'
  if (dismissal) return isLapsed(known, at) ? 'dismissed' : 'seen'
  return isLapsed(known, at) || isMoreSevere(severity, known.severity) ? 'reopened' : 'seen'
}

const isLapsed = ({ dismissedUntil }: FindingLife, at: Date) =>
  dismissedUntil !== null && dismissedUntil <= at

/** A scan does not see it. Undefined if that says nothing, because a source that has told of it was not asked. */
export function whenUnseen(known: FindingLife, asked: AskedSources, at: Date): MovedFinding | undefined {
  const isStillTold = (known.fromAlert && !asked.alerts) || (known.fromRecords && !asked.database)
  if (isStillTold || known.status === 'fixed') return undefined
  const silent = { ...lifeOf(known), fromAlert: false, fromRecords: false }
  if (known.status !== 'dismissed')
    return { move: 'fixed', life: { ...silent, status: 'fixed', fixedAt: at } }
  return known.fromAlert || known.fromRecords ? { move: 'unheard', life: silent } : undefined
}

export interface PersonalDismissal {
  by: string
  category: DismissalCategory | null
  reason: string | null
  until: Date | null
}

/** A person accepts it. */
export const whenDismissed = (
  known: FindingLife,
  { by, category, reason, until }: PersonalDismissal,
  at: Date
): FindingLife => ({
  ...lifeOf(known),
  status: 'dismissed',
  dismissedCategory: category,
  dismissedReason: reason,
  dismissedBy: by,
  dismissedAt: at,
  dismissedUntil: until
})

/** A pull request is open that changes it. */
export const withPull = (
  known: FindingLife,
  { number, url }: { number: number; url: string | null }
): FindingLife => ({ ...lifeOf(known), status: 'pr_opened', fixPrNumber: number, fixPrUrl: url })

/** There is no such pull request any more. */
export const withoutPull = (known: FindingLife): FindingLife => ({
  ...lifeOf(known),
  status: 'open',
  fixPrNumber: null,
  fixPrUrl: null
})

/** Its time is up. What no scan has seen since is fixed. */
export function whenLapsed(known: FindingLife, at: Date): MovedFinding {
  if (known.fromAlert || known.fromRecords)
    return { move: 'reopened', life: openedLife(known, 'reopened', at) }
  return { move: 'fixed', life: { ...lifeOf(known), ...NOT_DISMISSED, status: 'fixed', fixedAt: at } }
}

/** It was there all the time while it was dismissed, but not while it was fixed. */
function openedLife(before: FindingLife, move: 'opened' | 'reopened', at: Date): FindingLife {
  return {
    ...lifeOf(before),
    ...NOT_DISMISSED,
    status: 'open',
    detectedAt: before.status === 'fixed' ? at : before.detectedAt,
    fixedAt: null,
    fixPrNumber: null,
    fixPrUrl: null,
    reopenCount: before.reopenCount + (move === 'reopened' ? 1 : 0)
  }
}

function dismissedLife(before: FindingLife, { dismissal }: SeenVulnerability, at: Date): FindingLife {
  return {
    ...lifeOf(before),
    status: 'dismissed',
    detectedAt: before.status === 'fixed' ? at : before.detectedAt,
    fixedAt: null,
    dismissedCategory: dismissal?.category ?? null,
    dismissedReason: dismissal?.reason ?? null,
    dismissedBy: BY_HOST,
    dismissedAt: at,
    dismissedUntil: null
  }
}

const firstLife = (at: Date): FindingLife => ({
  ...NOT_DISMISSED,
  status: 'open',
  fromAlert: false,
  fromRecords: false,
  reopenCount: 0,
  fixPrNumber: null,
  fixPrUrl: null,
  detectedAt: at,
  fixedAt: null
})

const lifeOf = (one: FindingLife): FindingLife => ({
  status: one.status,
  fromAlert: one.fromAlert,
  fromRecords: one.fromRecords,
  reopenCount: one.reopenCount,
  fixPrNumber: one.fixPrNumber,
  fixPrUrl: one.fixPrUrl,
  dismissedCategory: one.dismissedCategory,
  dismissedReason: one.dismissedReason,
  dismissedBy: one.dismissedBy,
  dismissedAt: one.dismissedAt,
  dismissedUntil: one.dismissedUntil,
  detectedAt: one.detectedAt,
  fixedAt: one.fixedAt
})
