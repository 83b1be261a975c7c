// Readiness scores of all repositories.

import type { Deps } from '#deps.js'
import { computeReadiness } from '#domain/gates/readiness.js'
import { type Page, type Paging, pageOf } from '#schemas/common.js'
import {
  CHECK_IDS,
  READINESS,
  type Readiness,
  type ReadinessPage,
  type ReadinessQuery
} from '#schemas/gates/readiness.js'
import { type ReadinessRow, readinessRows } from '#store/gates/readiness.js'

/** All repositories by name, with their summary. */
export interface FleetReadiness {
  repos: readonly Readiness[]
  summary: Pick<ReadinessPage, 'total_repos' | 'average_score' | 'check_coverage'>
}

function shown({ repo, owner, name, language, last_synced_at, ...facts }: ReadinessRow): Readiness {
  return { repo, owner, name, language, private: facts.private, last_synced_at, ...computeReadiness(facts) }
}

export async function loadFleetReadiness({ db, now }: Deps): Promise<FleetReadiness> {
  const repos = (await readinessRows(db, now())).map(shown)
  const total = repos.length
  const scores = repos.reduce((sum, { score }) => sum + score, 0)
  const coverage = CHECK_IDS.map((id, at) => {
    const statuses = repos.flatMap(({ checks }) => checks[at]?.status ?? [])
    const passed = statuses.filter((status) => status === 'passed').length
    const measured = statuses.filter((status) => status !== 'not_measured').length
    return [id, { label: READINESS[id].label, passed, total: measured }] as const
  })
  return {
    repos,
    summary: {
      total_repos: total,
      average_score: total === 0 ? null : Math.round(scores / total),
      // Cast: the keys of an object are strings for JavaScript, and every check is present.
      check_coverage: Object.fromEntries(coverage) as ReadinessPage['check_coverage']
    }
  }
}

/** The readiness of a known repository. */
export async function loadRepoReadiness({ db, now }: Deps, repoId: number): Promise<Readiness> {
  const [row] = await readinessRows(db, now(), repoId)
  if (!row) throw new Error('the repository has no row')
  return shown(row)
}

/** One page of the repositories. */
export function readinessPage(
  { repos }: FleetReadiness,
  query: ReadinessQuery,
  paging: Paging
): Page<Readiness> {
  const { min_score = 0, max_score = 100, sort = 'repo', order = 'asc' } = query
  const chosen = repos.filter(({ score }) => score >= min_score && score <= max_score)
  // The list is sorted by name, and sorting by score is stable.
  if (sort === 'score') chosen.sort((a, b) => a.score - b.score)
  if (order === 'desc') chosen.reverse()
  return pageOf(paging, chosen.length, chosen.slice(paging.offset, paging.offset + paging.perPage))
}
