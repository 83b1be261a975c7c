// An attempt and its run, written together with the sums that both count for.

import type { Deps } from '../../deps.js'
import { differenceOf, talliesOfHeal, talliesOfRun } from '../../domain/tallies.js'
import type { Tx } from '../../store/database.js'
import {
  type HealedRunRow,
  type Healing,
  type HealRow,
  healedBefore,
  insertHeal,
  type NewHealRow,
  saveHeal,
  saveHealing
} from '../../store/heal.js'
import { changeTallied } from '../../store/tallies.js'

export interface Kept {
  heal: HealRow
  run: HealedRunRow
}

interface Change {
  heal: Partial<HealRow>
  /** Left out where nothing of the run changes. */
  run?: Partial<Healing>
}

/** The caller holds the repository and both rows; says what they are now. */
export async function keepHealing(tx: Tx, { heal, run }: Kept, wanted: Change): Promise<Kept> {
  const change = { ...wanted, ...(await healedStill(tx, heal, wanted)) }
  const after = { heal: { ...heal, ...change.heal }, run: { ...run, ...change.run } }
  await changeTallied(tx, async (tallied) => {
    if (!(await saveHeal(tallied, heal.id, heal.status, change.heal)))
      throw new Error('an attempt that is held has changed')
    if (change.run) await saveHealing(tallied, run.id, change.run)
    return [{ repoId: heal.repoId, tallies: differenceOf(countedFor({ heal, run }), countedFor(after)) }]
  })
  return after
}

/** A further attempt that comes to nothing takes nothing from a run that an earlier one has healed. */
async function healedStill(tx: Tx, heal: HealRow, { run }: Change): Promise<Pick<Change, 'run'>> {
  const healed = run?.healStatus === 'skipped' ? await healedBefore(tx, heal) : undefined
  return healed ? { run: { healStatus: 'healed', healedAt: healed.finishedAt } } : {}
}

/** A new attempt; nothing where one is under way already, or nobody asked for a further one. */
export async function keepBeginning(
  tx: Tx,
  row: NewHealRow,
  { run, change }: { run: HealedRunRow; change: Partial<Healing> }
): Promise<HealRow | undefined> {
  let heal: HealRow | undefined
  await changeTallied(tx, async (tallied) => {
    heal = await insertHeal(tallied, row)
    if (!heal) return []
    await saveHealing(tallied, run.id, change)
    const after = countedFor({ heal, run: { ...run, ...change } })
    return [{ repoId: heal.repoId, tallies: differenceOf(ofRun(run), after) }]
  })
  return heal
}

const countedFor = ({ heal, run }: Kept) => [...ofRun(run), ...talliesOfHeal(heal)]

/** What is gone counts for nothing. */
const ofRun = (run: HealedRunRow) => (run.goneAt === null ? talliesOfRun(run) : [])

/** While an attempt is open, how a later attempt of its run ends is nobody's business: it is taken up afterwards. */
export async function lookAgain({ queue }: Deps, tx: Tx, { heal, run }: Kept): Promise<void> {
  if (heal.finishedAt === null || run.attempt === heal.runAttempt) return
  const payload = { host_run_id: run.hostRunId, trigger: 'webhook' as const }
  await queue.enqueue(tx, 'heal.news', [{ payload, singletonKey: String(run.hostRunId) }])
}
