// Writes violations together with the sums that count them.
import type { Tx } from '#deps.js'
import { tallyDifference } from '#domain/counters/tally.js'
import {
  type CountedViolation,
  talliesOfViolation,
  type ViolationChange
} from '#domain/enforcement/violations.js'
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

/** Returns the id. The caller holds the lock of the repository. */
export async function writeViolation(
  tx: Tx,
  { key, known, change }: FoundViolation,
  circumstances: Circumstances
): Promise<number> {
  let id = 0
  await changeTallied(tx, async (tallied) => {
    const fields = fieldsOf(known, change, circumstances)
    id = await saveViolation(tallied, key, fields)
    return [{ repoId: key.repoId, tallies: talliesBetween(known, { ...key, ...fields }) }]
  })
  return id
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
): Promise<void> {
  await changeTallied(tx, async (tallied) => {
    await changeViolation(tallied, known.id, fields)
    return [{ repoId: known.repoId, tallies: talliesBetween(known, { ...known, ...fields }) }]
  })
}

export async function dropViolation(tx: Tx, known: ViolationRow): Promise<void> {
  await changeTallied(tx, async (tallied) => {
    await deleteViolation(tallied, known.id)
    return [{ repoId: known.repoId, tallies: talliesBetween(known, undefined) }]
  })
}

const talliesBetween = (before: CountedViolation | undefined, after: CountedViolation | undefined) =>
  tallyDifference(before ? talliesOfViolation(before) : [], after ? talliesOfViolation(after) : [])
