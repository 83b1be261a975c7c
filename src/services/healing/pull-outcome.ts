// Follows proposed repairs: merged or closed, and whether the next run on their branch passes with them.

import type { Deps, Tx } from '#deps.js'
import { pullOutcome } from '#domain/healing/pull-outcome.js'
import type { HostRun } from '#domain/host/items.js'
import { noteHealOutcome } from '#store/actions/actions.js'
import { type HealRow, healOf } from '#store/healing/attempts.js'
import { factsOfPull, healsOfPull, healsWaitingOn, proposedHeals } from '#store/healing/pulls.js'
import { holdHeal, noteHealing, saveHeldHeal } from './attempt-record.js'

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
export async function recordRepairOutcomes(deps: Deps): Promise<void> {
  for (const id of await proposedHeals(deps.db, AT_ONCE)) await recordRepairOutcome(deps, id)
}

/** Twice is as good as once. */
export async function recordRepairOutcome(deps: Deps, attemptId: number): Promise<void> {
  const found = await healOf(deps.db, attemptId)
  if (!found || isSettled(found)) return
  await deps.transaction(async (tx) => {
    const held = await holdHeal(tx, found)
    if (!held || isSettled(held.attempt)) return
    const { attempt: heal } = held
    const facts = await factsOfPull(tx, heal)
    const result = facts && pullOutcome(facts, deps.now())
    if (!result || (result.prStatus === heal.prStatus && result.outcome === heal.outcome)) return
    const kept = await saveHeldHeal(tx, held, { attempt: { ...result, updatedAt: deps.now() } })
    if (heal.actionId !== null) await noteHealOutcome(tx, heal.actionId, result.outcome)
    await noteHealing(tx, kept)
  })
}

/** One that was closed may be opened again; one that was merged and judged stays so. */
const isSettled = ({ prNumber, prStatus, outcome }: HealRow) =>
  prNumber === null || (prStatus === 'merged' && outcome !== 'pending')
