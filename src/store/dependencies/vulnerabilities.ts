// Vulnerabilities: their list, and how they are written.
import { and, asc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { EVER, EVER_BY_NAME } from '#domain/counters/tally.js'
import { narrowMeasures, vulnerabilityMeasures } from '#domain/dependencies/tallies.js'
import type { Paging } from '#schemas/common.js'
import {
  VULNERABILITY_SEVERITIES,
  VULNERABILITY_STATUSES,
  type VulnerabilitySeverity,
  type VulnerabilityStatus
} from '#schemas/dependencies/enums.js'
import type { Vulnerability, VulnerabilityQuery } from '#schemas/dependencies/vulnerabilities.js'
import { NO_SCORE, vulnerabilities } from '#tables/dependencies/vulnerabilities.js'
import { repositories } from '#tables/mirror/repositories.js'
import { tallies } from '#tables/mirror/tallies.js'
import { quotedList } from '../counters/quoted-name.js'
import { ofFleet, type TalliedTx, totalSum } from '../counters/tallies.js'
import { withinRepository } from '../mirror/repository-pages.js'
import {
  type Db,
  excluded,
  idsIn,
  literal,
  parseJson,
  precompiled,
  rowsOf,
  type Tx,
  utcColumns
} from '../sql/database.js'
import { countOf, type JsonPage, liveRowsOfRepositories, pageText } from '../sql/list.js'
import { momentKey, numberKey, orderOn } from '../sql/order.js'

const t = alias(vulnerabilities, 't')
const r = alias(repositories, 'r')

export type VulnerabilityRow = typeof vulnerabilities.$inferSelect
export type NewVulnerability = Omit<typeof vulnerabilities.$inferInsert, 'id' | 'live'>

export const LISTED_VULNERABILITIES = liveRowsOfRepositories(vulnerabilities)
export const WORST_FIRST = orderOn(
  [numberKey(t.severityRank), numberKey(t.scoreTenths), momentKey(t.detectedAt), numberKey(t.id)],
  'desc'
)

export const VULNERABILITY_FIELDS = precompiled(sql`${t.id}, ${t.repoId}, ${r.fullName} as repo_full_name,
  ${r.owner} as owner, ${r.name} as repo_name, ${t.advisoryId}, ${t.ghsaId}, ${t.cveId}, ${t.aliases}, ${t.ecosystem},
  ${t.packageName}, ${t.affectedRange}, ${t.installedVersion}, ${t.patchedVersion}, ${t.manifestPath}, ${t.manifestLine},
  ${t.direct}, ${t.dev}, ${t.severity}, (nullif(${t.scoreTenths}, ${sql.raw(String(NO_SCORE))}) / 10.0)::float8 as cvss_score,
  ${t.summary}, ${t.status}, ${t.reopenCount}, ${t.fixPrNumber}, ${t.fixPrUrl}, ${t.dismissedCategory},
  ${t.dismissedReason}, ${t.dismissedBy},
  ${utcColumns(t.dismissedUntil, t.detectedAt, t.publishedAt, t.fixedAt, t.updatedAt)}`)

/** As the column `severity_rank` has it. */
const rankOf = (severity: VulnerabilitySeverity) =>
  VULNERABILITY_SEVERITIES.length - 1 - VULNERABILITY_SEVERITIES.indexOf(severity)

export function vulnerabilitiesPage(
  db: Db,
  query: VulnerabilityQuery,
  paging: Paging
): Promise<JsonPage<Vulnerability>> {
  return withinRepository(db, query.repo, (repoId) => {
    const where = conditionsOf(query, repoId)
    const { status = 'all', ecosystem, package: name } = query
    const isNarrow = name !== undefined || (ecosystem !== undefined && repoId !== undefined)
    const list = {
      listed: LISTED_VULNERABILITIES,
      fields: VULNERABILITY_FIELDS,
      where,
      // Their indexes have the status before the order.
      alternatives: isNarrow && status === 'all' ? VULNERABILITY_STATUSES.map(hasStatus) : [],
      order: WORST_FIRST,
      total: totalOf(query, repoId, where)
    }
    return pageText(db, list, paging)
  })
}

function conditionsOf(query: VulnerabilityQuery, repoId: SQL | undefined): SQL[] {
  const { severity, status = 'all', ecosystem, package: name, fixable } = query
  return [
    repoId !== undefined && sql`${t.repoId} = ${repoId}`,
    severity !== undefined && sql`${t.severityRank} = ${rankOf(severity)}`,
    status !== 'all' && hasStatus(status),
    ecosystem !== undefined && sql`${t.ecosystem} = ${literal(ecosystem)}`,
    name !== undefined && sql`${t.packageName} = ${name}`,
    fixable !== undefined &&
      (fixable ? sql`${t.patchedVersion} is not null` : sql`${t.patchedVersion} is null`)
  ].filter((condition) => condition !== false)
}

const hasStatus = (status: VulnerabilityStatus) => sql`${t.status} = ${literal(status)}`

/** There are few of one package, so that they are counted. */
function totalOf(query: VulnerabilityQuery, repoId: SQL | undefined, where: readonly SQL[]): SQL {
  const { severity, status = 'all', ecosystem, package: name, fixable: isFixable } = query
  if (name !== undefined) return countOf(LISTED_VULNERABILITIES, where)
  const scope = repoId === undefined ? ofFleet : sql`${tallies.repoId} = ${repoId}`
  const filter = { status: status === 'all' ? undefined : status, severity }
  return ecosystem === undefined && isFixable === undefined
    ? totalSum(scope, vulnerabilityMeasures(filter), EVER, quotedList)
    : totalSum(scope, narrowMeasures({ ...filter, ecosystem, isFixable }), EVER_BY_NAME, quotedList)
}

export async function vulnerabilityShown(db: Db | Tx, id: number): Promise<Vulnerability | undefined> {
  const [row] = await rowsOf<{ vulnerability: Vulnerability | string }>(
    db,
    sql`select row_to_json(found) as vulnerability from (
        select ${VULNERABILITY_FIELDS} from ${vulnerabilities} t ${LISTED_VULNERABILITIES.join}
        where ${t.id} = ${id} and ${LISTED_VULNERABILITIES.visible}
      ) as found`
  )
  return row && parseJson(row.vulnerability)
}

export async function vulnerabilityById(db: Db | Tx, id: number): Promise<VulnerabilityRow | undefined> {
  const [row] = await db.select().from(vulnerabilities).where(eq(vulnerabilities.id, id))
  return row
}

/** All that are known of a repository. */
export async function vulnerabilitiesOf(db: Db, repoId: number): Promise<VulnerabilityRow[]> {
  return db
    .select()
    .from(vulnerabilities)
    .where(eq(vulnerabilities.repoId, repoId))
    .orderBy(vulnerabilities.id)
}

/** Those that a pull request was the last to fix. */
export async function vulnerabilitiesOfPull(
  tx: Tx,
  repoId: number,
  prNumber: number
): Promise<VulnerabilityRow[]> {
  return tx
    .select()
    .from(vulnerabilities)
    .where(and(eq(vulnerabilities.repoId, repoId), eq(vulnerabilities.fixPrNumber, prNumber)))
    .orderBy(vulnerabilities.id)
}

/** Those that stand: few of all that were ever found. */
export async function standingVulnerabilitiesOf(db: Db, repoId: number): Promise<VulnerabilityRow[]> {
  return db
    .select()
    .from(vulnerabilities)
    .where(and(eq(vulnerabilities.repoId, repoId), inArray(vulnerabilities.status, ['open', 'pr_opened'])))
    .orderBy(vulnerabilities.id)
}

const AT_ONCE = 500

function* batchesOf<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += AT_ONCE) yield rows.slice(from, from + AT_ONCE)
}

