// The labels of repositories.

import { and, eq, isNull, lte, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { HostLabel } from '#domain/host/items.js'
import { labels } from '#tables/mirror/labels.js'
import { bareColumns, type Db, excluded, idsIn, momentOf, rowsOf, type Tx } from '../sql/database.js'

const l = alias(labels, 'l')
const known = alias(labels, 'known')
const saved = alias(labels, 'saved')
const column = bareColumns(labels)

const columns = sql`"hostId" bigint, name text, color text, description text`

export interface SavedLabel {
  hostId: number
  name: string
  /** The name in the mirror until now; null if the label was not there. */
  formerName: string | null
  hasChanged: boolean
}

/** Stores labels as of a moment, unless newer ones are known; returns those that were stored. */
export async function saveLabels(
  tx: Tx,
  repoId: number,
  hostLabels: readonly HostLabel[],
  at: Date
): Promise<SavedLabel[]> {
  const rows = await rowsOf<SavedLabel>(
    tx,
    sql`
    with listed as (
      select distinct on ("hostId") label.* from json_to_recordset(${JSON.stringify(hostLabels)}::json) as label (${columns})
      order by "hostId"
    ), known as (
      select l.* from ${labels} l join listed on ${l.repoId} = ${repoId} and ${l.hostId} = listed."hostId"
    ), saved as (
      insert into ${labels} as l (${column.repoId}, ${column.hostId}, ${column.name}, ${column.color},
        ${column.description}, ${column.toldAt})
      select ${repoId}::bigint, listed.*, ${momentOf(at)} from listed order by "hostId"
      on conflict (${column.repoId}, ${column.hostId}) do update set ${column.name} = ${excluded(labels.name)},
        ${column.color} = ${excluded(labels.color)}, ${column.description} = ${excluded(labels.description)},
          ${column.toldAt} = ${excluded(labels.toldAt)}, ${column.goneAt} = null
      where ${l.toldAt} <= ${excluded(labels.toldAt)}
      returning ${l.hostId}, ${l.name}, ${l.color}, ${l.description}
    )
    select ${saved.hostId} as "hostId", ${saved.name},
      case when ${known.goneAt} is null then ${known.name} end as "formerName",
      (${known.hostId} is null or ${known.goneAt} is not null
        or (${saved.name}, ${saved.color}, ${saved.description})
          is distinct from (${known.name}, ${known.color}, ${known.description})
      ) as "hasChanged"
    from saved left join known on ${known.hostId} = ${saved.hostId} order by ${saved.hostId}`
  )
  return rows.map((row) => ({ ...row, hostId: Number(row.hostId) }))
}

const isLabelOf = (repoId: number) => and(eq(labels.repoId, repoId), isNull(labels.goneAt))

/** Marks all other labels of a repository as deleted; returns their names. */
export async function markOtherLabelsGone(
  tx: Tx,
  repoId: number,
  hostIds: readonly number[],
  at: Date
): Promise<{ hostId: number; name: string }[]> {
  const { hostId, name } = labels
  return tx
    .update(labels)
    .set({ goneAt: at, toldAt: at })
    .where(and(isLabelOf(repoId), lte(labels.toldAt, at), sql`${hostId} <> all (array${idsIn(hostIds)})`))
    .returning({ hostId, name })
}

/** Whether another label has this name. */
export async function isLabelNameTaken(
  tx: Tx,
  repoId: number,
  name: string,
  hostId: number
): Promise<boolean> {
  const rows = await tx
    .select({ hostId: labels.hostId })
    .from(labels)
    .where(and(isLabelOf(repoId), eq(labels.name, name), ne(labels.hostId, hostId)))
  return rows.length > 0
}

/** Those of these labels that the repository has, in its spelling. */
export async function findLabels(db: Db, repoId: number, names: readonly string[]): Promise<string[]> {
  const asked = sql`array(select lower(value) from json_array_elements_text(${JSON.stringify(names)}::json))`
  const rows = await db
    .select({ name: labels.name })
    .from(labels)
    .where(and(isLabelOf(repoId), sql`lower(${labels.name}) = any (${asked})`))
    .orderBy(labels.name)
  return rows.map(({ name }) => name)
}

/** Marks a label as deleted and returns its former name; undefined if something newer is known. */
export async function markLabelGone(
  tx: Tx,
  repoId: number,
  { hostId, name }: HostLabel,
  at: Date
): Promise<{ formerName: string | null } | undefined> {
  const [label] = await saveLabels(tx, repoId, [{ hostId, name, color: null, description: null }], at)
  if (!label) return undefined
  await tx
    .update(labels)
    .set({ goneAt: at })
    .where(and(eq(labels.repoId, repoId), eq(labels.hostId, hostId)))
  return label
}
