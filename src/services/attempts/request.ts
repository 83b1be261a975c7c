// Creates an attempt: its job, and the record of a person's request.

import type { Deps, Tx } from '#deps.js'
import type { JsonObject } from '#schemas/common.js'
import { repositoryById } from '#store/mirror/repositories.js'
import { type NewAuditEntry, recordAudit } from '../audit/record.js'
import { recordDecision } from '../decisions/record.js'
import type { AttemptJob, AttemptRow, AttemptSubject } from './attempt.js'

/** Call this in the transaction that inserts the attempt. */
export function enqueueAttempt(
  { queue }: Deps,
  tx: Tx,
  job: AttemptJob,
  { id, jobId }: Pick<AttemptRow, 'id' | 'jobId'>
): Promise<void> {
  return queue.enqueue(tx, job, [{ id: jobId, payload: { attempt_id: id } }])
}

export interface AttemptRequest {
  subject: AttemptSubject
  actor: string
  reason: string | null
  facts: JsonObject
  audit: Pick<NewAuditEntry, 'category' | 'eventType'>
  at: Date
}

/** A person decided: the decision is recorded as evidence and cannot be replayed. */
export async function recordAttemptRequest(tx: Tx, request: AttemptRequest): Promise<void> {
  const { subject, actor, reason, facts, audit, at } = request
  const { fullName } = await repositoryById(tx, subject.repoId)
  const decisionId = await recordDecision(tx, {
    ...subject,
    source: 'api',
    decision: 'acted',
    reason: reason ?? 'A person requested it.',
    conditions: [],
    inputs: facts,
    evaluator: null,
    actor,
    createdAt: at
  })
  await recordAudit(tx, {
    ...audit,
    actor,
    actorType: 'human',
    repo: fullName,
    commitSha: subject.commitSha ?? null,
    payload: { ...facts, decision_id: decisionId },
    occurredAt: at
  })
}
