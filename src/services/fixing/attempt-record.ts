// The record of a fix attempt: its row, its activity and the next attempt of its repository.
import type { Deps, Tx } from '#deps.js'
import { recordActivity } from '#store/activity/activity.js'
import { type FixRow, lockFix, type NewFixRow, nextFix, saveFix } from '#store/fixing/attempts.js'
import { lockRepository } from '#store/mirror/mirror.js'

export interface LockedFix {
  attempt: FixRow
}

/** Locks the repository, then the attempt. */
export async function lockFixWithRepo(tx: Tx, { id, repoId }: FixRow): Promise<LockedFix | undefined> {
  await lockRepository(tx, repoId)
  const attempt = await lockFix(tx, id)
  return attempt && { attempt }
}

/** The caller holds the attempt; returns its new state. */
export async function updateFixAttempt(tx: Tx, fix: FixRow, set: Partial<NewFixRow>): Promise<FixRow> {
  const updated = await saveFix(tx, fix, set)
  if (!updated) throw new Error('a locked attempt was changed by another transaction')
  return updated
}

/** One item of the activity feed per attempt; call this last. */
export async function recordFixActivity(tx: Tx, fix: FixRow): Promise<void> {
  const { id, repoId, issueNumber, status, prUrl, createdAt } = fix
  await recordActivity(tx, [
    {
      source: 'issue_fix',
      sourceId: id,
      repoId,
      targetNumber: issueNumber,
      targetUrl: prUrl,
      actionType: status,
      status,
      detail: activityDetail(fix),
      createdAt
    }
  ])
}

/** The complexity once it is known, then the error if there is one, and the release that the change is part of. */
function activityDetail({ complexity, error, reason, releaseTag }: FixRow): string {
  const fault = error === null ? reason : `${error}${reason === null ? '' : `: ${reason}`}`
  const release = releaseTag === null ? null : `part of ${releaseTag}`
  return [complexity, fault, release].filter((part) => part !== null).join(', ')
}

/** A repository runs one attempt at a time: whoever ends one starts the next. */
export async function startNextFix({ queue }: Deps, tx: Tx, repoId: number): Promise<void> {
  const next = await nextFix(tx, repoId)
  if (next !== undefined) await queue.enqueue(tx, 'fix.run', [{ payload: { attempt_id: next } }])
}
