// Figures of enforcement over all repositories.
import type { Static } from '@sinclair/typebox'
import { closed, count, operation, ref } from '../common.js'

export const VIOLATION_DAYS = 30
export const CONFIG_DAYS = 7

export const EnforcementStats = closed(
  {
    violations: closed(
      {
        total_violations: count(`Violations found in the last ${VIOLATION_DAYS} days.`),
        open: count('Violations that are open now, however old.'),
        remediated: count('Of those found in these days, the ones that are remediated.'),
        suppressed: count('Of those found in these days, the ones that are suppressed.'),
        auto_remediated: count('Of those found in these days, the ones that the service has corrected.'),
        repos_affected: count('Repositories with a violation that was found in these days.')
      },
      { description: 'Violations of policies.' }
    ),
    policies: closed(
      { total: count('All policies.'), active: count('Policies in force.') },
      { description: 'Policies.' }
    ),
    config: closed(
      {
        total_runs: count(`Configuration files that were validated in the last ${CONFIG_DAYS} days.`),
        failed: count('Of these, the ones with an error.'),
        passed: count('Of these, the ones without.'),
        commits_checked: count('Commits in which they were pushed.')
      },
      { description: 'Validation of configuration files.' }
    ),
    compliance: closed(
      {
        total_repos: count('Repositories that are not deleted.'),
        compliant: count('Repositories whose default branch satisfied all policies at the last comparison.'),
        non_compliant: count('Repositories whose default branch did not.'),
        unchecked: count('Repositories whose default branch no policy has been compared with.')
      },
      { description: 'Default branches.' }
    )
  },
  { $id: 'EnforcementStats', description: 'Figures of enforcement.' }
)
export type EnforcementStats = Static<typeof EnforcementStats>

export const getEnforcementStats = operation({
  operationId: 'getEnforcementStats',
  summary: 'Show figures of enforcement over all repositories',
  description: 'Counts over all repositories that are not deleted.',
  response: { 200: ref(EnforcementStats) }
})

export const schemas = [EnforcementStats]
