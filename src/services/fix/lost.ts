// Attempts that nobody brings to an end: given up by the queue, forgotten while they wait, or left by a repository that
// went into another.
import type { Deps, Tx } from '../../deps.js'
import { oweFollowing } from '../../store/action-follows.js'
import { lockAction, transition } from '../../store/actions.js'
import { fixOf, forgottenFixes, lostFixes, repeatedFixes } from '../../store/fix.js'
import type { Pair } from '../../store/holdings.js'
import { SERVICE_ACTOR } from '../decisions.js'
import { endFix, recordEnd } from './conclusion.js'
import { keepFix, noteFix } from './keeping.js'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const WAITING_IS_FORGOTTEN_MS = 5 * MINUTE_MS
const AT_ONCE = 100
const STOPPED = 'Every worker that tried it stopped before the end.'

/** When the queue has tried often enough; a proposal that is under way goes on. */
export async function giveUpFix(deps: Deps, attemptId: number): Promise<void> {
  const fix = await fixOf(deps.db, attemptId)
  if (fix?.decisionId !== null) return
  await endFix(deps, fix, { status: 'failed', error: 'lost', reason: fix.reason ?? STOPPED })
}

/** Ends what has had no result for a day, and begins what waits though nothing is in its way. */
export async function sweepFixes(deps: Deps): Promise<void> {
  const before = (ms: number) => new Date(deps.now().getTime() - ms)
  for (const id of await lostFixes(deps.db, before(DAY_MS), AT_ONCE)) {
    const fix = await fixOf(deps.db, id)
    const reason = fix?.reason ?? 'It had no result within 24 hours.'
    if (fix) await endFix(deps, fix, { status: 'failed', error: 'lost', reason })
  }
  const forgotten = await forgottenFixes(deps.db, before(WAITING_IS_FORGOTTEN_MS), AT_ONCE)
  const jobs = forgotten.map((id) => ({ payload: { attempt_id: id } }))
  if (jobs.length > 0) await deps.transaction((tx) => deps.queue.enqueue(tx, 'fix.run', jobs))
}

const REPEATED = 'Another attempt is under way in the repository that took the place of this one.'

/** Of two that are under way for one issue, that of the orphan gives way, and what it would propose with it. */
export async function endRepeatedFixes(tx: Tx, pair: Pair, at: Date): Promise<void> {
  for (const fix of await repeatedFixes(tx, pair)) {
    if (fix.actionId !== null) await cancelProposal(tx, fix.actionId, at)
    const end = { decision: 'skipped', error: null, reason: REPEATED, at } as const
    const ended = { status: 'superseded' as const, heldBy: null, finishedAt: at, updatedAt: at }
    const decisionId = fix.decisionId ?? (await recordEnd(tx, fix, end))
    await noteFix(tx, await keepFix(tx, fix, { ...ended, reason: REPEATED, decisionId }))
  }
}

async function cancelProposal(tx: Tx, actionId: number, at: Date): Promise<void> {
  const row = await lockAction(tx, actionId)
  if (row?.resolvedAt !== null) return
  const set = { resolvedAt: at, errorMessage: REPEATED, leasedUntil: null }
  await transition(tx, row, { to: 'cancelled', actor: SERVICE_ACTOR, at, detail: REPEATED, set })
  // Whoever is at it may have made its branch, or still make it: the sweep of what follows clears that away.
  await oweFollowing(tx, actionId, row.leasedUntil ?? at)
}
