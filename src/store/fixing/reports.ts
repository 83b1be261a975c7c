// Reads about attempts to fix issues: of a repository, and of one issue.
import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { joined, memberOf, textOf } from '#domain/json/text.js'
import type { Page, Paging } from '#schemas/common.js'
import type { FixAttempt, FixQuery } from '#schemas/fixing/fix.js'
import { fixAttempts } from '#tables/fixing/fix-attempts.js'
import { repositories } from '#tables/mirror/repositories.js'
import type { RepositoryRef } from '../mirror/repositories.js'
import { type Db, precompiled, rowsOf, utcColumns } from '../sql/database.js'
import { countOf, type JsonPage, liveRowsOfRepositories, pageText } from '../sql/list.js'
import { newestFirst } from '../sql/order.js'

const t = alias(fixAttempts, 't')
const r = alias(repositories, 'r')

const FIXES = liveRowsOfRepositories(fixAttempts)
const BY_AGE = newestFirst(t)

const moments = utcColumns(t.createdAt, t.startedAt, t.finishedAt, t.releasedAt, t.updatedAt)

const FIELDS =
  precompiled(sql`${t.id}, ${r.fullName} as repo, ${t.issueNumber}, ${t.attempt}, ${t.branchName}, ${t.prNumber},
  ${t.prUrl}, ${t.status}, ${t.complexity}, ${t.confidence}, ${t.riskScore}, ${t.riskLevel}, ${t.explanation},
  ${t.filesChanged}, ${t.linesChanged}, ${t.error}, ${t.reason}, ${t.triggeredBy}, ${t.dryRun}, ${t.decisionId},
    ${t.actionId}, ${t.releaseTag}, ${moments}`)

export interface FixList {
  query: FixQuery
  repository: RepositoryRef
}

/** The attempts in a repository, and its name. */
export async function fixesPage(
  db: Db,
  { query: { status = 'all', issue }, repository: { repoId, fullName } }: FixList,
  paging: Paging
): Promise<JsonPage<FixAttempt, Page<FixAttempt> & { repo: string }>> {
  const where: SQL[] = [
    sql`${t.repoId} = ${repoId}`,
    ...(status === 'all' ? [] : [sql`${t.status} = ${status}`]),
    ...(issue === undefined ? [] : [sql`${t.issueNumber} = ${issue}`])
  ]
  const total = countOf(FIXES, where)
  const list = { listed: FIXES, fields: FIELDS, where, order: BY_AGE, total }
  const page = await pageText<FixAttempt>(db, list, paging)
  return { meta: page.meta, text: joined(page.text, memberOf('repo', textOf(fullName))) }
}

const MOST_SHOWN = 100

/** The newest first. */
export async function fixesOfIssue(db: Db, repoId: number, issueNumber: number): Promise<FixAttempt[]> {
  const rows = await rowsOf<{ text: string }>(
    db,
    sql`select row_to_json(shown)::text as text from (
        select ${FIELDS} from ${fixAttempts} t join ${repositories} r on ${r.hostId} = ${t.repoId}
        where ${t.repoId} = ${repoId} and ${t.issueNumber} = ${issueNumber} and ${t.live}
        order by ${t.createdAt} desc, ${t.id} desc limit ${MOST_SHOWN}
      ) as shown`
  )
  return rows.map(({ text }) => JSON.parse(text))
}
