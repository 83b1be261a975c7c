// What a decision shows of its actions.
import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { managedActions } from '#tables/actions/managed-actions.js'
import { decisions } from '#tables/decisions/decisions.js'
import type { DecisionField } from '../decisions/reports.js'
import { precompiled } from '../sql/database.js'

const t = alias(decisions, 't')
const a = alias(managedActions, 'a')

export const actionIds: DecisionField = precompiled(sql`coalesce((select json_agg(${a.id} order by ${a.id})
  from ${managedActions} a where ${a.decisionId} = ${t.id}), '[]') as action_ids`)
