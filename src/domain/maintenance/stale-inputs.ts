// What the decision on a stale issue or pull request depends on, and its place among the epochs of the item.
import type { JsonObject } from '#schemas/common.js'
import type { ServiceConfig } from '#schemas/configuration/service-config.js'
import type { StaleTarget } from '#schemas/host/enums.js'
import type { EffectiveSettings } from '#schemas/maintenance/settings.js'
import { DAY_MS } from '../time/durations.js'

/** The facts about an issue or a pull request, from the mirror or from the host itself. */
export interface StaleItem {
  type: StaleTarget
  number: number
  isOpen: boolean
  isByBot: boolean
  isDraft: boolean
  /** The mirror does not know milestones: false until the host is asked. */
  hasMilestone: boolean
  /** For pull requests, the same as of milestones. */
  isAssigned: boolean
  labels: readonly string[]
  /** The last activity of a person. */
  humanAt: Date
  epoch: number
  /** The warning of this epoch, unless a person has answered it. */
  warnedAt: Date | null
}

/** All in days; a closing of null never comes. */
export interface StaleLimits {
  stale: number
  warn: number
  close: number | null
}

export function staleLimitsOf(settings: EffectiveSettings, type: StaleTarget): StaleLimits {
  const { stale_issue_days, stale_pr_days, stale_warn_days: warn, close_issue_days, close_pr_days } = settings
  return type === 'issue'
    ? { stale: stale_issue_days, warn, close: close_issue_days }
    : { stale: stale_pr_days, warn, close: close_pr_days }
}

/**
 * From when on an item may be closed if nobody becomes active: a warning leaves its days, however long nobody has been.
 * Null if it never is.
 */
export function closableFrom(
  { close, warn }: StaleLimits,
  { humanAt, warnedAt }: { humanAt: Date; warnedAt: Date }
): Date | null {
  if (close === null) return null
  return new Date(Math.max(humanAt.getTime() + close * DAY_MS, warnedAt.getTime() + warn * DAY_MS))
}

export interface StaleQuestion {
  item: StaleItem
  limits: StaleLimits
  now: Date
  isReadable: boolean
  waiverId: number | null
  isDryRun: boolean
}

const isoOf = (moment: Date | null) => moment?.toISOString() ?? null

export function staleInputs(question: StaleQuestion): JsonObject {
  const { item, limits, now, isReadable, waiverId, isDryRun } = question
  return {
    is_readable: isReadable,
    waiver: waiverId === null ? null : { id: waiverId },
    dry_run: isDryRun,
    now: now.toISOString(),
    limits: { stale_days: limits.stale, warn_days: limits.warn, close_days: limits.close },
    item: {
      type: item.type,
      number: item.number,
      is_open: item.isOpen,
      is_by_bot: item.isByBot,
      is_draft: item.isDraft,
      has_milestone: item.hasMilestone,
      is_assigned: item.isAssigned,
      labels: [...item.labels],
      human_at: isoOf(item.humanAt),
      epoch: item.epoch,
      warned_at: isoOf(item.warnedAt)
    }
  }
}

/** The settings that the decision is given. */
export function staleConfigOf({ settings, pillars }: ServiceConfig, type: StaleTarget): JsonObject {
  const { enabled, stale } = pillars.maintainer
  const exempt = type === 'issue' ? stale.issues.exempt_labels : stale.prs.exempt_labels
  return {
    settings: { dry_run: settings.dry_run },
    pillars: {
      maintainer: {
        enabled,
        stale: { [type === 'issue' ? 'issues' : 'prs']: { exempt_labels: [...exempt] } }
      }
    }
  }
}

export type StaleStep = 'warn' | 'close'

/** Identifies a step of an item in one epoch, for all time. */
export function staleKey(
  repoId: number,
  { type, number, epoch }: Pick<StaleItem, 'type' | 'number' | 'epoch'>,
  step: StaleStep
): string {
  return `stale:${repoId}:${type}:${number}:${step}:${epoch}`
}
