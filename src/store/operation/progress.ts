// What the tables know of work that takes long.
import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { MOST_OF_KIND, type ProgressItem } from '#schemas/operation/progress.js'
import { complianceReports } from '#tables/audit/compliance-reports.js'
import { deliveryRetries } from '#tables/deliveries/delivery-retries.js'
import { webhookDeliveries } from '#tables/deliveries/webhook-deliveries.js'
import { advisoryImports } from '#tables/dependencies/advisory-imports.js'
import { dependencyScans } from '#tables/dependencies/dependency-scans.js'
import { duplicateBackfills } from '#tables/duplicates/duplicate-backfills.js'
import { repositories } from '#tables/mirror/repositories.js'
import { syncWalks } from '#tables/mirror/sync-walks.js'
import { syncs } from '#tables/mirror/syncs.js'
import { reconciliationRuns } from '#tables/reconciler/reconciliation-runs.js'
import { reconciliationTasks } from '#tables/reconciler/reconciliation-tasks.js'
import { type Db, momentOf, rowsOf, utc } from '../sql/database.js'

export interface ProgressRow extends Omit<ProgressItem, 'started_at' | 'seconds_left'> {
  /** When it began, or was asked for. */
  since: string
}

const s = alias(syncs, 's')
const other = alias(syncs, 'other')
const r = alias(repositories, 'r')
const w = alias(syncWalks, 'w')
const b = alias(duplicateBackfills, 'b')
const retry = alias(deliveryRetries, 'retry')
const d = alias(webhookDeliveries, 'd')
const run = alias(reconciliationRuns, 'run')
const task = alias(reconciliationTasks, 'task')
const report = alias(complianceReports, 'report')

const isUnderWay = sql`${s.status} in ('queued', 'running') and ${r.deletedAt} is null`

/** Of several repositories: done are those that were synced since the oldest of the others was asked for. */
const SYNC = sql`select 'sync' as kind, null::text as repo, case when running > 0 then 'running' else 'waiting' end as state,
    'repositories' as unit, done, done + remaining as total, remaining as "left", since
  from (select count(*)::int as remaining, count(*) filter (where ${s.status} = 'running')::int as running,
      min(coalesce(${s.requestedAt}, ${s.startedAt})) as since
    from ${syncs} s join ${repositories} r on ${r.hostId} = ${s.repoId} where ${isUnderWay}) as fleet,
  lateral (select count(*)::int as done from ${syncs} other
    where ${other.status} not in ('queued', 'running') and ${other.finishedAt} >= since) as ended
  where remaining > 1`

const FIRST_SYNC = sql`select 'first_sync', ${r.fullName}, ${s.status}, 'items',
    (select coalesce(sum(${w.seen}), 0)::int from ${syncWalks} w where ${w.repoId} = ${s.repoId}), null, null, ${s.startedAt}
  from ${syncs} s join ${repositories} r on ${r.hostId} = ${s.repoId}
  where ${isUnderWay} and ${s.finishedAt} is null and ${s.startedAt} is not null`

const BACKFILL = sql`select 'duplicates_backfill', ${r.fullName}, 'running', 'issues', ${b.done}, ${b.total},
    greatest(${b.total} - ${b.done}, 0), ${b.startedAt}
  from ${duplicateBackfills} b join ${repositories} r on ${r.hostId} = ${b.repoId} and ${r.deletedAt} is null
  where ${b.finishedAt} is null`

/** The newest of the last day: older ones have come to their end. */
const retriesOf = (
  now: Date
) => sql`select 'delivery_retry', null, 'running', 'deliveries', cardinality(rows) - remaining,
    cardinality(rows), remaining, since
  from (select ${retry.deliveryRows} as rows, ${retry.createdAt} as since from ${deliveryRetries} retry
    where ${retry.createdAt} > ${momentOf(now)} - interval '1 day' order by ${retry.createdAt} desc
    limit ${MOST_OF_KIND}) as latest,
  lateral (select count(*)::int as remaining from ${webhookDeliveries} d
    where ${d.id} = any (rows) and ${d.state} in ('received', 'queued')) as waiting
  where remaining > 0`

const RECONCILIATION = sql`select 'reconciliation', ${r.fullName}, 'running', 'repositories',
    ${run.reposChecked} - correcting, case when ${run.isSpread} then ${run.reposChecked} + remaining - correcting end,
    case when ${run.isSpread} then remaining end, ${run.startedAt}
  from ${reconciliationRuns} run left join ${repositories} r on ${r.hostId} = ${run.repoId},
  lateral (select count(*)::int as remaining, count(*) filter (where ${task.isCorrecting})::int as correcting
    from ${reconciliationTasks} task where ${task.runId} = ${run.id}) as tasks
  where ${run.status} = 'running'`

const REPORT = sql`select 'compliance_report', null, case ${report.status} when 'running' then 'running' else 'waiting' end,
    null, null, null, null, ${report.createdAt}
  from ${complianceReports} report where ${report.status} in ('pending', 'running')`

/** The oldest of each kind. */
export async function progressRows(db: Db, now: Date): Promise<ProgressRow[]> {
  const kinds = [SYNC, FIRST_SYNC, BACKFILL, retriesOf(now), RECONCILIATION, REPORT]
  return rowsOf(
    db,
    sql`select kind, repo, state, unit, done, total, "left", ${utc(sql`since`)} as since
      from (select *, row_number() over (partition by kind order by since) as place
        from (${sql.join(kinds, sql` union all `)}) as work) as numbered
      where place <= ${MOST_OF_KIND}`
  )
}

export interface EndedWork {
  scans: number
  advisoryParts: number
}

/** How many scans and parts of imports have come to their end since then. */
export async function endedSince(db: Db, since: { scans: Date; imports: Date }): Promise<EndedWork> {
  const [scan, part] = [alias(dependencyScans, 'scan'), alias(advisoryImports, 'part')]
  const [counted] = await rowsOf<EndedWork>(
    db,
    sql`select (select count(*)::int from ${dependencyScans} scan
          where ${scan.startedAt} >= ${momentOf(since.scans)} and ${scan.finishedAt} is not null) as scans,
        (select count(*)::int from ${advisoryImports} part where ${part.triedAt} >= ${momentOf(since.imports)})
          as "advisoryParts"`
  )
  return counted ?? { scans: 0, advisoryParts: 0 }
}
