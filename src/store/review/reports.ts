// Lists of reviews: of all repositories, and of one.
import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Paging } from '#schemas/common.js'
import type { PullRequestReview, ReviewQuery } from '#schemas/review/review.js'
import { managedActions } from '#tables/actions/managed-actions.js'
import { repositories } from '#tables/mirror/repositories.js'
import { reviewFindings } from '#tables/review/review-findings.js'
import { reviews } from '#tables/review/reviews.js'
import { type Db, momentOf, precompiled, utcColumns } from '../sql/database.js'
import { countOf, type JsonPage, liveRowsOfRepositories, pageText } from '../sql/list.js'
import { momentKey, numberKey, orderOn } from '../sql/order.js'
import { idNamed } from '../sql/repository-name.js'

const t = alias(reviews, 't')
const r = alias(repositories, 'r')
const a = alias(managedActions, 'a')
const w = alias(reviewFindings, 'w')

const LISTED = liveRowsOfRepositories(reviews)
const BY_START = orderOn([momentKey(t.startedAt), numberKey(t.id)], 'desc')

const FIELDS =
  precompiled(sql`${t.id}, ${t.repoId}, ${r.fullName} as repo_full_name, ${r.owner} as repo_owner,
  ${r.name} as repo_name, ${r.owner} as owner, ${t.prNumber}, ${t.commitSha}, ${t.status}, ${t.trigger}, ${t.verdict},
  ${t.confidence}, ${t.blocked}, ${t.summary}, ${t.reason}, json_array_length(${t.findings}::json) as finding_count,
  ${t.ignoredFindings}::json as ignored_findings, ${t.leftOut}::json as left_out, ${t.filesReviewed}, ${t.linesAdded},
  ${t.linesRemoved}, ${t.tokensUsed}, ${t.overallCorrectness}, ${t.overallConfidence}, ${t.overallExplanation},
  ${t.reviewEngine}, ${t.durationMs}, posted.host_review_id, posted.check_run_id, ${t.decisionId},
  ${t.configSnapshot}::json as config_snapshot, ${utcColumns(t.startedAt, t.completedAt)}`)

/** With what has become of each since. */
const WITH_FINDINGS = precompiled(sql`${FIELDS}, (
    select coalesce(jsonb_agg(found.it || jsonb_build_object('outcome', coalesce(${w.outcome}, 'open')) order by found.at), '[]')
    from jsonb_array_elements(${t.findings}::jsonb) with ordinality as found(it, at)
    left join ${reviewFindings} w on ${w.repoId} = ${t.repoId} and ${w.prNumber} = ${t.prNumber}
      and ${w.fingerprint} = found.it->>'fingerprint'
  ) as findings`)

/** What became of its result on the host, by the actions that came of its decision. */
const POSTED = precompiled(sql`left join lateral (
    select max(${a.hostId}) filter (where ${a.actionType} = 'submit-review') as host_review_id,
      max(${a.hostId}) filter (where ${a.actionType} = 'create-check') as check_run_id
    from ${managedActions} a where ${a.decisionId} = ${t.decisionId}
  ) as posted on true`)

/** Those that have a verdict; none of a repository that nobody knows. */
export function reviewsPage(
  db: Db,
  query: ReviewQuery,
  paging: Paging
): Promise<JsonPage<PullRequestReview>> {
  const { repo, verdict = 'all', pr, since, include } = query
  const where = [
    sql`${t.verdict} is not null`,
    repo !== undefined && sql`${t.repoId} = ${idNamed(repo)}`,
    verdict !== 'all' && sql`${t.verdict} = ${verdict}`,
    pr !== undefined && sql`${t.prNumber} = ${pr}`,
    since !== undefined && sql`${t.startedAt} >= ${momentOf(since)}`
  ].filter((condition) => condition !== false)
  return page(db, where, paging, include === 'findings')
}

/** All of a repository, also those without a verdict. */
export function reviewsOfRepo(
  db: Db,
  { repoId, pr }: { repoId: number; pr?: number | undefined },
  paging: Paging
): Promise<JsonPage<PullRequestReview>> {
  const where = [sql`${t.repoId} = ${repoId}`]
  if (pr !== undefined) where.push(sql`${t.prNumber} = ${pr}`)
  return page(db, where, paging, true)
}

function page(
  db: Db,
  where: readonly SQL[],
  paging: Paging,
  withFindings: boolean
): Promise<JsonPage<PullRequestReview>> {
  const fields = withFindings ? WITH_FINDINGS : FIELDS
  return pageText(
    db,
    { listed: LISTED, fields, lookups: POSTED, where, order: BY_START, total: countOf(LISTED, where) },
    paging
  )
}
