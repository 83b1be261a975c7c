// One pull request of the service on a branch, kept current in place: by the guards of patches, and within bounds that
// the caller gives.
import type { Deps, Tx } from '#deps.js'
import { contextHash, keptPullKey, targetLabel } from '#domain/actions/actions.js'
import { patchVerdict } from '#domain/patches/guard/guard.js'
import type { PatchedFile } from '#domain/patches/guard/patch.js'
import { DAY_MS } from '#domain/time/durations.js'
import type { ActionIntent, ArgumentsOf } from '#schemas/actions/arguments.js'
import type { JsonObject } from '#schemas/common.js'
import { type ActionRow, type EffectKey, lastActionOfEffect } from '#store/actions/actions.js'
import { lastAttemptOfEffect } from '#store/actions/marks.js'
import { intentOfAction } from '../actions/action-row.js'
import { upsertEffect } from '../actions/upsert-effect.js'
import { filesToWrite, MOST_FILE_BYTES, type PatchBounds, TOO_LARGE_IN_TOTAL } from './propose.js'

/** What was blocked, by a commit of somebody else for example, is asked for again after this time. */
const AGAIN_AFTER_MS = DAY_MS

interface KeptChange {
  /** None: nothing is wanted any more, and the pull request is closed. */
  files: readonly PatchedFile[]
  bounds: PatchBounds
  /** Lock files and versions in manifests may change freely. */
  isDependencyUpdate?: boolean
}

export interface KeptPatch extends KeptChange {
  repoId: number
  pillar: 'trust'
  /** By which the capability knows its own again. */
  source: string
  sourceId?: number | null
  decisionId: number | null
  /** Begins with `service/`. */
  branch: string
  base: { branch: string; sha: string }
  title: string
  /** Of an empty patch: why the pull request is closed. */
  body: string
  message: string
  labels: ArgumentsOf<'keep-patch-pr'>['labels']
  evidence: JsonObject
  /** Seconds for which it can still be replaced before it is done. */
  settlingSeconds: number
}

/** Returns why a patch may not be proposed, or undefined. Call this before deciding to propose it. */
export function objectionToKept({
  files,
  bounds,
  isDependencyUpdate = false
}: KeptChange): string | undefined {
  // Nothing is changed any more.
  if (files.length === 0) return undefined
  const rules = { ...bounds, isWorkflowRepair: false, isDependencyUpdate }
  const [first] = patchVerdict(files, rules).findings
  if (first) return `${first.path}: ${first.reason}`
  const bytes = Buffer.byteLength(JSON.stringify(filesToWrite(files)))
  return bytes > MOST_FILE_BYTES ? TOO_LARGE_IN_TOTAL : undefined
}

/**
 * Proposes what the pull request is to be in the caller's transaction. Returns the id of the action; undefined if the
 * last one asked for the same, on whatever commit of the base. The caller must have checked `objectionToKept`: an
 * objection at this point is a bug.
 */
export async function proposeKeptPatch(deps: Deps, tx: Tx, patch: KeptPatch): Promise<number | undefined> {
  const objection = objectionToKept(patch)
  if (objection !== undefined) throw new Error(`the patch may not be proposed: ${objection}`)
  const { repoId, pillar, source, sourceId = null, decisionId, branch, base, settlingSeconds } = patch
  const target = { type: 'branch' as const, branch: base.branch }
  const effect = { repoId, actionKey: keptPullKey(branch), target: targetLabel(target) }
  const intent = intentOf(patch)
  const baseSha = (await baseShaOfSame(deps, tx, effect, intent)) ?? base.sha
  return upsertEffect(deps, tx, {
    repoId,
    pillar,
    source,
    sourceId,
    decisionId,
    target,
    actionKey: effect.actionKey,
    ...onBase(intent, baseSha),
    evidence: { ...patch.evidence, is_wanted: patch.files.length > 0 },
    replaced: 'The pull request is to be another one.',
    againAfterMs: AGAIN_AFTER_MS,
    settlingSeconds
  })
}

type KeptIntent = Extract<ActionIntent, { actionType: 'keep-patch-pr' }>

const intentOf = ({ branch, base, files, title, body, message, labels }: KeptPatch): KeptIntent => ({
  actionType: 'keep-patch-pr',
  arguments: {
    branch,
    base: base.branch,
    base_sha: base.sha,
    title,
    body,
    message,
    files: filesToWrite(files.toSorted((a, b) => (a.path < b.path ? -1 : 1))),
    labels: [...labels]
  }
})

const onBase = ({ actionType, arguments: args }: KeptIntent, baseSha: string): KeptIntent => ({
  actionType,
  arguments: { ...args, base_sha: baseSha }
})

/** The commit on which the same was asked for last: a base that has only moved is no news. */
async function baseShaOfSame(
  { now }: Deps,
  tx: Tx,
  effect: EffectKey,
  intent: KeptIntent
): Promise<string | undefined> {
  const attempt = await lastAttemptOfEffect(tx, effect)
  const isRecent = attempt && now().getTime() - (attempt.resolvedAt ?? now()).getTime() <= AGAIN_AFTER_MS
  return (
    baseShaIfSame(await lastActionOfEffect(tx, effect), intent) ??
    (isRecent ? baseShaIfSame(attempt, intent) : undefined)
  )
}

function baseShaIfSame(row: ActionRow | undefined, intent: KeptIntent): string | undefined {
  const asked = row && intentOfAction(row)
  if (asked?.actionType !== 'keep-patch-pr') return undefined
  const { base_sha: baseSha } = asked.arguments
  return contextHash(onBase(intent, baseSha)) === row?.contextHash ? baseSha : undefined
}
