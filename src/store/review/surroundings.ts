// What surrounds a change in its repository, for the language model: the latest of each.
import { and, desc, eq, isNotNull, ne } from 'drizzle-orm'
import { ciRuns } from '#tables/mirror/ci-runs.js'
import { issues } from '#tables/mirror/issues.js'
import { reviews } from '#tables/review/reviews.js'
import type { Db } from '../sql/database.js'

export interface Surroundings {
  openIssues: { number: number; title: string }[]
  recentRuns: { workflow: string; branch: string; conclusion: string }[]
  earlierReviews: { number: number; verdict: string; summary: string }[]
}

const MOST = 5

export async function surroundingsOf(
  db: Db,
  { id, repoId }: { id: number; repoId: number }
): Promise<Surroundings> {
  const [openIssues, runs, earlier] = await Promise.all([
    db
      .select({ number: issues.number, title: issues.title })
      .from(issues)
      .where(and(eq(issues.repoId, repoId), eq(issues.state, 'open'), issues.live))
      .orderBy(desc(issues.createdAt))
      .limit(MOST),
    db
      .select({
        workflow: ciRuns.workflowName,
        branch: ciRuns.branch,
        conclusion: ciRuns.conclusion
      })
      .from(ciRuns)
      .where(and(eq(ciRuns.repoId, repoId), isNotNull(ciRuns.conclusion), ciRuns.live))
      .orderBy(desc(ciRuns.createdAt))
      .limit(MOST),
    db
      .select({ number: reviews.prNumber, verdict: reviews.verdict, summary: reviews.summary })
      .from(reviews)
      .where(and(eq(reviews.repoId, repoId), ne(reviews.id, id), isNotNull(reviews.verdict)))
      .orderBy(desc(reviews.startedAt))
      .limit(MOST)
  ])
  return {
    openIssues,
    recentRuns: runs.map(({ workflow, branch, conclusion }) => ({
      workflow: workflow ?? '',
      branch: branch ?? '',
      conclusion: conclusion ?? ''
    })),
    earlierReviews: earlier.map(({ number, verdict, summary }) => ({
      number,
      verdict: verdict ?? '',
      summary: summary ?? ''
    }))
  }
}
