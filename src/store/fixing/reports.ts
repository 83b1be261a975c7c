// Reads about attempts to fix issues: the list of a repository, and those of one issue.
import { type SQL, sql } from 'drizzle-orm'
import type { Paging } from '#schemas/common.js'
import type { FixAttempt, FixQuery } from '#schemas/fixing/fix.js'
import { type Db, precompiled, rowsOf, utc } from '../sql/database.js'
import { countOf, type JsonPage, pageText } from '../sql/list.js'
import { newestFirst } from '../sql/order.js'

const moments = sql.join(
  ['created_at', 'started_at', 'finished_at', 'released_at', 'updated_at'].map(
    (name) => sql`${utc(sql.raw(`t.${name}`))} as ${sql.raw(name)}`
  ),
  sql`, `
)

const FIELDS =
  precompiled(sql`t.id, r.full_name as repo, t.issue_number, t.attempt, t.branch_name, t.pr_number, t.pr_url, t.status,
  t.complexity, t.confidence, t.risk_score, t.risk_level, t.explanation, t.files_changed, t.lines_changed, t.error,
  t.reason, t.triggered_by, t.dry_run, t.decision_id, t.action_id, t.release_tag, ${moments}`)

export interface FixList {
  query: FixQuery
  repoId: number
}

export function fixesPage(
  db: Db,
  { query: { status = 'all', issue }, repoId }: FixList,
  paging: Paging
): Promise<JsonPage<FixAttempt>> {
  const where: SQL[] = [
    sql`t.repo_id = ${repoId}`,
    ...(status === 'all' ? [] : [sql`t.status = ${status}`]),
    ...(issue === undefined ? [] : [sql`t.issue_number = ${issue}`])
  ]
  const total = countOf('fix_attempts', where)
  return pageText(db, { table: 'fix_attempts', fields: FIELDS, where, order: newestFirst, total }, paging)
}

const MOST_SHOWN = 100

/** The newest first. */
export async function fixesOfIssue(db: Db, repoId: number, issueNumber: number): Promise<FixAttempt[]> {
  const rows = await rowsOf<{ text: string }>(
    db,
    sql`select row_to_json(shown)::text as text from (
        select ${FIELDS} from fix_attempts t join repositories r on r.host_id = t.repo_id
        where t.repo_id = ${repoId} and t.issue_number = ${issueNumber} and t.live
        order by t.created_at desc, t.id desc limit ${MOST_SHOWN}
      ) as shown`
  )
  return rows.map(({ text }) => JSON.parse(text))
}
