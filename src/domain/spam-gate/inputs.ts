// What the decision on a new issue or pull request depends on.
import type { JsonObject } from '#schemas/common.js'
import type { ServiceConfig } from '#schemas/configuration/service-config.js'
import type { TriageTarget } from '#schemas/triage/enums.js'
import { HOUR_MS } from '../time/durations.js'

/** An issue or a pull request as the mirror has it. */
export interface GatedItem {
  isOpen: boolean
  author: string | null
  labels: readonly string[]
  createdAt: Date
  /** How many open ones its author has with this one; at most one more than are allowed. */
  openCount: number
}

/** What the host says about the author, or why it does not. */
export type AuthorFacts = { isOwn: boolean; access: string } | { error: string }

export interface GateQuestion {
  type: TriageTarget
  number: number
  /** Who caused the event; null if it does not say. */
  sender: string | null
  /** Null if the mirror does not have it. */
  item: GatedItem | null
  /** Whether the mirror has all items of this type. */
  isMirrorComplete: boolean
  /** Undefined until the host has been asked. */
  author: AuthorFacts | undefined
  /** The label as the repository spells it; null if it has none. */
  label: string | null
  now: Date
  isReadable: boolean
  waiverId: number | null
}

export function gateInputs(question: GateQuestion): JsonObject {
  const { type, number, sender, item, isMirrorComplete, author, label, now, isReadable, waiverId } = question
  return {
    is_readable: isReadable,
    waiver: waiverId === null ? null : { id: waiverId },
    item: {
      type,
      number,
      opened_by: sender,
      ...(item
        ? {
            is_open: item.isOpen,
            author: item.author,
            labels: [...item.labels],
            age_hours: Math.floor((now.getTime() - item.createdAt.getTime()) / HOUR_MS),
            open_count: item.openCount
          }
        : { is_unknown: true })
    },
    is_mirror_complete: isMirrorComplete,
    ...(author === undefined ? {} : { author: authorJson(author) }),
    label
  }
}

const authorJson = (author: AuthorFacts): JsonObject =>
  'error' in author ? { error: author.error } : { is_own: author.isOwn, access: author.access }

/** The settings that the decision is given. */
export function gateConfigOf({ settings, pillars }: ServiceConfig): JsonObject {
  const { enabled, max_open_issues, max_open_prs, exempt_users, exempt_labels } = pillars.spam_gate
  return {
    settings: { dry_run: settings.dry_run },
    pillars: {
      spam_gate: {
        enabled,
        max_open_issues,
        max_open_prs,
        exempt_users: [...exempt_users],
        exempt_labels: [...exempt_labels]
      }
    }
  }
}

/** How many open ones an author may have. */
export const mostOpen = ({ pillars }: ServiceConfig, type: TriageTarget): number =>
  type === 'pr' ? pillars.spam_gate.max_open_prs : pillars.spam_gate.max_open_issues
