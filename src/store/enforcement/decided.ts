// Decisions about commits.
import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { DecisionSource, DecisionWord } from '#schemas/decisions/decisions.js'
import { decisions } from '#tables/decisions/decisions.js'
import { rowsOf, type Tx } from '../sql/database.js'

const d = alias(decisions, 'd')

/** A job that is repeated comes soon after its first try. */
const NEWEST = sql.raw('50')

interface DecisionOfCommit {
  repoId: number
  source: DecisionSource
  decision: DecisionWord
  commitSha: string
}

/** Whether one of the newest decisions of this kind was made about the commit. */
export async function wasDecided(
  tx: Tx,
  { repoId, source, decision, commitSha }: DecisionOfCommit
): Promise<boolean> {
  const found = await rowsOf(
    tx,
    sql`select 1 from (
        select ${d.commitSha} as about from ${decisions} d
        where ${d.repoId} = ${repoId} and ${d.source} = ${source} and ${d.decision} = ${decision}
        order by ${d.createdAt} desc, ${d.id} desc limit ${NEWEST}
      ) as newest where about = ${commitSha} limit 1`
  )
  return found.length > 0
}
