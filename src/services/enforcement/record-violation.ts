// Writes violations together with the sums that count them, and their items in the activity feed.
import type { Tx } from '#deps.js'
import { tallyDifference } from '#domain/counters/tally.js'
import {
  type CountedViolation,
  talliesOfViolation,
  type ViolationChange
} from '#domain/enforcement/violations.js'
import { WHOLE_REPOSITORY } from '#schemas/enforcement/enums.js'
import { recordActivity } from '#store/activity/activity.js'
import { changeTallied } from '#store/counters/tallies.js'
import {
  changeViolation,
  deleteViolation,
  saveViolation,
  type ViolationFields,
  type ViolationKey,
  type ViolationRow
} from '#store/enforcement/violations.js'

interface FoundViolation {
  key: ViolationKey & { live: boolean }
  known: ViolationRow | undefined
  change: ViolationChange
}

interface Circumstances {
  at: Date
  /** When the host was asked. */
  readAt: Date
  /** The action that is to correct it, if a new one is. */
  actionId: number | undefined
}

/** A violation as it is now, and as it was before. */
export interface WrittenViolation {
  before: ViolationRow | undefined
  after: Pick<ViolationRow, 'id' | 'repoId' | 'branch' | 'status' | 'detectedAt'>
}

/** The caller holds the lock of the repository. */
export async function writeViolation(
  tx: Tx,
  { key, known, change }: FoundViolation,
  circumstances: Circumstances
): Promise<WrittenViolation> {
  const fields = fieldsOf(known, change, circumstances)
  let id = 0
  await changeTallied(tx, async (tallied) => {
    id = await saveViolation(tallied, key, fields)
    return [{ repoId: key.repoId, tallies: talliesBetween(known, { ...key, ...fields }) }]
  })
  return { before: known, after: { ...key, ...fields, id } }
}

function fieldsOf(
  known: ViolationRow | undefined,
  change: ViolationChange,
  { at, readAt, actionId }: Circumstances
): ViolationFields {
  const { status, breaches, reopenCount, remediatedBy } = change
  return {
    breaches: [...breaches],
    status,
    reopenCount,
    actionId: actionId ?? known?.actionId ?? null,
    ...momentsOf(known, change, { at, readAt }),
    remediatedBy,
    ...suppressionOf(status === 'suppressed' ? known : undefined)
  }
}

function momentsOf(
  known: ViolationRow | undefined,
  change: ViolationChange,
  { at, readAt }: Pick<Circumstances, 'at' | 'readAt'>
) {
  const isGone = change.status === 'remediated'
  return {
    detectedAt: known && !change.isDetected ? known.detectedAt : readAt,
    lastSeenAt: known && isGone ? known.lastSeenAt : readAt,
    remediatedAt: isGone ? readAt : null,
    updatedAt: known && !change.isNews ? known.updatedAt : at
  }
}

/** Kept while it holds. */
const suppressionOf = (known: ViolationRow | undefined) => ({
  suppressedBy: known?.suppressedBy ?? null,
  suppressedReason: known?.suppressedReason ?? null,
  suppressedUntil: known?.suppressedUntil ?? null
})

/** Of a violation that stays. The caller holds the lock of the repository. */
export async function moveViolation(
  tx: Tx,
  known: ViolationRow,
  fields: Partial<ViolationFields> & Pick<ViolationFields, 'status'>
): Promise<WrittenViolation> {
  const after = { ...known, ...fields }
  await changeTallied(tx, async (tallied) => {
    await changeViolation(tallied, known.id, fields)
    return [{ repoId: known.repoId, tallies: talliesBetween(known, after) }]
  })
  return { before: known, after }
}

/** One item for each violation, of which the feed shows the status and the branch; call this last. */
export async function recordViolationActivity(tx: Tx, written: readonly WrittenViolation[]): Promise<void> {
  const shown = written.filter(
    ({ before, after }) => before?.status !== after.status || isAnew(before, after)
  )
  await recordActivity(
    tx,
    shown.map(({ before, after: { id, repoId, branch, status, detectedAt } }) => ({
      source: 'enforcement',
      sourceId: id,
      repoId,
      targetNumber: null,
      targetUrl: null,
      actionType: 'violation',
      status,
      detail: branch === WHOLE_REPOSITORY ? 'the whole repository' : branch,
      createdAt: detectedAt,
      isAnew: isAnew(before, { detectedAt })
    }))
  )
}

/** It was detected once more after it had ended. */
const isAnew = (
  before: Pick<ViolationRow, 'detectedAt'> | undefined,
  { detectedAt }: Pick<ViolationRow, 'detectedAt'>
): boolean => before !== undefined && before.detectedAt.getTime() !== detectedAt.getTime()

export async function dropViolation(tx: Tx, known: ViolationRow): Promise<void> {
  await changeTallied(tx, async (tallied) => {
    await deleteViolation(tallied, known.id)
    return [{ repoId: known.repoId, tallies: talliesBetween(known, undefined) }]
  })
}

const talliesBetween = (before: CountedViolation | undefined, after: CountedViolation | undefined) =>
  tallyDifference(before ? talliesOfViolation(before) : [], after ? talliesOfViolation(after) : [])
