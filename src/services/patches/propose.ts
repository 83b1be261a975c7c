// The one way by which a prepared change reaches a repository: past the guard, as a pull request from a branch of the
// service's own. What follows upon it is kept with its action, until there is a pull request to be followed upon.

import type { Deps, Tx } from '#deps.js'
import { findConfigRestriction } from '#domain/actions/policy.js'
import { patchVerdict } from '#domain/patches/guard/guard.js'
import type { PatchedFile, PatchLimits } from '#domain/patches/guard/patch.js'
import type { JsonObject } from '#schemas/common.js'
import type { ServiceConfig } from '#schemas/configuration/service-config.js'
import type { ActionRow } from '#store/actions/actions.js'
import { MOST_ARGUMENT_BYTES, proposeAction } from '../actions/propose.js'

/** Who wants changes; what each of them makes of a pull request is said in `patch-follow.ts`. */
export type PatchSource = 'ci_heal' | 'issue_fix'

/** The pull request of a change, as it was made. */
export interface PatchPull {
  number: number
  url: string | null
  headSha: string | null
}

export interface PatchOwner {
  onPullOpened(deps: Deps, tx: Tx, row: ActionRow, pull: PatchPull): Promise<void>
  /** There is no pull request, and there will be none. */
  onGivenUp(deps: Deps, tx: Tx, row: ActionRow): Promise<void>
}

/** Said on the commit or the issue that the change is about, once its pull request is there. */
export type PatchComment = CommitNotice | { issue: number; body: string }

/** Where something was said on the commit before, as an action of the same source, that is edited. */
type CommitNotice = { sha: string; body: string; goesOn: { actionKey: string; branch: string } | null }

export interface FollowUp {
  /** Those of them that the repository has are put on. */
  labels: readonly string[]
  /** Login of a person. */
  reviewer: string | null
  comment: PatchComment | null
}

interface ProposedChange {
  pillar: 'ci_healing' | 'issue_fix'
  files: readonly PatchedFile[]
  /** A repair of the workflow itself, which alone may touch the files of CI. */
  isWorkflowRepair?: boolean
  /** Nobody has read it yet. */
  isByModel?: boolean
}

export interface PatchProposal extends ProposedChange {
  repoId: number
  source: PatchSource
  /** The attempt that it belongs to. */
  sourceId: number
  /** Begins with `service/`. */
  branch: string
  base: { branch: string; sha: string }
  /** Whether it is of no use once the base has moved on. */
  isForHeadOnly?: boolean
  title: string
  body: string
  message: string
  decisionId: number | null
  evidence: JsonObject
  followUp: FollowUp
}

const HEAL_LIMITS: PatchLimits = { files: 50, lines: 5_000, characters: 500_000 }

/** The title, the text and the message come on top, and are not known yet. */
const MOST_FILE_BYTES = MOST_ARGUMENT_BYTES - 512 * 1024

/** Why a change may not be proposed; nothing where it may. To be asked before anything is decided upon it. */
export function objectionTo(change: ProposedChange, config: ServiceConfig): string | undefined {
  const { pillar, files, isWorkflowRepair = false, isByModel = false } = change
  const { blockedPaths, limits } = boundsOf(pillar, config)
  const { findings } = patchVerdict(files, { blockedPaths, limits, isWorkflowRepair, isByModel })
  const [first] = findings
  if (first) return `${first.path}: ${first.reason}`
  const intent = patchIntentOf(change)
  if (Buffer.byteLength(JSON.stringify(intent.arguments)) > MOST_FILE_BYTES)
    return 'The changed files are too large in total for one pull request.'
  return findConfigRestriction({ intent, pillar, target: { type: 'repo' } }, config)
}

function boundsOf(pillar: ProposedChange['pillar'], { pillars }: ServiceConfig) {
  if (pillar === 'ci_healing')
    return { blockedPaths: pillars.ci_healing.blocked_file_patterns, limits: HEAL_LIMITS }
  const { blocked_paths, max_file_changes: files, max_line_changes: lines } = pillars.issue_fix
  return { blockedPaths: blocked_paths, limits: { ...HEAL_LIMITS, files, lines } }
}

const NOWHERE = { branch: 'service/', base: '', base_sha: '', title: '', body: '', message: '' }

const patchIntentOf = ({ files }: ProposedChange) => ({
  actionType: 'create-patch-pr' as const,
  arguments: {
    ...NOWHERE,
    files: files.flatMap(({ path, after, renamed_from, mode }) => [
      { path, content: after, ...(mode === undefined ? {} : { mode }) },
      ...(renamed_from === undefined ? [] : [{ path: renamed_from, content: null }])
    ])
  }
})

/**
 * Asks for the pull request in the caller's transaction, once for each branch. The caller has asked what stands against
 * it by this very configuration: what is refused by now is a mistake of the caller's.
 */
export async function proposePatch(
  deps: Deps,
  tx: Tx,
  patch: PatchProposal,
  config: ServiceConfig
): Promise<number> {
  const objection = objectionTo(patch, config)
  if (objection !== undefined) throw new Error(`the patch may not be proposed: ${objection}`)
  const { branch, base, title, body, message, evidence, followUp, isForHeadOnly = false } = patch
  const { repoId, pillar, source, sourceId, decisionId } = patch
  const intent = patchIntentOf(patch)
  const given = { branch, base: base.branch, base_sha: base.sha, title, body, message }
  return proposeAction(deps, tx, {
    ...{ repoId, pillar, source, sourceId, decisionId },
    ...intent,
    arguments: { ...intent.arguments, ...given },
    isOnce: true,
    target: { type: 'branch', branch: base.branch },
    evidence: {
      ...evidence,
      ...(isForHeadOnly ? { target_snapshot: { head_sha: base.sha } } : {}),
      follow_up: { ...followUp, labels: [...followUp.labels] }
    }
  })
}
