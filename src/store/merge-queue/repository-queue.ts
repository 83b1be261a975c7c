// The queue of a repository, written as JSON by the database in one round trip: most of it is sent as it is.
import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { fromDatabase, type JsonText } from '#domain/json/text.js'
import type { QueueConfiguration } from '#schemas/merge-queue/configuration.js'
import type { QueueEntry, QueueLane } from '#schemas/merge-queue/queue.js'
import { queueConfigs } from '#tables/merge-queue/queue-configs.js'
import { queueEntries } from '#tables/merge-queue/queue-entries.js'
import { queueLanes } from '#tables/merge-queue/queue-lanes.js'
import { type Db, parseJson, precompiled, rowsOf, utcColumns } from '../sql/database.js'
import { idNamed } from '../sql/repository-name.js'
import { ENTRY_FIELDS, ENTRY_ORDER, LISTED_ENTRIES } from './lists.js'

const t = alias(queueEntries, 't')
const c = alias(queueConfigs, 'c')
const l = alias(queueLanes, 'l')

/** Of ended entries. */
const MOST_ENDED = 100

const IS_OWN = sql`${LISTED_ENTRIES.visible} and ${t.repoId} = named.id`
const IS_ACTIVE = sql`${IS_OWN} and ${t.endedOrder} = 0`

const ACTIVE = sql`(select * from ${queueEntries} t where ${IS_ACTIVE})`
const WITH_ENDED = sql`${ACTIVE} union all (select * from ${queueEntries} t where ${IS_OWN} and ${t.endedOrder} > 0
  order by ${ENTRY_ORDER.by} limit ${sql.raw(String(MOST_ENDED))})`

const LANES = precompiled(sql`select json_agg(lane) from (
  select ${t.baseBranch}, count(*)::int as depth, (array_agg(${t.prNumber} order by ${t.position}))[1] as head_pr,
    (select ${l.stopped} from ${queueLanes} l where ${l.repoId} = named.id and ${l.baseBranch} = ${t.baseBranch}) as stopped
  from ${queueEntries} t where ${IS_ACTIVE} group by ${t.baseBranch} order by ${t.baseBranch} collate "C"
) as lane`)

const CONFIG = precompiled(sql`select row_to_json(config) from (
  select ${c.id}, ${c.repoId}, ${c.enabled}, ${c.mergeMethod}, ${c.deleteBranch}, ${c.requiredChecks}, ${c.maxQueueDepth},
    ${c.checkTimeoutMins}, ${c.rollbackEnabled}, ${c.baseBranch}, ${c.batchSize}, ${c.speculativeDepth},
    ${c.batchMaxWaitSecs}, ${c.maxAttempts}, ${c.admitOn}, ${c.freezes}, ${c.areas}, ${c.strict}, ${c.allowSkip},
    ${utcColumns(c.createdAt, c.updatedAt)}
  from ${queueConfigs} c where ${c.repoId} = named.id
) as config`)

const entriesOf = (chosen: typeof ACTIVE) =>
  precompiled(sql`select json_agg(shown) from (
    select ${ENTRY_FIELDS} from (${chosen}) as t ${LISTED_ENTRIES.join} order by ${ENTRY_ORDER.by}
  ) as shown`)
const ACTIVE_ENTRIES = entriesOf(ACTIVE)
const ALL_ENTRIES = entriesOf(WITH_ENDED)

export interface StoredQueue {
  /** All that are active and, if they are asked for, the last that have ended. */
  entries: JsonText<QueueEntry[]>
  config: QueueConfiguration | null
  lanes: Omit<QueueLane, 'frozen'>[]
}

interface QueueTexts {
  entries: string
  config: StoredQueue['config'] | string
  lanes: StoredQueue['lanes'] | string
}

/** Undefined if there is no repository of this name. */
export async function queueOfRepository(
  db: Db,
  fullName: string,
  includeInactive: boolean
): Promise<StoredQueue | undefined> {
  const entries = includeInactive ? ALL_ENTRIES : ACTIVE_ENTRIES
  const [row] = await rowsOf<QueueTexts>(
    db,
    sql`select coalesce((${entries}), '[]')::text as entries, coalesce((${CONFIG}), 'null')::text as config,
        coalesce((${LANES}), '[]')::text as lanes
      from (select ${idNamed(fullName)} as id) as named where id is not null`
  )
  return (
    row && { entries: fromDatabase(row.entries), config: parseJson(row.config), lanes: parseJson(row.lanes) }
  )
}
