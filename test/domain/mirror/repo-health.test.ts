import t from 'tap'
import { computeRepoHealth, scoreDeductions } from '#domain/mirror/repo-health.js'
import type { HealthFigures } from '#schemas/mirror/repo-health.js'

const QUIET: HealthFigures = {
  repoId: 1,
  openIssues: 0,
  stalePrs: 0,
  staleIssues: 0,
  success: 0,
  failure: 0,
  failuresLately: 0,
  unhealed: 0,
  healed: 0
}

t.test('a repository of which nothing is known has a full score and an unknown health', async (t) => {
  t.match(computeRepoHealth(QUIET), { score: 100, status: 'unknown', passRate: null })
})

t.test('each kind of trouble costs its share of the score, up to its most', async (t) => {
  t.equal(
    computeRepoHealth({ ...QUIET, openIssues: 3, stalePrs: 2, failuresLately: 1 }).score,
    100 - 6 - 10 - 10
  )
  for (const [openIssues, lost] of [
    [14, 28],
    [15, 30],
    [16, 30]
  ] as const)
    t.equal(computeRepoHealth({ ...QUIET, openIssues }).score, 100 - lost)
  t.equal(computeRepoHealth({ ...QUIET, stalePrs: 4 }).score, 80)
  t.equal(computeRepoHealth({ ...QUIET, stalePrs: 5 }).score, 80)
  t.equal(computeRepoHealth({ ...QUIET, failuresLately: 4 }).score, 60)
  t.equal(computeRepoHealth({ ...QUIET, failuresLately: 1_000 }).score, 60)
})

t.test('with everything as bad as can be a score of ten is left', async (t) => {
  const worst = { ...QUIET, openIssues: 1e6, stalePrs: 1e6, failuresLately: 1e6 }
  t.same(scoreDeductions(worst), { issues: 30, stale_prs: 20, ci_failures: 40 })
  t.equal(computeRepoHealth(worst).score, 10)
})

t.test('the status follows the pass rate, whose bounds belong to the better side', async (t) => {
  for (const [success, failure, status] of [
    [10, 0, 'healthy'],
    [9, 1, 'healthy'],
    [899, 101, 'degraded'],
    [7, 3, 'degraded'],
    [699, 301, 'at_risk'],
    [0, 1, 'at_risk']
  ] as const)
    t.equal(
      computeRepoHealth({ ...QUIET, success, failure }).status,
      status,
      `${success} of ${success + failure}`
    )
})

t.test('a rate just below a bound is not rounded across it', async (t) => {
  const health = computeRepoHealth({ ...QUIET, success: 899_999, failure: 100_001 })
  t.match(health, { passRate: 0.9, status: 'degraded' })
})

t.test('more than three unhealed failures are a risk, however much passes', async (t) => {
  t.equal(computeRepoHealth({ ...QUIET, success: 1_000, failure: 3, unhealed: 3 }).status, 'healthy')
  t.equal(computeRepoHealth({ ...QUIET, success: 1_000, failure: 4, unhealed: 4 }).status, 'at_risk')
})
