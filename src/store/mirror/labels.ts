// The labels of repositories, and the names that issues and pull requests carry.

import { sql } from 'drizzle-orm'
import type { HostLabel } from '#domain/host/items.js'
import { type Db, momentOf, rowsOf, type Tx } from '../sql/database.js'

const columns = sql`"hostId" bigint, name text, color text, description text`

export interface SavedLabel {
  hostId: number
  name: string
  /** What it was called here until now; null where it was not there. */
  formerName: string | null
  hasChanged: boolean
}

/** Takes over what is told as of a moment, unless something newer is known; says which were taken over. */
export async function saveLabels(
  tx: Tx,
  repoId: number,
  labels: readonly HostLabel[],
  at: Date
): Promise<SavedLabel[]> {
  const rows = await rowsOf<SavedLabel>(
    tx,
    sql`
    with told as (
      select distinct on ("hostId") label.* from json_to_recordset(${JSON.stringify(labels)}::json) as label (${columns})
      order by "hostId"
    ), known as (
      select l.* from labels l join told on l.repo_id = ${repoId} and l.host_id = told."hostId"
    ), taken as (
      insert into labels as l (repo_id, host_id, name, color, description, told_at)
      select ${repoId}::bigint, told.*, ${momentOf(at)} from told order by "hostId"
      on conflict (repo_id, host_id) do update set name = excluded.name, color = excluded.color,
        description = excluded.description, told_at = excluded.told_at, gone_at = null
      where l.told_at <= excluded.told_at
      returning host_id, name, color, description
    )
    select taken.host_id as "hostId", taken.name, case when known.gone_at is null then known.name end as "formerName",
      (known.host_id is null or known.gone_at is not null or
        (taken.name, taken.color, taken.description) is distinct from (known.name, known.color, known.description)
      ) as "hasChanged"
    from taken left join known on known.host_id = taken.host_id order by taken.host_id`
  )
  return rows.map((row) => ({ ...row, hostId: Number(row.hostId) }))
}

/** All labels of a repository but these are gone as of a moment; says what they were called. */
export async function markOtherLabelsGone(
  tx: Tx,
  repoId: number,
  hostIds: readonly number[],
  at: Date
): Promise<{ hostId: number; name: string }[]> {
  const rows = await rowsOf<{ hostId: number; name: string }>(
    tx,
    sql`update labels set gone_at = ${momentOf(at)}, told_at = ${momentOf(at)}
      where repo_id = ${repoId} and gone_at is null and told_at <= ${momentOf(at)}
        and host_id <> all (array(select value::bigint from json_array_elements_text(${JSON.stringify(hostIds)}::json)))
      returning host_id as "hostId", name`
  )
  return rows.map(({ hostId, name }) => ({ hostId: Number(hostId), name }))
}

/** Whether a label of another id is called so. */
export async function isLabelNameTaken(
  tx: Tx,
  repoId: number,
  name: string,
  hostId: number
): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    sql`select from labels where repo_id = ${repoId} and gone_at is null and name = ${name} and host_id <> ${hostId}`
  )
  return rows.length > 0
}

/** Those of these labels that a repository has, as it writes them. */
export async function findLabels(db: Db, repoId: number, names: readonly string[]): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(
    db,
    sql`select name from labels where repo_id = ${repoId} and gone_at is null and lower(name) = any (array(
      select lower(value) from json_array_elements_text(${JSON.stringify(names)}::json))) order by name`
  )
  return rows.map(({ name }) => name)
}

/** The label is gone as of a moment, unless something newer is known: then undefined, else what it was called here. */
export async function markLabelGone(
  tx: Tx,
  repoId: number,
  { hostId, name }: HostLabel,
  at: Date
): Promise<{ formerName: string | null } | undefined> {
  const [told] = await saveLabels(tx, repoId, [{ hostId, name, color: null, description: null }], at)
  if (!told) return undefined
  await tx.execute(
    sql`update labels set gone_at = ${momentOf(at)} where repo_id = ${repoId} and host_id = ${hostId}`
  )
  return told
}