/** New ones, of a repository that is not deleted. */
export async function insertVulnerabilities(tx: TalliedTx, rows: readonly NewVulnerability[]): Promise<void> {
  for (const batch of batchesOf(rows))
    await tx.insert(vulnerabilities).values(batch.map((row) => ({ ...row, live: true })))
}

export type ChangedVulnerability = NewVulnerability & Pick<VulnerabilityRow, 'id'>

const CHANGEABLE = [
  ...(['packageName', 'advisoryId', 'manifestLine', 'ghsaId', 'cveId', 'aliases', 'affectedRange'] as const),
  ...(['installedVersion', 'patchedVersion', 'direct', 'dev', 'severity', 'scoreTenths', 'summary'] as const),
  ...([
    'status',
    'fromAlert',
    'fromRecords',
    'alertNumber',
    'reopenCount',
    'fixPrNumber',
    'fixPrUrl'
  ] as const),
  ...(['dismissedCategory', 'dismissedReason', 'dismissedBy', 'dismissedAt', 'dismissedUntil'] as const),
  ...(['detectedAt', 'publishedAt', 'fixedAt', 'updatedAt'] as const)
]

/** Known ones, by their ids. */
export async function changeVulnerabilities(
  tx: TalliedTx,
  rows: readonly ChangedVulnerability[]
): Promise<void> {
  const set = Object.fromEntries(CHANGEABLE.map((key) => [key, excluded(vulnerabilities[key])]))
  for (const batch of batchesOf(rows))
    await tx
      .insert(vulnerabilities)
      .values(batch.map((row) => ({ ...row, live: true })))
      .onConflictDoUpdate({ target: vulnerabilities.id, set })
}

export async function deleteVulnerabilities(tx: TalliedTx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.delete(vulnerabilities).where(inArray(vulnerabilities.id, idsIn(ids)))
}

/** Repositories with a dismissal whose time is up. */
export async function repositoriesWithLapsed(db: Db, at: Date): Promise<number[]> {
  const rows = await db
    .selectDistinct({ repoId: vulnerabilities.repoId })
    .from(vulnerabilities)
    .where(isLapsed(at))
    .orderBy(asc(vulnerabilities.repoId))
  return rows.map(({ repoId }) => repoId)
}

export async function lapsedOf(tx: Tx, repoId: number, at: Date): Promise<VulnerabilityRow[]> {
  return tx
    .select()
    .from(vulnerabilities)
    .where(and(eq(vulnerabilities.repoId, repoId), isLapsed(at)))
    .orderBy(vulnerabilities.id)
}

const isLapsed = (at: Date) =>
  and(
    eq(vulnerabilities.status, 'dismissed'),
    sql`${vulnerabilities.dismissedUntil} is not null`,
    lte(vulnerabilities.dismissedUntil, at)
  )
