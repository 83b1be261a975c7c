// Status and quality reports of triage.

import type { Deps } from '#deps.js'
import { counter, topic } from '#domain/counters/counter.js'
import type { Sums } from '#domain/counters/tally.js'
import { qualityOf, totalsOf } from '#domain/triage/quality.js'
import { type Page, pageOf, pagingOf } from '#schemas/common.js'
import { TRIAGE_TYPES } from '#schemas/mirror/issues.js'
import type { TriageQuality, TriageStatus } from '#schemas/triage/reports.js'
import { evidenceSums } from '#store/counters/evidence-tallies.js'
import { repositoryByFullName } from '#store/mirror/repositories.js'
import { oldestFailure } from '#store/triage/failures.js'
import { qualityPage, type TriageQualityRow } from '#store/triage/quality.js'
import { loadTypeKnowledge } from '#store/triage/shipped-models.js'

/** The open failures of triage. */
export type TriageHealth = Pick<TriageStatus, 'status' | 'failed_count' | 'oldest_failure_at'>

export async function loadTriageHealth({ db }: Pick<Deps, 'db'>): Promise<TriageHealth> {
  const [sums, oldest] = await Promise.all([
    evidenceSums(db, { about: topic('triage', 'failures') }),
    oldestFailure(db)
  ])
  return triageHealthOf(sums, oldest)
}

function triageHealthOf(sums: Sums, oldest: string | null): TriageHealth {
  const failed = sums.get(counter('triage', 'failures', 'open')) ?? 0
  return { status: failed > 0 ? 'degraded' : 'healthy', failed_count: failed, oldest_failure_at: oldest }
}

export async function loadTriageStatus({ db, queue }: Deps): Promise<TriageStatus> {
  const [sums, oldest, counts, { types }] = await Promise.all([
    evidenceSums(db, { about: topic('triage') }),
    oldestFailure(db),
    queue.counts(),
    loadTypeKnowledge()
  ])
  const jobs = (...states: string[]) =>
    counts
      .filter(({ name, state }) => name === 'triage.run' && states.includes(state))
      .reduce((sum, { count }) => sum + count, 0)
  return {
    ...triageHealthOf(sums, oldest),
    waiting: jobs('created', 'retry'),
    active: jobs('active'),
    model: types.facts.version,
    judged: totalsOf(sums)
  }
}

interface QualityQuery {
  repo?: string
  page?: number
  per_page?: number
  limit?: number
}

export async function loadQualityPage({ db }: Deps, query: QualityQuery): Promise<Page<TriageQuality>> {
  const paging = pagingOf(query)
  const repoId = query.repo === undefined ? undefined : (await repositoryByFullName(db, query.repo)).repoId
  const { total, rows } = await qualityPage(db, paging, repoId)
  return pageOf(paging, total, rows.map(shown))
}

/** Types without feedback are left out. */
function shown({ repo, lessons, version, learntAt, sums }: TriageQualityRow): TriageQuality {
  const labels = TRIAGE_TYPES.map((label) => ({ label, ...qualityOf(sums, label) }))
  return {
    repo,
    lessons,
    model_version: version,
    learnt_at: learntAt,
    labels: labels.filter(({ judged }) => judged > 0)
  }
}
