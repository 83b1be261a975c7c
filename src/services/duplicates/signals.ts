// Changes signals together with their tallies; the activity is recorded last.

import { tallyDifference } from '#domain/counters/tally.js'
import { talliesOfSignals } from '#domain/duplicates/sums.js'
import { SIMILARITY_PARTS, type SignalStatus } from '#schemas/duplicates/duplicates.js'
import { recordActivity } from '#store/activity/activity.js'
import { changeTallied, type TalliedTx } from '#store/counters/tallies.js'
import { lastIssueNumbersOf } from '#store/duplicates/compared-issues.js'
import { endSignals, lockSignalsOf, type SignalRow, signalsAbout } from '#store/duplicates/signals.js'
import type { Tx } from '#store/sql/database.js'

export interface SignalsToChange {
  repoId: number
  /** The newer issues of all changed signals. */
  sourceIds: readonly number[]
}

/** Tallies whatever `work` changes; the caller holds the repository. Returns the signals after the change. */
export async function changeSignals(
  tx: Tx,
  { repoId, sourceIds }: SignalsToChange,
  work: (tx: TalliedTx, before: SignalRow[]) => Promise<void>
): Promise<SignalRow[]> {
  let after: SignalRow[] = []
  await changeTallied(tx, async (tallied) => {
    const before = await lockSignalsOf(tx, sourceIds)
    await work(tallied, before)
    after = await lockSignalsOf(tx, sourceIds)
    return [{ repoId, tallies: tallyDifference(talliesOfSignals(before), talliesOfSignals(after)) }]
  })
  return after
}

const ENDED_STATUS: SignalStatus = 'dismissed'

/** One item per signal; a signal that ended no longer asks for an answer. */
export async function recordSignalActivity(
  tx: Tx,
  repoId: number,
  rows: readonly SignalRow[]
): Promise<void> {
  if (rows.length === 0) return
  const numbers = await lastIssueNumbersOf(
    tx,
    rows.map(({ sourceIssueId }) => sourceIssueId)
  )
  await recordActivity(
    tx,
    rows.map(({ id, sourceIssueId, similarity, status, goneAt, createdAt }) => ({
      source: 'duplicate',
      sourceId: id,
      repoId,
      targetNumber: numbers.get(sourceIssueId) ?? null,
      targetUrl: null,
      actionType: 'detected',
      status: goneAt === null || status === 'confirmed' ? status : ENDED_STATUS,
      detail: (similarity / SIMILARITY_PARTS).toFixed(3),
      createdAt
    }))
  )
}

interface EndedIssue {
  hostId: number
  updatedAt: Date
  goneAt: Date | null
}

/** Ends all signals about issues that were deleted or transferred. */
export async function endSignalsAbout(tx: Tx, issues: readonly EndedIssue[]): Promise<void> {
  const issueIds = issues.map(({ hostId }) => hostId)
  const at = new Date(Math.max(...issues.map((one) => (one.goneAt ?? one.updatedAt).getTime())))
  const known = (await signalsAbout(tx, issueIds)).filter(({ goneAt }) => goneAt === null)
  const repoIds = [...new Set(known.map(({ repoId }) => repoId))].sort((a, b) => a - b)
  for (const repoId of repoIds) {
    const repoSignals = known.filter((row) => row.repoId === repoId)
    const sourceIds = repoSignals.map(({ sourceIssueId }) => sourceIssueId)
    let ended: SignalRow[] = []
    await changeSignals(tx, { repoId, sourceIds }, async (tallied) => {
      ended = await endSignals(
        tallied,
        repoSignals.map(({ id }) => id),
        at
      )
    })
    await recordSignalActivity(tx, repoId, ended)
  }
}
