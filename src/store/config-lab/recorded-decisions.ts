// The last decisions of a repository with their inputs, limited in number and size.
import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { PreviewedEvent } from '#schemas/config-lab/preview.js'
import { managedActions } from '#tables/actions/managed-actions.js'
import { decisions } from '#tables/decisions/decisions.js'
import { type Db, momentOf, rowsOf, utc } from '../sql/database.js'

const t = alias(decisions, 't')

export interface ReplayRow {
  event: PreviewedEvent
  evaluator: string | null
  evaluatorVersion: number | null
  /** Canonical JSON. */
  inputs: string | null
  isTooLarge: boolean
  configUsed: string | null
  /** The actions that followed, a few words each. */
  actions: readonly string[]
}

export interface ReplayWindow {
  repoId: number
  from: Date
  to: Date
  most: number
}

/** Of all rows together, the newest first. Inputs beyond it are omitted. */
const MOST_INPUT_BYTES = 16 * 1024 * 1024
const MOST_ACTIONS = 20

interface Row extends Omit<ReplayRow, 'event' | 'actions'> {
  event: string
  actions: string
}

export async function recordedDecisions(db: Db, window: ReplayWindow): Promise<ReplayRow[]> {
  const { repoId, from, to, most } = window
  const newestFirst = sql`${t.createdAt} desc, ${t.id} desc`
  const actions = sql`select concat_ws(' ', ${managedActions.actionType}, ${managedActions.actionValue}) as words, ${managedActions.id}
    from ${managedActions}
    where ${managedActions.decisionId} = ${t.id} order by ${managedActions.id} limit ${MOST_ACTIONS}`
  const rows = await rowsOf<Row>(
    db,
    sql`select row_to_json((select shown from (select ${t.id} as event_id, ${t.triggerEvent} as event_type,
          ${t.source}, ${t.pillar}, ${t.targetType}, ${t.targetNumber}, ${t.targetBranch},
          ${utc(t.createdAt)} as decided_at, ${t.decision} as original_decision) as shown))::text as event,
        ${t.evaluator}, ${t.evaluatorVersion} as "evaluatorVersion", ${t.configUsed} as "configUsed",
        case when sizes <= ${MOST_INPUT_BYTES} then ${t.inputs} end as inputs,
        ${t.inputs} is not null and sizes > ${MOST_INPUT_BYTES} as "isTooLarge",
        coalesce((select json_agg(words order by id) from (${actions}) as done), '[]')::text as actions
      from (
        select *, sum(coalesce(octet_length(${t.inputs}), 0)) over (order by ${newestFirst}) as sizes
        from (
          select * from ${decisions} t where ${t.repoId} = ${repoId}
            and ${t.createdAt} >= ${momentOf(from)} and ${t.createdAt} <= ${momentOf(to)}
          order by ${newestFirst} limit ${most}
        ) as t
      ) as t order by ${newestFirst}`
  )
  return rows.map(({ event, actions, ...row }) => ({
    ...row,
    event: JSON.parse(event),
    actions: JSON.parse(actions)
  }))
}
