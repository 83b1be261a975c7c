// Recounts a share of all counters each night.

import type { Deps, Tx } from '#deps.js'
import { EVER, EVER_BY_NAME } from '#domain/counters/tally.js'
import type { RecountKind } from '#schemas/recount/enums.js'
import {
  advanceRecountWalk,
  nextCountedDay,
  nextRepositoryId,
  type RecountWalkRow,
  recordRepairs,
  recountWalk
} from '#store/recount/recounts.js'
import type { Db } from '#store/sql/database.js'
import { type DayFaults, findAllTimeFaults, findDayFaults, repairDays } from './days.js'
import { findRepositoryFaults, repairRepositorySums } from './repository.js'

export interface NightlyShare {
  repositories: number
  /** No further repository is started once this many rows were counted. */
  rows: number
  days: number
}

/** Covers a thousand repositories and a year within a week or two. */
const NIGHTLY: NightlyShare = { repositories: 200, rows: 1_000_000, days: 60 }

/** Each repository and each day has its own transaction, so that writers only wait for its repair. */
export async function recountSums(deps: Deps, share = NIGHTLY): Promise<void> {
  const days = await walkRepositories(deps, share)
  await walkDays(deps, share, days)
}

/** Returns the days on which counters were wrong. */
async function walkRepositories(deps: Deps, { repositories, rows }: NightlyShare): Promise<Set<string>> {
  const days = new Set<string>()
  let walk: RecountWalkRow | undefined = await recountWalk(deps.db, 'repositories')
  let counted = 0
  for (let count = 0; walk && count < repositories && counted < rows; count += 1) {
    const repoId = await nextPosition(nextRepositoryId, deps, { walk, isFirst: count === 0 })
    if (repoId === undefined) break
    const faults = await findRepositoryFaults(deps, repoId)
    walk = await takeStep(deps, walk, { to: String(repoId), work: (tx) => repairRepositorySums(tx, faults) })
    counted += faults.rows
    for (const { day } of [...faults.tallies, ...faults.evidence]) days.add(day)
  }
  return days
}

/**
 * Days on which counters of repositories were wrong come first: the fleet-wide counters are wrong as well, or became
 * wrong by the repair.
 */
async function walkDays(deps: Deps, { days }: NightlyShare, wrong: ReadonlySet<string>): Promise<void> {
  let walk: RecountWalkRow | undefined = await recountWalk(deps.db, 'days')
  const work = (faults: DayFaults) => (tx: Tx) => repairDays(tx, faults)
  for (const day of [...wrong].filter((one) => one !== EVER && one !== EVER_BY_NAME).sort())
    if (walk)
      walk = await takeStep(deps, walk, { to: walk.position, work: work(await findDayFaults(deps, day)) })
  for (let count = 0; walk && count < days; count += 1) {
    const day = await nextPosition(nextCountedDay, deps, { walk, isFirst: count === 0 })
    if (day === undefined) break
    walk = await takeStep(deps, walk, { to: day, work: work(await findDayFaults(deps, day)) })
  }
  if (walk) await takeStep(deps, walk, { to: walk.position, work: work(await findAllTimeFaults(deps)) })
}

interface WalkPosition {
  walk: RecountWalkRow
  isFirst: boolean
}

/** The walk ends after the last position; the next night starts at the first. */
async function nextPosition<Next>(
  after: (db: Db, position: string | null) => Promise<Next | undefined>,
  { db }: Deps,
  { walk, isFirst }: WalkPosition
): Promise<Next | undefined> {
  return (await after(db, walk.position)) ?? (isFirst ? after(db, null) : undefined)
}

interface WalkStep {
  to: string | null
  work: (tx: Tx) => Promise<Map<RecountKind, number>>
}

/** Undefined if another process took this step first: it repaired the same counters. */
async function takeStep(
  deps: Deps,
  walk: RecountWalkRow,
  { to, work }: WalkStep
): Promise<RecountWalkRow | undefined> {
  let repairs = new Map<RecountKind, number>()
  const next = await deps.transaction(async (tx) => {
    const advanced = await advanceRecountWalk(tx, walk, to)
    if (!advanced) return undefined
    repairs = await work(tx)
    await recordRepairs(tx, repairs)
    return advanced
  })
  if (next && repairs.size > 0)
    deps.log.error(
      { walk: walk.walk, at: to, sums: Object.fromEntries(repairs) },
      'Counters were wrong and have been corrected'
    )
  return next
}
