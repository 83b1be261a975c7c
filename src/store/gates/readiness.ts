// The facts behind the readiness of repositories: one statement for any number of them.

import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { counter, type Measure } from '#domain/counters/counter.js'
import type { ReadinessFacts } from '#domain/gates/facts.js'
import { DAY_MS } from '#domain/time/durations.js'
import { type Readiness, WEBHOOK_DAYS } from '#schemas/gates/readiness.js'
import type { Part } from '#schemas/host/enums.js'
import { configFiles, configHistory, repoConfigs } from '#tables/configuration/configs.js'
import { webhookDeliveries } from '#tables/deliveries/webhook-deliveries.js'
import { maintenanceSettings } from '#tables/maintenance/maintenance-settings.js'
import { branchRules } from '#tables/mirror/branch-rules.js'
import { repositories } from '#tables/mirror/repositories.js'
import { syncWalks } from '#tables/mirror/sync-walks.js'
import { tallies } from '#tables/mirror/tallies.js'
import { type Db, momentOf, rowsOf, utc } from '../sql/database.js'
import { nameKey } from '../sql/repository-name.js'

const r = alias(repositories, 'r')
const file = alias(configFiles, 'file')
const config = alias(repoConfigs, 'config')
const s = alias(maintenanceSettings, 's')
const w = alias(syncWalks, 'w')
const b = alias(branchRules, 'b')

/** The fields of a repository `r` that the API shows. */
type RepoFields = Pick<Readiness, 'repo' | 'owner' | 'name' | 'language' | 'private' | 'last_synced_at'>

/** The fields and the facts that the checks need. */
export type ReadinessRow = RepoFields & ReadinessFacts

const sumEver = (measure: Measure) => sql`coalesce((select sum(amount) from ${tallies}
  where ${tallies.repoId} = ${r.hostId} and day = '-infinity' and measure = ${measure}), 0)::int`

const STALE = sql.raw(`'{pillars,maintainer,stale}'`)

/** Each is read from an index or counts few rows. */
export function readinessColumns(now: Date): SQL {
  const since = new Date(now.getTime() - WEBHOOK_DAYS * DAY_MS)
  return sql`
    (select ${utc(sql`max(${webhookDeliveries.receivedAt})`)} from ${webhookDeliveries}
      where ${webhookDeliveries.repoId} = ${r.hostId}
        and ${webhookDeliveries.receivedAt} >= ${momentOf(since)}) as "lastDeliveryAt",
    ${utc(r.lastSyncedAt)} as "lastSyncedAt", ${file.path} as "filePath", ${file.error} as "fileError",
    (select count(*) from json_object_keys(${config.overrides}))::int as overrides,
    (coalesce(${file.content} #> ${STALE}, ${config.overrides} #> ${STALE}) is not null
      or exists (select from ${maintenanceSettings} s where ${s.repoId} = ${r.hostId}
        and num_nonnulls(${s.staleIssueDays}, ${s.stalePrDays}, ${s.staleWarnDays}, ${s.autoClose}) > 0)) as "hasStalePolicy",
    (select case when count(*) > 0 or exists (select from ${syncWalks} w where ${w.repoId} = ${r.hostId}
          and ${w.part} = ${'branch_rules' satisfies Part} and ${w.finishedAt} is not null and ${w.refusal} is null)
        then count(*)::int end
      from ${branchRules} b where ${b.repoId} = ${r.hostId} and ${b.live}) as "protectedBranches",
    ${sumEver(counter('issues', 'triages'))} as "triagedIssues", ${sumEver(counter('ci', 'runs'))} as runs,
    (select count(*) from ${configHistory} where ${configHistory.repoId} = ${r.hostId})::int as "configChanges"`
}

/** Joins the configuration of a repository `r`. */
export const configJoins = sql`left join ${repoConfigs} config on ${config.repoId} = ${r.hostId}
  left join ${configFiles} file on ${file.repoId} = ${r.hostId}`

/** Of all live repositories by name, or of one repository. */
export function readinessRows(db: Db, now: Date, repoId?: number): Promise<ReadinessRow[]> {
  const which = repoId === undefined ? sql`${r.deletedAt} is null` : sql`${r.hostId} = ${repoId}`
  return rowsOf(
    db,
    sql`select ${r.fullName} as repo, ${r.owner}, ${r.name}, ${r.language}, ${r.private},
        ${utc(r.lastSyncedAt)} as last_synced_at, ${readinessColumns(now)}
      from ${repositories} r ${configJoins} where ${which} order by ${nameKey(r)}, ${r.id}`
  )
}
