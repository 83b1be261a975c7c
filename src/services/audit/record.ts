// The audit trail: entries are written in the transaction that they describe.

import { hashedParts } from '#domain/audit/audit.js'
import { canonicalJson, sha256Of } from '#domain/json/canonical.js'
import { storable } from '#domain/text/storable.js'
import type { ActorType, AuditCategory } from '#schemas/audit/audit.js'
import { CONTROLS } from '#schemas/audit/controls.js'
import type { JsonObject } from '#schemas/common.js'
import { appendEntry } from '#store/audit/audit.js'
import { beforeCommit, type Tx } from '#store/sql/database.js'

export interface NewAuditEntry {
  /** Determines the frameworks and the control. */
  category: AuditCategory
  eventType: string
  /** The authenticated principal, a login on the host, or a part of the service. */
  actor: string
  actorType: ActorType
  /** Full name of the repository. */
  repo: string | null
  prNumber?: number | null
  commitSha?: string | null
  payload: JsonObject
  occurredAt: Date
}

/** An entry is evidence, not an archive: larger data is stored elsewhere and referenced by its hash. */
const MOST_CHARACTERS = 1_048_576

/**
 * Writes an entry that commits with this transaction or not at all. It is appended to the chain just before the commit,
 * in the order of the calls. Throws if the payload is too large.
 */
export async function recordAudit(tx: Tx, entry: NewAuditEntry): Promise<void> {
  const payload = canonicalJson(entry.payload)
  if (payload.length > MOST_CHARACTERS) throw new RangeError('the payload of an audit entry is too large')
  const { frameworks, control } = CONTROLS[entry.category]
  const { category, actorType } = entry
  const columns = {
    eventType: plain(entry.eventType),
    actor: plain(entry.actor),
    repoFullName: entry.repo === null ? null : plain(entry.repo),
    prNumber: entry.prNumber ?? null,
    commitSha: entry.commitSha == null ? null : plain(entry.commitSha),
    payloadHash: sha256Of(payload),
    occurredAt: entry.occurredAt.toISOString()
  }
  const hashed = hashedParts({
    category,
    event_type: columns.eventType,
    actor: columns.actor,
    actor_type: actorType,
    repo_full_name: columns.repoFullName,
    pr_number: columns.prNumber,
    commit_sha: columns.commitSha,
    framework: frameworks,
    control_id: control,
    payload_hash: columns.payloadHash,
    occurred_at: columns.occurredAt
  })
  const row = { ...columns, category, actorType, payload, framework: frameworks, controlId: control, hashed }
  await beforeCommit(tx, () => appendEntry(tx, row))
}

const LONGEST_NAME = 500

/** The text as the database stores it, so that the hash covers what is stored. */
const plain = (text: string) => storable(text.slice(0, LONGEST_NAME))
