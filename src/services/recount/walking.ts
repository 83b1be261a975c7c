// Goes through all sums in turn, so many each night.

import type { Deps, Tx } from '#deps.js'
import { EVER, EVER_BY_NAME } from '#domain/counters/tally.js'
import type { RecountKind } from '#schemas/recount/words.js'
import {
  dayAfter,
  noteRepairs,
  repositoryAfter,
  stepOn,
  type WalkRow,
  walkCalled
} from '#store/recount/recounts.js'
import type { Db } from '#store/sql/database.js'
import { type DaysFaults, faultsForEver, faultsOn, mendDays } from './days.js'
import { faultsOf, mend } from './repository.js'

export interface Share {
  repositories: number
  /** Once so many rows are counted, no other repository is begun. */
  rows: number
  days: number
}

/** All of a thousand repositories, and a year, within a week or two. */
const NIGHTLY: Share = { repositories: 200, rows: 1_000_000, days: 60 }

/** Each repository and each day has a transaction of its own: nobody waits for more than its repair. */
export async function recountSums(deps: Deps, share = NIGHTLY): Promise<void> {
  const days = await walkRepositories(deps, share)
  await walkDays(deps, share, days)
}

/** Says on which days sums were wrong. */
async function walkRepositories(deps: Deps, { repositories, rows }: Share): Promise<Set<string>> {
  const days = new Set<string>()
  let walk: WalkRow | undefined = await walkCalled(deps.db, 'repositories')
  let counted = 0
  for (let count = 0; walk && count < repositories && counted < rows; count += 1) {
    const repoId = await nextOf(repositoryAfter, deps, { walk, isFirst: count === 0 })
    if (repoId === undefined) break
    const faults = await faultsOf(deps, repoId)
    walk = await step(deps, walk, { to: String(repoId), work: (tx) => mend(tx, faults) })
    counted += faults.rows
    for (const { day } of [...faults.tallies, ...faults.evidence]) days.add(day)
  }
  return days
}

/** First those on which sums of repositories were wrong: so are those over all, or they are now. */
async function walkDays(deps: Deps, { days }: Share, wrong: ReadonlySet<string>): Promise<void> {
  let walk: WalkRow | undefined = await walkCalled(deps.db, 'days')
  const work = (faults: DaysFaults) => (tx: Tx) => mendDays(tx, faults)
  for (const day of [...wrong].filter((one) => one !== EVER && one !== EVER_BY_NAME).sort())
    if (walk) walk = await step(deps, walk, { to: walk.position, work: work(await faultsOn(deps, day)) })
  for (let count = 0; walk && count < days; count += 1) {
    const day = await nextOf(dayAfter, deps, { walk, isFirst: count === 0 })
    if (day === undefined) break
    walk = await step(deps, walk, { to: day, work: work(await faultsOn(deps, day)) })
  }
  if (walk) await step(deps, walk, { to: walk.position, work: work(await faultsForEver(deps)) })
}

interface Place {
  walk: WalkRow
  isFirst: boolean
}

/** After the last one a night ends, and the next begins with the first. */
async function nextOf<Next>(
  after: (db: Db, position: string | null) => Promise<Next | undefined>,
  { db }: Deps,
  { walk, isFirst }: Place
): Promise<Next | undefined> {
  return (await after(db, walk.position)) ?? (isFirst ? after(db, null) : undefined)
}

interface Step {
  to: string | null
  work: (tx: Tx) => Promise<Map<RecountKind, number>>
}

/** Nothing where another walker was there first: it has mended what both have found. */
async function step(deps: Deps, walk: WalkRow, { to, work }: Step): Promise<WalkRow | undefined> {
  let repairs = new Map<RecountKind, number>()
  const next = await deps.transaction(async (tx) => {
    const taken = await stepOn(tx, walk, to)
    if (!taken) return undefined
    repairs = await work(tx)
    await noteRepairs(tx, repairs)
    return taken
  })
  if (next && repairs.size > 0)
    deps.log.error(
      { walk: walk.walk, at: to, sums: Object.fromEntries(repairs) },
      'Counters were wrong and have been corrected'
    )
  return next
}
