// Finds the issues and pull requests of a repository that are due for a warning or to be closed. What has been active is
// not read: each way to be idle is a range of an index.
import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { StaleItem, StaleStep } from '#domain/maintenance/stale-inputs.js'
import type { StaleTarget } from '#schemas/host/enums.js'
import { itemActivity } from '#tables/maintenance/item-activity.js'
import { maintenanceActions } from '#tables/maintenance/maintenance-actions.js'
import { issues } from '#tables/mirror/issues.js'
import { pullRequests } from '#tables/mirror/pull-requests.js'
import { type Db, momentOf, rowsOf, utc } from '../sql/database.js'
import { isTaken } from './maintenance-actions.js'

const a = alias(itemActivity, 'a')
const m = alias(maintenanceActions, 'm')
const issue = alias(issues, 'i')
const pull = alias(pullRequests, 'i')

/** The last moments at which a person may have been active on what is due; null for closings that never come. */
export interface StaleCutOffs {
  warn: Date
  close: Date | null
  /** The last moment at which a warning may have been posted of what is closed. */
  warned: Date
}

export interface StaleQuery {
  repoId: number
  type: StaleTarget
  cutOffs: StaleCutOffs
  /** In lower case. */
  exemptLabels: readonly string[]
  at: Date
  most: Record<StaleStep, number>
}

export type DueItem = StaleItem & {
  step: StaleStep
  /** The branches of a pull request. */
  branches: string[]
}

interface DueRow {
  step: StaleStep
  number: number
  isDraft: boolean
  labels: string
  author: string | null
  humanAt: string
  epoch: number
  warnedAt: string | null
  branches: string
}

/** Those that were never looked at come first, and then the longest idle. */
export async function dueItems(db: Db, query: StaleQuery): Promise<DueItem[]> {
  const rows = await rowsOf<DueRow>(db, sql`${ofStep(query, 'warn')} union all ${ofStep(query, 'close')}`)
  return rows.map(({ step, number, isDraft, labels, author, humanAt, epoch, warnedAt, branches }) => ({
    type: query.type,
    step,
    number,
    isOpen: true,
    isByBot: author?.endsWith('[bot]') === true,
    isDraft,
    hasMilestone: false,
    isAssigned: false,
    labels: JSON.parse(labels),
    humanAt: new Date(humanAt),
    epoch,
    warnedAt: warnedAt === null ? null : new Date(warnedAt),
    branches: JSON.parse(branches)
  }))
}

function ofStep(query: StaleQuery, step: StaleStep): SQL {
  const { repoId, type, at, most, cutOffs } = query
  const cutOff = step === 'warn' ? cutOffs.warn : (cutOffs.close ?? new Date(0))
  const columns = type === 'issue' ? issue : pull
  // What was closed when it was last heard of is open again: its last update is all that is known of that.
  const idleSince = sql`coalesce(case when ${a.watched} then ${a.humanAt} end, ${columns.updatedAt})`
  const key = sql`'stale:' || ${repoId}::bigint || ':' || ${type}::text || ':' || idle.number || ${`:${step}:`}::text || epoch`
  const conditions = [...exemptions(query), ...standing(query, step)]
  const where = sql.join([sql`${idleSince} <= ${momentOf(cutOff)}`, ...conditions], sql` and `)
  return sql`(select ${step}::text as step, idle.* from (
      select ${columns.number} as number,
        ${type === 'issue' ? sql`false` : pull.draft} as "isDraft", to_json(${columns.labels})::text as labels,
        ${columns.author} as author, ${utc(idleSince)} as "humanAt", coalesce(${a.epoch}, 1) as epoch,
        ${utc(a.warnedAt)} as "warnedAt",
        ${type === 'issue' ? sql`'[]'` : sql`json_build_array(${pull.headBranch}, ${pull.baseBranch})::text`} as branches
      from ${idleRows(query, cutOff)} where ${where}) as idle
    left join ${maintenanceActions} m on ${m.idempotencyKey} = ${key}
    where ${m.id} is null or not ${isTaken(m, at)}
    order by ${m.id} is not null, idle."humanAt", idle.number limit ${most[step]})`
}

/** Rows `i` of the mirror with their activity `a`: idle by the mirror, or by what is known of people. */
function idleRows({ repoId, type }: StaleQuery, cutOff: Date): SQL {
  const table = type === 'issue' ? issues : pullRequests
  const columns = type === 'issue' ? issue : pull
  const isOpen = sql`${columns.repoId} = ${repoId} and ${columns.live} and ${columns.state} = 'open'`
  const isSame = sql`${a.repoId} = ${repoId} and ${a.targetType} = ${type} and ${a.number} = ${columns.number}`
  const moment = momentOf(cutOff)
  return sql`(
      select ${columns.id} from ${table} i where ${isOpen} and ${columns.updatedAt} <= ${moment}
      union
      select ${columns.id} from ${itemActivity} a join ${table} i on ${columns.number} = ${a.number} and ${isOpen}
      where ${a.repoId} = ${repoId} and ${a.targetType} = ${type} and ${a.watched} and ${a.humanAt} <= ${moment}
    ) as found join ${table} i on ${columns.id} = found.id left join ${itemActivity} a on ${isSame}`
}

/** What the mirror knows to be exempt is not even looked at. */
function exemptions({ type, exemptLabels }: StaleQuery): SQL[] {
  const columns = type === 'issue' ? issue : pull
  const exempt = sql`array(select json_array_elements_text(${JSON.stringify(exemptLabels)}::json))`
  return [
    sql`coalesce(${columns.author}, '') not like '%[bot]'`,
    sql`not exists (select from unnest(${columns.labels}) as label where lower(label) = any (${exempt}))`,
    type === 'pr' ? sql`not ${pull.draft}` : sql`${issue.assignees} = '{}'`
  ]
}

/** How an item stands in its epoch. */
function standing({ cutOffs }: StaleQuery, step: StaleStep): SQL[] {
  if (step === 'warn') return [sql`${a.warnedAt} is null`]
  return cutOffs.close === null ? [sql`false`] : [sql`${a.warnedAt} <= ${momentOf(cutOffs.warned)}`]
}
