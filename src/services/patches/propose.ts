// The only way in which a patch reaches a repository: checked by the guards, as a pull request from a branch of the
// service. Its follow-up is stored with the action until the pull request is open.

import type { Deps, Tx } from '#deps.js'
import { findConfigRestriction } from '#domain/actions/policy.js'
import { patchVerdict } from '#domain/patches/guard/guard.js'
import type { PatchedFile, PatchLimits } from '#domain/patches/guard/patch.js'
import type { ArgumentsOf } from '#schemas/actions/arguments.js'
import type { JsonObject } from '#schemas/common.js'
import type { Waivable } from '#schemas/configuration/pillars.js'
import type { ServiceConfig } from '#schemas/configuration/service-config.js'
import type { ActionRow } from '#store/actions/actions.js'
import { MOST_ARGUMENT_BYTES, proposeAction } from '../actions/propose.js'

/** The pull request of a patch as it was created. */
export interface PatchPull {
  number: number
  url: string | null
  headSha: string | null
}

/** What a patch may touch, and how large it may be. */
export interface PatchBounds {
  blockedPaths: readonly string[]
  limits: PatchLimits
}

/** The capability whose patches these are; its manifest registers it by the source of its actions. */
export interface PatchOwner {
  boundsIn(config: ServiceConfig): PatchBounds
  onPullOpened(deps: Deps, tx: Tx, row: ActionRow, pull: PatchPull): Promise<void>
  /** There is no pull request and there will be none. */
  onGivenUp(deps: Deps, tx: Tx, row: ActionRow): Promise<void>
}

/** Posted on the commit or the issue of the patch once its pull request is open. */
export type PatchComment = CommitNotice | { issue: number; body: string }

/** An earlier comment on the commit by the same source is edited instead. */
type CommitNotice = { sha: string; body: string; goesOn: { actionKey: string; branch: string } | null }

export interface FollowUp {
  /** Only labels that exist in the repository are added. */
  labels: readonly string[]
  /** Login of a person. */
  reviewer: string | null
  comment: PatchComment | null
}

interface ProposedChange {
  pillar: Waivable
  /** The source of the actions, by which the owner is registered. */
  source: string
  files: readonly PatchedFile[]
  /** The patch repairs the workflow itself; no other patch may change CI files. */
  isWorkflowRepair?: boolean
  /** No person has reviewed it yet. */
  isByModel?: boolean
}

export interface PatchProposal extends ProposedChange {
  repoId: number
  /** The id of the attempt. */
  sourceId: number
  /** Begins with `service/`. */
  branch: string
  base: { branch: string; sha: string }
  /** The patch is useless once the base branch has new commits. */
  isForHeadOnly?: boolean
  title: string
  body: string
  message: string
  decisionId: number | null
  evidence: JsonObject
  followUp: FollowUp
}

export const TOO_LARGE_IN_TOTAL = 'The changed files are too large in total for one pull request.'

export const LARGEST_PATCH: PatchLimits = { files: 50, lines: 5_000, characters: 500_000 }

/** Leaves room for the title, the body and the message, which are not known yet. */
export const MOST_FILE_BYTES = MOST_ARGUMENT_BYTES - 512 * 1024

/** Returns why a patch may not be proposed, or undefined. Call this before deciding to propose it. */
export function objectionTo(
  { registry }: Pick<Deps, 'registry'>,
  change: ProposedChange,
  config: ServiceConfig
): string | undefined {
  const { pillar, source, files, isWorkflowRepair = false, isByModel = false } = change
  const owner = registry.patchOwners.get(source)
  if (!owner) throw new Error(`no capability owns patches of ${source}`)
  const { blockedPaths, limits } = owner.boundsIn(config)
  const { findings } = patchVerdict(files, { blockedPaths, limits, isWorkflowRepair, isByModel })
  const [first] = findings
  if (first) return `${first.path}: ${first.reason}`
  const intent = patchIntentOf(change)
  if (Buffer.byteLength(JSON.stringify(intent.arguments)) > MOST_FILE_BYTES) return TOO_LARGE_IN_TOTAL
  return findConfigRestriction({ intent, pillar, target: { type: 'repo' } }, config)
}

const PLACEHOLDERS = { branch: 'service/', base: '', base_sha: '', title: '', body: '', message: '' }

const patchIntentOf = ({ files }: ProposedChange) => ({
  actionType: 'create-patch-pr' as const,
  arguments: {
    ...PLACEHOLDERS,
    files: filesToWrite(files)
  }
})

export const filesToWrite = (files: readonly PatchedFile[]): ArgumentsOf<'create-patch-pr'>['files'] =>
  files.flatMap(({ path, after, renamed_from, mode }) => [
    { path, content: after, ...(mode === undefined ? {} : { mode }) },
    ...(renamed_from === undefined ? [] : [{ path: renamed_from, content: null }])
  ])

/**
 * Proposes the pull request in the caller's transaction, once per branch. The caller must have checked `objectionTo`
 * with the same configuration: an objection at this point is a bug.
 */
export async function proposePatch(
  deps: Deps,
  tx: Tx,
  patch: PatchProposal,
  config: ServiceConfig
): Promise<number> {
  const objection = objectionTo(deps, patch, config)
  if (objection !== undefined) throw new Error(`the patch may not be proposed: ${objection}`)
  const { branch, base, title, body, message, evidence, followUp, isForHeadOnly = false } = patch
  const { repoId, pillar, source, sourceId, decisionId } = patch
  const intent = patchIntentOf(patch)
  const details = { branch, base: base.branch, base_sha: base.sha, title, body, message }
  return proposeAction(deps, tx, {
    repoId,
    pillar,
    source,
    sourceId,
    decisionId,
    ...intent,
    arguments: { ...intent.arguments, ...details },
    isOnce: true,
    target: { type: 'branch', branch: base.branch },
    evidence: {
      ...evidence,
      ...(isForHeadOnly ? { target_snapshot: { head_sha: base.sha } } : {}),
      follow_up: { ...followUp, labels: [...followUp.labels] }
    }
  })
}
