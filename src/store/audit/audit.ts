// Appending to the audit trail: the place of an entry, its hash, the entry and its sums, in one statement.
import { sql } from 'drizzle-orm'
import type { ActorType, AuditCategory } from '#schemas/audit/audit.js'
import type { Tx } from '../sql/database.js'

export interface AuditRow {
  category: AuditCategory
  eventType: string
  actor: string
  actorType: ActorType
  repoFullName: string | null
  prNumber: number | null
  commitSha: string | null
  payload: string
  payloadHash: string
  framework: readonly string[]
  controlId: string
  /** ISO 8601 in UTC. */
  occurredAt: string
  /** What is hashed before the hash of the entry before, and from there to the number at its end. */
  hashed: { before: string; between: string }
}

/**
 * Holds the end of the trail until the commit: nobody who has it may wait for anything else, so this comes last in
 * its transaction. What is hashed is complete but for the hash before and the number, which only the holder knows.
 * All else reads from `head`, so that nothing is touched before it is held.
 */
export async function appendEntry(tx: Tx, row: AuditRow): Promise<void> {
  const { category, eventType, actor, actorType, repoFullName, occurredAt, hashed } = row
  const framework = `{${row.framework.join()}}`
  const at = sql`${occurredAt}::timestamptz`
  // A clock that is ahead must not file everything under its day from then on.
  const day = sql`least((${at} at time zone 'UTC')::date, (now() at time zone 'UTC')::date + 1)`
  const hash = (prev: string, seq: string) =>
    sql`encode(sha256(convert_to(${hashed.before}::text || ${sql.raw(prev)} || ${hashed.between}::text || ${sql.raw(seq)} || '}', 'UTF8')), 'hex')`
  await tx.execute(sql`
    with head as (
      insert into audit_head as h (id, seq, entry_hash, prev_hash, day)
      values (1, 1, ${hash(`'null'`, `'1'`)}, null, ${day})
      on conflict (id) do update set seq = h.seq + 1, prev_hash = h.entry_hash,
        entry_hash = ${hash(`'"' || h.entry_hash || '"'`, '(h.seq + 1)')}, day = greatest(h.day, excluded.day)
      returning seq, entry_hash, prev_hash, day
    ),
    entry as (
      insert into audit_entries (seq, category, event_type, actor, actor_type, repo_full_name, pr_number, commit_sha,
        payload, framework, control_id, payload_hash, prev_hash, entry_hash, occurred_at)
      select seq, ${category}, ${eventType}, ${actor}, ${actorType}, ${repoFullName}, ${row.prNumber}::int,
        ${row.commitSha}, ${row.payload}, ${framework}::text[], ${row.controlId}, ${row.payloadHash}, prev_hash,
        entry_hash, ${at} from head
    ),
    days as (
      insert into audit_days as d (day, category, event_type, actor_type, entries, first_seq, last_seq, earliest, latest)
      select day, ${category}, ${eventType}, ${actorType}, 1, seq, seq, ${at}, ${at} from head
      on conflict (day, category, event_type, actor_type) do update set entries = d.entries + 1,
        last_seq = excluded.last_seq, earliest = least(d.earliest, excluded.earliest),
        latest = greatest(d.latest, excluded.latest)
    )
    insert into audit_parties as p (kind, name, entries, last_day)
    select party.kind, party.name, 1, day from head,
      (values ('actor', ${actor}::text), ('repo', ${repoFullName}::text)) as party (kind, name)
    where party.name is not null
    on conflict (kind, name) do update set entries = p.entries + 1, last_day = excluded.last_day`)
}
