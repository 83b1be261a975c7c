// Changes what became of findings, together with the counters of their rules.
import type { Tx } from '#deps.js'
import { tallyDifference } from '#domain/counters/tally.js'
import { unsaidHeads } from '#domain/review/said.js'
import { talliesOfFinding } from '#domain/review/tallies.js'
import { changeTallied } from '#store/counters/tallies.js'
import {
  deleteFindings,
  insertToldFindings,
  type NewToldFinding,
  saveFindingOutcome,
  type ToldFinding,
  toldFindings
} from '#store/review/findings.js'
import type { SaidReview } from '#store/review/posted.js'

export async function tellFindings(tx: Tx, rows: readonly NewToldFinding[]): Promise<void> {
  const [first] = rows
  if (!first) return
  await changeTallied(tx, async (tallied) => {
    await insertToldFindings(tallied, rows)
    const tallies = rows.flatMap(({ rule = null, outcome }) => talliesOfFinding({ rule, outcome }))
    return [{ repoId: first.repoId, tallies }]
  })
}

/** All of them are of one repository, and have one outcome. */
export async function changeOutcomes(
  tx: Tx,
  findings: readonly ToldFinding[],
  set: Parameters<typeof saveFindingOutcome>[2]
): Promise<void> {
  const [first] = findings
  if (!first) return
  await changeTallied(tx, async (tallied) => {
    const saved = await saveFindingOutcome(tallied, findings, set)
    const ids = new Set(saved.map(({ id }) => id))
    const before = findings.filter(({ id }) => ids.has(id))
    return [
      {
        repoId: first.repoId,
        tallies: tallyDifference(before.flatMap(talliesOfFinding), saved.flatMap(talliesOfFinding))
      }
    ]
  })
}

/** What was told of a pull request; findings of reviews that never arrived are forgotten, and are new again. */
export async function keptFindings(
  tx: Tx,
  { repoId, prNumber }: Pick<ToldFinding, 'repoId' | 'prNumber'>,
  said: readonly SaidReview[]
): Promise<ToldFinding[]> {
  const told = await toldFindings(tx, repoId, prNumber)
  const unsaid = unsaidHeads(said)
  const isUnsaid = ({ outcome, toldSha }: ToldFinding) => outcome === 'open' && unsaid.has(toldSha)
  const forgotten = told.filter(isUnsaid)
  if (forgotten.length === 0) return told
  await changeTallied(tx, async (tallied) => {
    await deleteFindings(tallied, forgotten)
    return [{ repoId, tallies: tallyDifference(forgotten.flatMap(talliesOfFinding), []) }]
  })
  return told.filter((one) => !isUnsaid(one))
}
