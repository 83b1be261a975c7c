// The labels of repositories, and the names that issues and pull requests carry.
import { sql } from 'drizzle-orm'
import type { HostLabel } from '../../schemas/mirror.js'
import { type Db, rowsOf, type Tx } from './database.js'

const columns = sql`"hostId" bigint, name text, color text, description text`

/** Says how many differed. */
export async function saveLabels(tx: Tx, repoId: number, labels: readonly HostLabel[]): Promise<number> {
  const rows = await rowsOf(
    tx,
    sql`
    insert into labels as l (repo_id, host_id, name, color, description)
    select distinct on ("hostId") ${repoId}::bigint, label.* from json_to_recordset(${JSON.stringify(labels)}::json) as label (${columns})
    order by "hostId"
    on conflict (repo_id, host_id) do update set
      name = excluded.name, color = excluded.color, description = excluded.description
    where (l.name, l.color, l.description) is distinct from (excluded.name, excluded.color, excluded.description)
    returning 1`
  )
  return rows.length
}

/** Drops all labels of a repository but these. */
export async function keepLabels(tx: Tx, repoId: number, hostIds: readonly number[]): Promise<number> {
  const rows = await rowsOf(
    tx,
    sql`delete from labels where repo_id = ${repoId}
      and host_id <> all (array(select value::bigint from json_array_elements_text(${JSON.stringify(hostIds)}::json)))
      returning 1`
  )
  return rows.length
}

/** Those of these labels that a repository has, as it writes them. */
export async function labelsNamed(db: Db, repoId: number, names: readonly string[]): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(
    db,
    sql`select name from labels where repo_id = ${repoId} and lower(name) = any (array(
      select lower(value) from json_array_elements_text(${JSON.stringify(names)}::json))) order by name`
  )
  return rows.map(({ name }) => name)
}

export async function dropLabel(tx: Tx, repoId: number, hostId: number): Promise<void> {
  await tx.execute(sql`delete from labels where repo_id = ${repoId} and host_id = ${hostId}`)
}
