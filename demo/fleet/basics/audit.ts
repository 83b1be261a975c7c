// The audit trail of the made-up fleet: a chain that holds, with an entry for each deed.
import { sql } from 'drizzle-orm'
import { entryHashOf } from '#domain/audit/audit.js'
import { canonicalJson, sha256Of } from '#domain/json/canonical.js'
import type { AuditCategory } from '#schemas/audit/audit.js'
import { CONTROLS } from '#schemas/audit/controls.js'
import type { JsonObject } from '#schemas/common.js'
import type { Tx } from '#store/sql/database.js'
import { auditEntries } from '#tables/audit/audit-entries.js'
import type { Fleet } from './fleet.js'

export interface Witnessed {
  category: AuditCategory
  eventType: string
  actor: string
  repo: string | null
  prNumber?: number | null
  payload: JsonObject
  at: Date
}

export function addAudit({ witnessed }: Fleet, entry: Witnessed): void {
  witnessed.push(entry)
}

/** Chains the entries by time. */
export function addTrail({ book, witnessed }: Fleet): void {
  let prevHash: string | null = null
  const byTime = [...witnessed].sort((one, other) => one.at.getTime() - other.at.getTime())
  for (const [at, one] of byTime.entries()) prevHash = addEntry(book, one, { seq: at + 1, prevHash })
}

function addEntry(
  book: Fleet['book'],
  { category, eventType, actor, repo, prNumber = null, payload: given, at }: Witnessed,
  { seq, prevHash }: { seq: number; prevHash: string | null }
): string {
  const { frameworks, control } = CONTROLS[category]
  const payload = canonicalJson(given)
  const actorType = actor.endsWith('[bot]') ? 'bot' : actor === 'scheduler' ? 'system' : 'human'
  const entryHash = entryHashOf({
    seq,
    category,
    event_type: eventType,
    actor,
    actor_type: actorType,
    repo_full_name: repo,
    pr_number: prNumber,
    commit_sha: null,
    framework: frameworks,
    control_id: control,
    payload,
    payload_hash: sha256Of(payload),
    prev_hash: prevHash,
    entry_hash: '',
    occurred_at: at.toISOString()
  })
  book.add(auditEntries, {
    seq,
    category,
    eventType,
    actor,
    actorType,
    repoFullName: repo,
    prNumber,
    commitSha: null,
    payload,
    framework: [...frameworks],
    controlId: control,
    payloadHash: sha256Of(payload),
    prevHash,
    entryHash,
    occurredAt: at
  })
  return entryHash
}

/** What the trail keeps beside its entries: its end, and sums of each day and party. */
export async function countTrail(tx: Tx): Promise<void> {
  await tx.execute(sql`insert into audit_head (id, seq, entry_hash, prev_hash, day)
    select 1, seq, entry_hash, prev_hash, (occurred_at at time zone 'UTC')::date from audit_entries order by seq desc limit 1`)
  await tx.execute(sql`insert into audit_days (day, category, event_type, actor_type, entries, first_seq, last_seq, earliest, latest)
    select (occurred_at at time zone 'UTC')::date, category, event_type, actor_type, count(*), min(seq), max(seq),
      min(occurred_at), max(occurred_at) from audit_entries group by 1, 2, 3, 4`)
  await tx.execute(sql`insert into audit_parties (kind, name, entries, last_day)
    select kind, name, count(*), max((occurred_at at time zone 'UTC')::date) from audit_entries,
      lateral (values ('actor', actor), ('repo', repo_full_name)) as party (kind, name)
    where name is not null group by kind, name`)
}
