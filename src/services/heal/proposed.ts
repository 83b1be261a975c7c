// Follows proposed repairs: merged or closed, and whether the next run on their branch passes with them.
import type { HostRun } from '../../../schemas/mirror.js'
import type { Deps, Tx } from '../../deps.js'
import { fateOf } from '../../domain/heal/fate.js'
import { noteHealOutcome } from '../../store/actions.js'
import { type HealRow, healOf } from '../../store/heal.js'
import { factsOfPull, healsOfPull, healsWaitingOn, proposedHeals } from '../../store/heal-pulls.js'
import { keepHealing } from './keeping.js'
import { holdHeal, noteHealing } from './outcome.js'

/** In the transaction that mirrors a pull request. */
export async function requestOutcomeOf(deps: Deps, tx: Tx, repoId: number, number: number): Promise<void> {
  await request(deps, tx, await healsOfPull(tx, repoId, number))
}

/** In the transaction that mirrors a run: it may be the one by which a merged repair is judged. */
export async function requestOutcomesAfter(deps: Deps, tx: Tx, repoId: number, run: HostRun): Promise<void> {
  const isOfOwnBranch = run.forkId === null
  if (run.status === 'completed' && isOfOwnBranch)
    await request(deps, tx, await healsWaitingOn(tx, repoId, run.branch))
}

async function request({ queue }: Deps, tx: Tx, ids: readonly number[]): Promise<void> {
  const jobs = ids.map((id) => ({ payload: { attempt_id: id }, singletonKey: String(id) }))
  if (jobs.length > 0) await queue.enqueue(tx, 'heal.outcome', jobs)
}

const AT_ONCE = 500

/** What no event has told, and what nothing more is heard of. */
export async function settlePulls(deps: Deps): Promise<void> {
  for (const id of await proposedHeals(deps.db, AT_ONCE)) await settlePull(deps, id)
}

/** Twice is as good as once. */
export async function settlePull(deps: Deps, attemptId: number): Promise<void> {
  const found = await healOf(deps.db, attemptId)
  if (!found || isSettled(found)) return
  await deps.transaction(async (tx) => {
    const held = await holdHeal(tx, found)
    if (!held || isSettled(held.heal)) return
    const { heal } = held
    const facts = await factsOfPull(tx, heal)
    const fate = facts && fateOf(facts, deps.now())
    if (!fate || (fate.prStatus === heal.prStatus && fate.outcome === heal.outcome)) return
    const change = { ...fate, updatedAt: deps.now() }
    const kept = await keepHealing(tx, held, { heal: change })
    if (heal.actionId !== null) await noteHealOutcome(tx, heal.actionId, fate.outcome)
    await noteHealing(tx, kept)
  })
}

/** One that was closed may be opened again; one that was merged and judged stays so. */
const isSettled = ({ prNumber, prStatus, outcome }: HealRow) =>
  prNumber === null || (prStatus === 'merged' && outcome !== 'pending')
