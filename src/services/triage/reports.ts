// What triage says of itself.

import type { Deps } from '#deps.js'
import { counter, topic } from '#domain/counters/counter.js'
import type { Sums } from '#domain/counters/tally.js'
import { qualityOf, totalsOf } from '#domain/triage/quality.js'
import { type Page, pageOf, pagingOf } from '#schemas/common.js'
import { TRIAGE_TYPES } from '#schemas/mirror/issues.js'
import type { TriageQuality, TriageStatus } from '#schemas/triage/reports.js'
import { evidenceSums } from '#store/counters/evidence-tallies.js'
import { repositoryCalled } from '#store/mirror/repositories.js'
import { oldestFailure } from '#store/triage/failures.js'
import { qualityPage, type RepositorySums } from '#store/triage/quality.js'
import { sharedModel } from './models.js'

/** What of its work lies undone. */
export type Standing = Pick<TriageStatus, 'status' | 'failed_count' | 'oldest_failure_at'>

export async function standingOfTriage({ db }: Pick<Deps, 'db'>): Promise<Standing> {
  const [sums, oldest] = await Promise.all([
    evidenceSums(db, { about: topic('triage', 'failures') }),
    oldestFailure(db)
  ])
  return standingOf(sums, oldest)
}

function standingOf(sums: Sums, oldest: string | null): Standing {
  const failed = sums.get(counter('triage', 'failures', 'open')) ?? 0
  return { status: failed > 0 ? 'degraded' : 'healthy', failed_count: failed, oldest_failure_at: oldest }
}

export async function statusOfTriage({ db, queue }: Deps): Promise<TriageStatus> {
  const [sums, oldest, counts, { version }] = await Promise.all([
    evidenceSums(db, { about: topic('triage') }),
    oldestFailure(db),
    queue.counts(),
    sharedModel()
  ])
  const jobs = (...states: string[]) =>
    counts
      .filter(({ name, state }) => name === 'triage.run' && states.includes(state))
      .reduce((sum, { count }) => sum + count, 0)
  return {
    ...standingOf(sums, oldest),
    waiting: jobs('created', 'retry'),
    active: jobs('active'),
    model: version,
    judged: totalsOf(sums)
  }
}

interface QualityAsked {
  repo?: string
  page?: number
  per_page?: number
  limit?: number
}

export async function qualityOfTriage({ db }: Deps, query: QualityAsked): Promise<Page<TriageQuality>> {
  const paging = pagingOf(query)
  const repoId = query.repo === undefined ? undefined : (await repositoryCalled(db, query.repo)).repoId
  const { total, rows } = await qualityPage(db, paging, repoId)
  return pageOf(paging, total, rows.map(shown))
}

/** Kinds of which nothing was said are left out. */
function shown({ repo, lessons, version, learntAt, sums }: RepositorySums): TriageQuality {
  const labels = TRIAGE_TYPES.map((label) => ({ label, ...qualityOf(sums, label) }))
  return {
    repo,
    lessons,
    model_version: version,
    learnt_at: learntAt,
    labels: labels.filter(({ judged }) => judged > 0)
  }
}
