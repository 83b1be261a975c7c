// Appends to the audit trail: position, hash, entry and counters, in one statement.
import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ActorType, AuditCategory } from '#schemas/audit/audit.js'
import { auditDays } from '#tables/audit/audit-days.js'
import { auditEntries } from '#tables/audit/audit-entries.js'
import { auditHead } from '#tables/audit/audit-head.js'
import { auditParties } from '#tables/audit/audit-parties.js'
import { bareColumns, excluded, type Tx } from '../sql/database.js'

const h = alias(auditHead, 'h')
const head = alias(auditHead, 'head')
const d = alias(auditDays, 'd')
const p = alias(auditParties, 'p')
const dayColumn = bareColumns(auditDays)
const entryColumn = bareColumns(auditEntries)
const headColumn = bareColumns(auditHead)
const partyColumn = bareColumns(auditParties)

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
  /** The hashed text up to the hash of the previous entry, and from there to the sequence number at its end. */
  hashed: { before: string; between: string }
}

/**
 * Locks the end of the trail until the commit. The holder must not wait for anything else, so call this last in a
 * transaction. The hashed text lacks only the previous hash and the sequence number, which the lock reveals. All other
 * parts read from `head`, so that nothing is written before the lock is held.
 */
export async function appendEntry(tx: Tx, row: AuditRow): Promise<void> {
  const { category, eventType, actor, actorType, repoFullName, occurredAt, hashed } = row
  const framework = `{${row.framework.join()}}`
  const at = sql`${occurredAt}::timestamptz`
  // A clock that is ahead must not move the trail to a future day for good.
  const day = sql`least((${at} at time zone 'UTC')::date, (now() at time zone 'UTC')::date + 1)`
  const hash = (prev: SQL, seq: SQL) =>
    sql`encode(sha256(convert_to(${hashed.before}::text || ${prev} || ${hashed.between}::text || ${seq} || '}', 'UTF8')), 'hex')`
  await tx.execute(sql`
    with head as (
      insert into ${auditHead} as h (${headColumn.id}, ${headColumn.seq}, ${headColumn.entryHash},
        ${headColumn.prevHash}, ${headColumn.day})
      values (1, 1, ${hash(sql`'null'`, sql`'1'`)}, null, ${day})
      on conflict (${headColumn.id}) do update set ${headColumn.seq} = ${h.seq} + 1,
        ${headColumn.prevHash} = ${h.entryHash},
        ${headColumn.entryHash} = ${hash(sql`'"' || ${h.entryHash} || '"'`, sql`(${h.seq} + 1)`)},
        ${headColumn.day} = greatest(${h.day}, ${excluded(auditHead.day)})
      returning ${h.seq}, ${h.entryHash}, ${h.prevHash}, ${h.day}
    ),
    entry as (
      insert into ${auditEntries} (${entryColumn.seq}, ${entryColumn.category}, ${entryColumn.eventType},
        ${entryColumn.actor}, ${entryColumn.actorType}, ${entryColumn.repoFullName}, ${entryColumn.prNumber},
        ${entryColumn.commitSha}, ${entryColumn.payload}, ${entryColumn.framework}, ${entryColumn.controlId},
        ${entryColumn.payloadHash}, ${entryColumn.prevHash}, ${entryColumn.entryHash}, ${entryColumn.occurredAt})
      select ${head.seq}, ${category}, ${eventType}, ${actor}, ${actorType}, ${repoFullName}, ${row.prNumber}::int,
        ${row.commitSha}, ${row.payload}, ${framework}::text[], ${row.controlId}, ${row.payloadHash},
        ${head.prevHash}, ${head.entryHash}, ${at} from head
    ),
    days as (
      insert into ${auditDays} as d (${dayColumn.day}, ${dayColumn.category}, ${dayColumn.eventType},
        ${dayColumn.actorType}, ${dayColumn.entries}, ${dayColumn.firstSeq}, ${dayColumn.lastSeq},
        ${dayColumn.earliest}, ${dayColumn.latest})
      select ${head.day}, ${category}, ${eventType}, ${actorType}, 1, ${head.seq}, ${head.seq}, ${at}, ${at} from head
      on conflict (${dayColumn.day}, ${dayColumn.category}, ${dayColumn.eventType}, ${dayColumn.actorType})
        do update set ${dayColumn.entries} = ${d.entries} + 1, ${dayColumn.lastSeq} = ${excluded(auditDays.lastSeq)},
        ${dayColumn.earliest} = least(${d.earliest}, ${excluded(auditDays.earliest)}),
        ${dayColumn.latest} = greatest(${d.latest}, ${excluded(auditDays.latest)})
    )
    insert into ${auditParties} as p (${partyColumn.kind}, ${partyColumn.name}, ${partyColumn.entries},
      ${partyColumn.lastDay})
    select party.kind, party.name, 1, ${head.day} from head,
      (values ('actor', ${actor}::text), ('repo', ${repoFullName}::text)) as party (kind, name)
    where party.name is not null
    on conflict (${partyColumn.kind}, ${partyColumn.name}) do update set ${partyColumn.entries} = ${p.entries} + 1,
      ${partyColumn.lastDay} = ${excluded(auditParties.lastDay)}`)
}
