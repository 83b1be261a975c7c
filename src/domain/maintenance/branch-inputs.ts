// What the decision on a branch that is no longer needed depends on.
import type { JsonObject } from '#schemas/common.js'
import type { ServiceConfig } from '#schemas/configuration/service-config.js'
import type { LiveBranch } from '../host/items.js'
import { CANDIDATE_PREFIX } from '../host/queue-branches.js'

export interface BranchQuestion {
  name: string
  /** The commit that was examined, and that alone is deleted. */
  examined: string
  /** As the host shows it now; undefined if it is gone. */
  live: LiveBranch | undefined
  /** A branch rule of the mirror that fits it. */
  rule: string | null
  now: Date
  isReadable: boolean
  waiverId: number | null
  isDryRun: boolean
}

const isoOf = (moment: Date | null) => moment?.toISOString() ?? null

export function branchInputs(question: BranchQuestion): JsonObject {
  const { name, examined, live, rule, now, isReadable, waiverId, isDryRun } = question
  return {
    is_readable: isReadable,
    waiver: waiverId === null ? null : { id: waiverId },
    dry_run: isDryRun,
    now: now.toISOString(),
    branch: { name, examined, rule },
    live: live ? liveInputs(live) : null
  }
}

function liveInputs({ pull, ...live }: LiveBranch): JsonObject {
  return {
    tip: live.tip,
    tip_at: isoOf(live.tipAt),
    is_default: live.isDefault,
    is_protected: live.isProtected,
    has_open_pull: live.hasOpenPull,
    is_reachable: live.isReachable,
    pull: pull && {
      number: pull.number,
      state: pull.state,
      head_branch: pull.headBranch,
      head_sha: pull.headSha,
      is_own: pull.isOwn,
      ended_at: isoOf(pull.endedAt)
    }
  }
}

/** The settings that the decision is given. */
export function branchConfigOf({ settings, pillars }: ServiceConfig): JsonObject {
  const { enabled, branch_cleanup } = pillars.maintainer
  const { protected_branches, min_age_days } = branch_cleanup
  return {
    settings: { dry_run: settings.dry_run },
    pillars: {
      maintainer: {
        enabled,
        branch_cleanup: {
          enabled: branch_cleanup.enabled,
          protected_branches: [...protected_branches],
          min_age_days
        }
      }
    }
  }
}

const OWN_PREFIXES = [
  'service/',
  CANDIDATE_PREFIX,
  'service-rollback/',
  'service-deps/',
  'service-quarantine/'
]

/** Branches that the service makes: theirs go when their pull request is closed, too. */
export const isServiceBranch = (name: string): boolean =>
  OWN_PREFIXES.some((prefix) => name.startsWith(prefix))

/** Identifies the deletion of a branch at a commit, for all time: one that is made again is another. */
export const branchKey = (repoId: number, name: string, tip: string) =>
  `branch-cleanup:${repoId}:${name}:${tip}`
