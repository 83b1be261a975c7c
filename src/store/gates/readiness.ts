// What is known of repositories that tells how ready they are: one statement for any number of them.

import { type SQL, sql } from 'drizzle-orm'
import { counter, type Measure } from '#domain/counters/counter.js'
import type { ReadinessFacts } from '#domain/gates/facts.js'
import { type Readiness, WEBHOOK_DAYS } from '#schemas/gates/readiness.js'
import { type Db, momentOf, rowsOf, utc } from '../sql/database.js'
import { nameKey } from '../sql/repository-name.js'

/** Of a repository `r`, as its row is shown. */
type RepoFields = Pick<Readiness, 'repo' | 'owner' | 'name' | 'language' | 'private' | 'last_synced_at'>

/** What the checks ask of a repository `r`. */
export type ReadinessRow = RepoFields & ReadinessFacts

const sumEver = (measure: Measure) => sql`coalesce((select sum(amount) from tallies
  where repo_id = r.host_id and day = '-infinity' and measure = ${measure}), 0)::int`

const STALE = sql.raw(`'{pillars,maintainer,stale}'`)

/** Each by an index: nothing is counted that is many. */
export function readinessColumns(now: Date): SQL {
  const since = new Date(now.getTime() - WEBHOOK_DAYS * 86_400_000)
  return sql`
    (select ${utc(sql`max(received_at)`)} from webhook_deliveries
      where repo_id = r.host_id and received_at >= ${momentOf(since)}) as "lastDeliveryAt",
    ${utc(sql`r.last_synced_at`)} as "lastSyncedAt", file.path as "filePath", file.error as "fileError",
    (select count(*) from json_object_keys(config.overrides))::int as overrides,
    coalesce(file.content #> ${STALE}, config.overrides #> ${STALE}) is not null as "saysStale",
    ${sumEver(counter('issues', 'triages'))} as "triagedIssues", ${sumEver(counter('ci', 'runs'))} as runs,
    (select count(*) from config_history where repo_id = r.host_id)::int as "configChanges"`
}

/** Of a repository `r`. */
export const configJoins = sql`left join repo_configs config on config.repo_id = r.host_id
  left join config_files file on file.repo_id = r.host_id`

/** Of all repositories that are there, by name; or of one. */
export function readinessRows(db: Db, now: Date, repoId?: number): Promise<ReadinessRow[]> {
  const which = repoId === undefined ? sql`r.deleted_at is null` : sql`r.host_id = ${repoId}`
  return rowsOf(
    db,
    sql`select r.full_name as repo, r.owner, r.name, r.language, r.private,
        ${utc(sql`r.last_synced_at`)} as last_synced_at, ${readinessColumns(now)}
      from repositories r ${configJoins} where ${which} order by ${nameKey}, r.id`
  )
}
