// Ends attempts that no evaluator decides any more: failed, dead-lettered or lost ones.
import type { Deps, Tx } from '#deps.js'
import { DAY_MS } from '#domain/time/durations.js'
import { recordDecision } from '../decisions/record.js'
import type { AttemptEnd, AttemptKind, AttemptSubject, AttemptTypes } from './attempt.js'

const AT_ONCE = 100
const NO_RESULT = 'The attempt had no result within 24 hours.'
const STOPPED = 'Every worker stopped before it had finished.'

/** The caller holds the lock. A finished attempt stays as it is. */
export async function endLockedAttempt<Types extends AttemptTypes>(
  deps: Deps,
  tx: Tx,
  kind: AttemptKind<Types>,
  { held, end }: { held: Types['held']; end: Types['end'] }
): Promise<void> {
  const { id, finishedAt, decisionId } = held.attempt
  if (finishedAt !== null) return
  const at = deps.now()
  const ended = { ...end, attemptId: id, at }
  await kind.end(deps, tx, held, {
    end,
    decisionId: decisionId ?? (await recordEndDecision(tx, kind.subject(held), ended)),
    at
  })
}

/** Records that the attempt ended without an evaluator. */
export function recordEndDecision(
  tx: Tx,
  subject: AttemptSubject,
  { decision, reason, inputs, attemptId, at }: AttemptEnd & { attemptId: number; at: Date }
): Promise<number> {
  return recordDecision(tx, {
    ...subject,
    decision,
    reason,
    conditions: [],
    inputs: { attempt_id: attemptId, ...inputs },
    evaluator: null,
    createdAt: at
  })
}

export async function endAttempt<Types extends AttemptTypes>(
  deps: Deps,
  kind: AttemptKind<Types>,
  id: number,
  end: Types['end']
): Promise<void> {
  const found = await kind.find(deps.db, id)
  if (!found || found.finishedAt !== null) return
  await deps.transaction(async (tx) => {
    const held = await kind.lock(tx, found)
    if (held) await endLockedAttempt(deps, tx, kind, { held, end })
  })
}

/** Dead-letters an attempt that the queue gave up on; one that is decided continues. */
export async function deadLetterAttempt<Types extends AttemptTypes>(
  deps: Deps,
  kind: AttemptKind<Types>,
  id: number
): Promise<void> {
  const found = await kind.find(deps.db, id)
  if (found?.decisionId === null)
    await endAttempt(deps, kind, id, kind.staleEnd(kind.lastFault(found) ?? STOPPED))
}

/** Ends attempts that failed, or that made no progress for a day. */
export async function sweepAttempts<Types extends AttemptTypes>(
  deps: Deps,
  kind: AttemptKind<Types>
): Promise<void> {
  const before = new Date(deps.now().getTime() - DAY_MS)
  for (const { id, reason } of await kind.findStale(deps.db, before, AT_ONCE))
    await endAttempt(deps, kind, id, kind.staleEnd(reason ?? NO_RESULT))
}
