// The results of validating configuration files, and pages of them.
import { and, asc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { configResultMeasures } from '#domain/enforcement/config-files/tallies.js'
import type { Paging } from '#schemas/common.js'
import type { ConfigResult, ConfigResultQuery } from '#schemas/enforcement/config-results.js'
import { managedActions } from '#tables/actions/managed-actions.js'
import { configResults } from '#tables/enforcement/config-results.js'
import { repositories } from '#tables/mirror/repositories.js'
import { tallies } from '#tables/mirror/tallies.js'
import { ofFleet, type TalliedTx, totalSum } from '../counters/tallies.js'
import { withinRepository } from '../mirror/repository-pages.js'
import { type Db, excluded, precompiled, type Tx, utcColumns } from '../sql/database.js'
import { countOf, type JsonPage, liveRowsOfRepositories, pageText } from '../sql/list.js'
import { newestFirst } from '../sql/order.js'

export type ConfigResultRow = typeof configResults.$inferSelect
export type NewConfigResult = Omit<ConfigResultRow, 'id' | 'actionId'>

/** By their path. Call this while the repository is locked. */
export function resultsOfCommit(tx: Tx, repoId: number, commitSha: string): Promise<ConfigResultRow[]> {
  return tx
    .select()
    .from(configResults)
    .where(and(eq(configResults.repoId, repoId), eq(configResults.commitSha, commitSha)))
    .orderBy(asc(sql`${configResults.filePath} collate "C"`))
}

/** A file of a commit keeps its row, and the time at which it was first validated. */
export async function saveConfigResults(tx: TalliedTx, rows: readonly NewConfigResult[]): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insert(configResults)
    .values([...rows])
    .onConflictDoUpdate({
      target: [configResults.repoId, configResults.commitSha, configResults.filePath],
      set: {
        fileType: excluded(configResults.fileType),
        valid: excluded(configResults.valid),
        errors: excluded(configResults.errors),
        warnings: excluded(configResults.warnings)
      }
    })
}

/** Notes the action that posts the check of a commit. */
export async function noteCheckOfCommit(
  tx: Tx,
  { repoId, commitSha }: Pick<ConfigResultRow, 'repoId' | 'commitSha'>,
  actionId: number
): Promise<void> {
  await tx
    .update(configResults)
    .set({ actionId })
    .where(and(eq(configResults.repoId, repoId), eq(configResults.commitSha, commitSha)))
}

const t = alias(configResults, 't')
const r = alias(repositories, 'r')
const a = alias(managedActions, 'a')

const RESULTS = liveRowsOfRepositories(configResults)

const FIELDS = precompiled(sql`${t.id}, ${t.repoId}, ${t.commitSha}, ${t.filePath}, ${t.fileType}, ${t.valid},
  ${t.errors}, ${t.warnings}, ${a.hostId} as check_run_id, ${utcColumns(t.createdAt)},
  ${r.fullName} as repo_full_name, ${r.owner} as owner, ${r.name} as repo_name`)

const CHECK = precompiled(sql`left join ${managedActions} a on ${a.id} = ${t.actionId}`)
const BY_AGE = newestFirst(t)

export interface ConfigResultList {
  query: ConfigResultQuery
  /** Limits the list to one repository, by its full name. */
  repo: string | undefined
}

/** A commit has few results, which are counted; all other totals come from counters. */
export function configResultsPage(
  db: Db,
  { query, repo }: ConfigResultList,
  paging: Paging
): Promise<JsonPage<ConfigResult>> {
  const { valid, file_type: fileType, commit_sha: commit } = query
  const measures = configResultMeasures({
    ...(valid === undefined ? {} : { valid }),
    ...(fileType === undefined ? {} : { fileType })
  })
  return withinRepository(db, repo, (repoId) => {
    const where = [
      repoId !== undefined && sql`${t.repoId} = ${repoId}`,
      valid !== undefined && sql`${t.valid} = ${valid}`,
      fileType !== undefined && sql`${t.fileType} = ${fileType}`,
      commit !== undefined && sql`${t.commitSha} = ${commit.toLowerCase()}`
    ].filter((condition) => condition !== false)
    const sums = repoId === undefined ? ofFleet : sql`${tallies.repoId} = ${repoId}`
    const total = commit === undefined ? totalSum(sums, measures) : countOf(RESULTS, where)
    const list = { listed: RESULTS, fields: FIELDS, lookups: CHECK, where, order: BY_AGE, total }
    return pageText(db, list, paging)
  })
}
