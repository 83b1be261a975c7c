// Updates duplicate comments when another issue of the cluster changes.

import type { Deps, JobPayload, Tx } from '#deps.js'
import { issueNumbersOf } from '#store/duplicates/compared-issues.js'
import { lockSignalsOf, type SignalRow, signalsAbout } from '#store/duplicates/signals.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { loadStoredConfig } from '../configuration/resolve.js'
import { requestPriorityUpdate } from '../triage/requests.js'
import { clusterAround, updateCluster } from './clusters.js'
import { updateDuplicateComment } from './comments.js'

export interface CommentUpdate {
  repoId: number
  /** The changed issues: comments in their clusters are updated. */
  around: readonly number[]
  /** An issue whose comment is already up to date. */
  except?: number
  decisionId: number | null
  actor?: string
}

/** Edits existing comments only. Returns the ids of the actions. */
export async function updateCommentsAround(
  deps: Deps,
  tx: Tx,
  { repoId, around, except, ...rest }: CommentUpdate
): Promise<number[]> {
  const { config } = await loadStoredConfig(deps, tx, repoId)
  if (!config.pillars.triage.auto_comment) return []
  const clusters: number[][] = []
  for (const id of around) clusters.push(await clusterAround(tx, id))
  const ids = [...new Set(clusters.flat())].filter((id) => id !== except)
  const numbers = await issueNumbersOf(tx, repoId, ids)
  const signals = await lockSignalsOf(tx, ids)
  const actionIds: number[] = []
  for (const [id, number] of numbers) {
    const issueSignals = signals.filter(({ sourceIssueId }) => sourceIssueId === id)
    const actionId = await updateDuplicateComment(deps, tx, {
      repoId,
      issueId: id,
      number,
      signals: issueSignals,
      ...rest
    })
    if (actionId !== undefined) actionIds.push(actionId)
  }
  return actionIds
}

/** After an issue was deleted, closed or reopened: clusters are recalculated and existing comments updated. */
export async function runCommentUpdates(
  deps: Deps,
  { issue_id: issueId }: JobPayload<'duplicates.update-comments'>
): Promise<void> {
  await deps.transaction(async (tx) => {
    const rows = await signalsAbout(tx, [issueId])
    const repoIds = [...new Set(rows.map(({ repoId }) => repoId))].sort((a, b) => a - b)
    for (const repoId of repoIds) {
      const repoSignals = rows.filter((row) => row.repoId === repoId)
      await updateCommentsIn(deps, tx, { repoId, around: [...new Set(repoSignals.flatMap(issuesOf))] })
    }
  })
}

const issuesOf = ({ sourceIssueId, targetIssueId }: SignalRow) => [sourceIssueId, targetIssueId]

async function updateCommentsIn(
  deps: Deps,
  tx: Tx,
  { repoId, around }: Pick<CommentUpdate, 'repoId' | 'around'>
): Promise<void> {
  if (!(await lockRepository(tx, repoId))?.live) return
  const repeated: number[] = []
  for (const id of around) repeated.push(...(await updateCluster(tx, id)))
  if (repeated.length > 0) await requestPriorityUpdate(deps, tx, { repoId, numbers: [...new Set(repeated)] })
  await updateCommentsAround(deps, tx, { repoId, around, decisionId: null })
}
