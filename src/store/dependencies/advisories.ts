// The local copy of the OSV database.
import { and, eq, gt, inArray, notInArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { advisories } from '#tables/dependencies/advisories.js'
import { advisoryImports } from '#tables/dependencies/advisory-imports.js'
import { advisoryPackages, type StoredAffected } from '#tables/dependencies/advisory-packages.js'
import { bareColumns, type Db, excluded, rowsOf, type Tx } from '../sql/database.js'

const a = bareColumns(advisories)
const p = bareColumns(advisoryPackages)
const pkg = alias(advisoryPackages, 'pkg')

type AdvisoryRow = typeof advisories.$inferSelect

export interface PackageAdvisory
  extends Pick<AdvisoryRow, 'id' | 'aliases' | 'summary' | 'severity' | 'scoreTenths'> {
  packageKey: string
  publishedAt: Date | null
  leftOut: string[]
  affected: StoredAffected[]
}

/** What the advisories say of these packages. */
export async function advisoriesOf(db: Db, packageKeys: readonly string[]): Promise<PackageAdvisory[]> {
  return db
    .select({
      packageKey: advisoryPackages.packageKey,
      affected: advisoryPackages.affected,
      id: advisories.id,
      aliases: advisories.aliases,
      summary: advisories.summary,
      severity: advisories.severity,
      scoreTenths: advisories.scoreTenths,
      publishedAt: advisories.publishedAt,
      leftOut: advisories.leftOut
    })
    .from(advisoryPackages)
    .innerJoin(advisories, eq(advisories.id, advisoryPackages.advisoryId))
    .where(inArray(advisoryPackages.packageKey, textsIn(packageKeys)))
    .orderBy(advisoryPackages.packageKey, advisories.id)
}

const textsIn = (texts: readonly string[]): SQL =>
  sql`(select value from json_array_elements_text(${JSON.stringify(texts)}::json))`

export type KnownAdvisory = Pick<AdvisoryRow, 'id' | 'modified' | 'severity' | 'scoreTenths'>

/** What is stored of these, by id: when each says that it has changed, and how severe it was. */
export async function knownAdvisories(db: Db, ids: readonly string[]): Promise<Map<string, KnownAdvisory>> {
  const { id, modified, severity, scoreTenths } = advisories
  const rows = await db
    .select({ id, modified, severity, scoreTenths })
    .from(advisories)
    .where(inArray(id, textsIn(ids)))
  return new Map(rows.map((row) => [row.id, row]))
}

export interface NewAdvisory extends Omit<AdvisoryRow, 'publishedAt'> {
  publishedAt: string | null
  /** None if it is withdrawn. */
  packages: { packageKey: string; affected: StoredAffected[] }[]
}

/**
 * Writes advisories with their packages, in one statement; no id may be there twice. Returns the keys of the packages
 * of which they say something else than before.
 */
export async function saveAdvisories(tx: Tx, rows: readonly NewAdvisory[]): Promise<string[]> {
  const all = rows.map(({ packages: _, ...row }) => row)
  const packages = rows.flatMap(({ id, packages: theirs }) =>
    theirs.map((one) => ({ ...one, advisoryId: id }))
  )
  const changed = await rowsOf<{ packageKey: string }>(
    tx,
    sql`
    with said as (
      select * from json_to_recordset(${JSON.stringify(all)}::json) as said (id text, part text, aliases json,
        summary text, severity text, "scoreTenths" smallint, "isWithdrawn" boolean, "publishedAt" timestamptz,
        modified text, "leftOut" json)
    ),
    affected as materialized (
      select * from json_to_recordset(${JSON.stringify(packages)}::json) as affected ("packageKey" text,
        "advisoryId" text, affected json)
    ),
    saved as (
      insert into ${advisories} (${a.id}, ${a.part}, ${a.aliases}, ${a.summary}, ${a.severity}, ${a.scoreTenths},
        ${a.isWithdrawn}, ${a.publishedAt}, ${a.modified}, ${a.leftOut})
      select id, part, aliases, summary, severity, "scoreTenths", "isWithdrawn", "publishedAt", modified, "leftOut"
      from said order by id
      on conflict (${a.id}) do update set ${a.part} = ${excluded(advisories.part)},
        ${a.aliases} = ${excluded(advisories.aliases)}, ${a.summary} = ${excluded(advisories.summary)},
        ${a.severity} = ${excluded(advisories.severity)}, ${a.scoreTenths} = ${excluded(advisories.scoreTenths)},
        ${a.isWithdrawn} = ${excluded(advisories.isWithdrawn)}, ${a.publishedAt} = ${excluded(advisories.publishedAt)},
        ${a.modified} = ${excluded(advisories.modified)}, ${a.leftOut} = ${excluded(advisories.leftOut)}
    ),
    gone as (
      delete from ${advisoryPackages} pkg using said where ${pkg.advisoryId} = said.id and not exists (
        select from affected where "advisoryId" = ${pkg.advisoryId} and "packageKey" = ${pkg.packageKey})
      returning ${pkg.packageKey} as "packageKey"
    ),
    changed as (
    insert into ${advisoryPackages} (${p.packageKey}, ${p.advisoryId}, ${p.affected})
    select "packageKey", "advisoryId", affected from affected order by "packageKey", "advisoryId"
    on conflict (${p.packageKey}, ${p.advisoryId}) do update set ${p.affected} = ${excluded(advisoryPackages.affected)}
      where ${advisoryPackages.affected}::text <> ${excluded(advisoryPackages.affected)}::text
      returning ${advisoryPackages.packageKey} as "packageKey"
    )
    select "packageKey" from changed union select "packageKey" from gone`
  )
  return changed.map(({ packageKey }) => packageKey)
}

/** Ids of a part, after one of them, in their order. */
export async function advisoryIdsOf(db: Db, part: string, after: string, most: number): Promise<string[]> {
  const rows = await db
    .select({ id: advisories.id })
    .from(advisories)
    .where(and(eq(advisories.part, part), gt(advisories.id, after)))
    .orderBy(advisories.id)
    .limit(most)
  return rows.map(({ id }) => id)
}

export async function deleteAdvisories(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.delete(advisories).where(inArray(advisories.id, textsIn(ids)))
}

/** Advisories of parts that the source does not have, at most so many; returns how many are deleted. */
export async function dropOtherParts(tx: Tx, parts: readonly string[], most: number): Promise<number> {
  const others = tx
    .select({ id: advisories.id })
    .from(advisories)
    .where(notInArray(advisories.part, textsIn(parts)))
    .limit(most)
  const gone = await tx
    .delete(advisories)
    .where(inArray(advisories.id, others))
    .returning({ id: advisories.id })
  await tx.delete(advisoryImports).where(notInArray(advisoryImports.part, textsIn(parts)))
  return gone.length
}

export type ImportRow = typeof advisoryImports.$inferSelect

export async function importsOf(db: Db, source: string): Promise<ImportRow[]> {
  return db.select().from(advisoryImports).where(eq(advisoryImports.source, source))
}

/** Counts what packages are compared with. */
export async function countAdvisories(db: Db, part: string): Promise<number> {
  return db.$count(advisories, and(eq(advisories.part, part), eq(advisories.isWithdrawn, false)))
}

export type ImportEnd = Pick<ImportRow, 'source' | 'triedAt'> & Partial<Omit<ImportRow, 'part'>>

/** What is left out stays as it was, unless another source was read before. */
export async function saveImport(tx: Tx, part: string, end: ImportEnd): Promise<void> {
  const first = { records: 0, unreadable: 0, modified: null, importedAt: null, error: null }
  await tx
    .delete(advisoryImports)
    .where(and(eq(advisoryImports.part, part), sql`${advisoryImports.source} <> ${end.source}`))
  await tx
    .insert(advisoryImports)
    .values({ part, ...first, ...end })
    .onConflictDoUpdate({ target: advisoryImports.part, set: end })
}
