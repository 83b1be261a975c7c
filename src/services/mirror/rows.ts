// Writes mirrored rows together with their tallies.
import { isDeepStrictEqual } from 'node:util'
import type { Tally } from '#domain/counters/tally.js'
import { tallyDifference } from '#domain/counters/tally.js'
import { changeTallied, type RepoTallies } from '#store/counters/tallies.js'
import type { Tx } from '#store/sql/database.js'
import type { MirrorPlacement, RowChange, TalliedRows } from './kinds.js'

/** Returns the changes that modified a row. */
export async function saveRowChanges<Row extends MirrorPlacement>(
  tx: Tx,
  changes: readonly RowChange<Row>[],
  kind: TalliedRows<Row>
): Promise<RowChange<Row>[]> {
  const changed = changes.filter(({ before, after }) => !isDeepStrictEqual(before, after))
  if (changed.length === 0) return []
  const before = changed.map((change) => change.before).filter((row) => row !== undefined)
  const after = changed.map((change) => change.after)
  await changeTallied(tx, async (tallied) => {
    await kind.save(tallied, after)
    return differences({ before, after, talliesOf: kind.talliesOf })
  })
  return changed
}

/** Whether a row was deleted or moved to another repository. */
export function isEnd<Row extends MirrorPlacement>({ before, after }: RowChange<Row>): boolean {
  if (!before || before.goneAt !== null) return false
  return after.goneAt !== null || after.repoId !== before.repoId
}

interface Difference<Row> {
  before: readonly Row[]
  after: readonly Row[]
  talliesOf(row: Row): Tally[]
}

/** Most rows stay in their repository; a row that moved is counted in its new one. */
function differences<Row extends MirrorPlacement>({
  before,
  after,
  talliesOf
}: Difference<Row>): RepoTallies[] {
  const repoIds = new Set([...before, ...after].map(({ repoId }) => repoId))
  return [...repoIds]
    .sort((a, b) => a - b)
    .map((repoId) => {
      // Rows that ended are not counted.
      const counted = (rows: readonly Row[]) =>
        rows.filter((row) => row.repoId === repoId && row.goneAt === null).flatMap(talliesOf)
      return { repoId, tallies: tallyDifference(counted(before), counted(after)) }
    })
}
