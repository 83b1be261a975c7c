// Carries out changes that people ask for, with exactly one entry in the governance log for each, made or refused.

import type { Deps, Tx } from '#deps.js'
import { redactDocument } from '#domain/text/redaction.js'
import { storable } from '#domain/text/storable.js'
import { ServiceError } from '#errors/errors.js'
import type { JsonObject } from '#schemas/common.js'
import type { GovernanceTarget } from '#schemas/maintenance/governance.js'
import { insertGovernanceEntry, type NewGovernanceEntry } from '#store/maintenance/governance.js'
import { type NewAuditEntry, recordAudit } from '../audit/record.js'

/** Who asks for a change. */
export interface Initiator {
  /** The authenticated principal. */
  actor: string
  /** The name that the request gives, for display alone. */
  claimedActor: string | undefined
  /** Why the request is not valid: the change is refused with it. */
  fault: ServiceError | undefined
}

export interface GovernedAct {
  by: Initiator
  action: string
  target: { type: GovernanceTarget; id: string }
}

/** What a change leaves behind. */
export interface GovernedOutcome<Reply> {
  reply: Reply
  payload: JsonObject
  /** For acts that belong in the audit trail, with the same payload. */
  evidence?: Pick<NewAuditEntry, 'category' | 'eventType' | 'repo'>
}

export type GovernedChange<Reply> = (tx: Tx) => Promise<GovernedOutcome<Reply>>

/**
 * Carries out a change: `prepare` does what needs no transaction, such as lookups and calls to the host, and returns the
 * part that writes. The entry commits with it; if either part throws, an entry with the error commits by itself.
 */
export async function govern<Reply>(
  deps: Deps,
  act: GovernedAct,
  prepare: () => Promise<GovernedChange<Reply>>
): Promise<Reply> {
  return recordingRefusal(deps, act, async () => {
    const change = await prepare()
    return deps.transaction(async (tx) => {
      const outcome = await change(tx)
      await recordOutcome(deps, tx, { act, outcome })
      return outcome.reply
    })
  })
}

/** Refuses a request that is not valid. If the work throws, an entry with the error commits by itself. */
export async function recordingRefusal<Result>(
  deps: Deps,
  act: GovernedAct,
  work: () => Promise<Result>
): Promise<Result> {
  try {
    if (act.by.fault) throw act.by.fault
    return await work()
  } catch (error) {
    await recordRefusal(deps, act, error)
    throw error
  }
}

interface MadeChange {
  act: GovernedAct
  outcome: GovernedOutcome<unknown>
}

/** Last in the transaction of the change. */
export async function recordOutcome(deps: Deps, tx: Tx, { act, outcome }: MadeChange): Promise<void> {
  const payload = redactDocument({ ...outcome.payload, ...claimOf(act) })
  await insertGovernanceEntry(tx, { ...entryOf(deps, act), payload, success: true })
  if (outcome.evidence)
    await recordAudit(tx, {
      ...outcome.evidence,
      actor: act.by.actor,
      actorType: 'human',
      payload,
      occurredAt: deps.now()
    })
}

interface RefusedChange {
  act: GovernedAct
  error: unknown
}

/** Last in a transaction. */
export function insertRefusal(deps: Deps, tx: Tx, { act, error }: RefusedChange): Promise<void> {
  const claim = claimOf(act)
  const payload = Object.keys(claim).length === 0 ? null : claim
  const refusal = { ...entryOf(deps, act), payload, success: false, error: publicMessage(error) }
  return insertGovernanceEntry(tx, refusal)
}

/** The caller gets the error of the change, even if it cannot be recorded. */
async function recordRefusal(deps: Deps, act: GovernedAct, error: unknown): Promise<void> {
  try {
    await deps.transaction((tx) => insertRefusal(deps, tx, { act, error }))
  } catch (cause) {
    deps.log.error({ err: cause, action: act.action }, 'A refused change could not be recorded')
  }
}

const LONGEST_NAME = 500
const plain = (text: string) => storable(text.slice(0, LONGEST_NAME))

export function entryOf(
  { now }: Deps,
  { by, action, target }: GovernedAct
): Omit<NewGovernanceEntry, 'payload' | 'success'> {
  const targetId = plain(target.id)
  return { actor: plain(by.actor), action, targetType: target.type, targetId, createdAt: now() }
}

function claimOf({ by: { claimedActor } }: GovernedAct): JsonObject {
  return claimedActor === undefined ? {} : { claimed_actor: plain(claimedActor) }
}

/** Other errors may quote queries, values and the server. */
function publicMessage(error: unknown): string {
  return error instanceof ServiceError
    ? storable(error.message)
    : 'Internal error. The log of the service has the details.'
}
