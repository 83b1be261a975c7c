// Follows proposed repairs: whether they are merged or closed, and whether the next run on their branch passes.

import type { Deps, Tx } from '#deps.js'
import { pullOutcome } from '#domain/healing/pull-outcome.js'
import type { HostRun } from '#domain/host/items.js'
import { saveHealOutcome } from '#store/actions/actions.js'
import { findHeal, type HealRow } from '#store/healing/attempts.js'
import { healPullFacts, healsOfPull, healsWaitingOn, proposedHeals } from '#store/healing/pulls.js'
import { lockHealWithRun, recordHealActivity, updateHealAttempt } from './attempt-record.js'

/** Call this in the transaction that mirrors a pull request. */
export async function requestPullOutcome(deps: Deps, tx: Tx, repoId: number, number: number): Promise<void> {
  await enqueueOutcomes(deps, tx, await healsOfPull(tx, repoId, number))
}

/** Call this in the transaction that mirrors a run: it may show whether a merged repair works. */
export async function requestOutcomesAfterRun(
  deps: Deps,
  tx: Tx,
  repoId: number,
  run: HostRun
): Promise<void> {
  const isOfOwnBranch = run.forkId === null
  if (run.status === 'completed' && isOfOwnBranch)
    await enqueueOutcomes(deps, tx, await healsWaitingOn(tx, repoId, run.branch))
}

async function enqueueOutcomes({ queue }: Deps, tx: Tx, ids: readonly number[]): Promise<void> {
  const jobs = ids.map((id) => ({ payload: { attempt_id: id }, singletonKey: String(id) }))
  if (jobs.length > 0) await queue.enqueue(tx, 'heal.outcome', jobs)
}

const AT_ONCE = 500

/** Finds outcomes that no event reported, and gives up on those without news. */
export async function recordRepairOutcomes(deps: Deps): Promise<void> {
  for (const id of await proposedHeals(deps.db, AT_ONCE)) await recordRepairOutcome(deps, id)
}

/** Idempotent. */
export async function recordRepairOutcome(deps: Deps, attemptId: number): Promise<void> {
  const found = await findHeal(deps.db, attemptId)
  if (!found || isFinal(found)) return
  await deps.transaction(async (tx) => {
    const held = await lockHealWithRun(tx, found)
    if (!held || isFinal(held.attempt)) return
    const { attempt: heal } = held
    const facts = await healPullFacts(tx, heal)
    const result = facts && pullOutcome(facts, deps.now())
    if (!result || (result.prStatus === heal.prStatus && result.outcome === heal.outcome)) return
    const updated = await updateHealAttempt(tx, held, { attempt: { ...result, updatedAt: deps.now() } })
    if (heal.actionId !== null) await saveHealOutcome(tx, heal.actionId, result.outcome)
    await recordHealActivity(tx, updated)
  })
}

/** A closed pull request may be reopened; a merged one with a known outcome is final. */
const isFinal = ({ prNumber, prStatus, outcome }: HealRow) =>
  prNumber === null || (prStatus === 'merged' && outcome !== 'pending')
