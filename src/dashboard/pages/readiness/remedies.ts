// What there is to do for each check of readiness that fails, and where.
import type { components } from '../../../../openapi/client.js'

type CheckId = components['schemas']['ReadinessCheck']['id']

interface Remedy {
  text: string
  /** The page where it is done, or where the rest is told. */
  title: string
  href: string
}

const within = (page: string, repo: string) => `/dashboard/${page}?repo=${encodeURIComponent(repo)}`

const REMEDIES: Readonly<Record<CheckId, (repo: string) => Remedy>> = {
  webhook_active: (repo) => ({
    text: 'Let the host send its webhooks to /webhooks/host, signed with HOST_WEBHOOK_SECRET. Any event of the repository is enough.',
    title: 'Its deliveries',
    href: within('deliveries', repo)
  }),
  repo_synced: (repo) => ({
    text: 'Sync the repository. If a sync has failed, its page says which part, and why.',
    title: 'Its sync',
    href: `/dashboard/repos/${repo}`
  }),
  service_yml: (repo) => ({
    text: 'Put a file .service.yml on the default branch, or mend the one that is there. The configuration says what was read of it.',
    title: 'Its configuration',
    href: `/dashboard/config/${repo}`
  }),
  config_overrides: (repo) => ({
    text: 'Set in the configuration what differs from the file. A repository that needs nothing of its own can do without.',
    title: 'Its configuration',
    href: `/dashboard/config/${repo}`
  }),
  stale_policy: (repo) => ({
    text: 'Say after how many days issues and pull requests are stale: under pillars.maintainer.stale of the file, or in the settings of its maintenance.',
    title: 'Its maintenance',
    href: `/dashboard/maintainer/${repo}`
  }),
  issues_triaged: (repo) => ({
    text: 'It passes with the first issue that is opened while triage is on. If there were some, see whether triage has failed.',
    title: 'Triage',
    href: within('triage', repo)
  }),
  ci_runs_received: (repo) => ({
    text: 'Subscribe the app to workflow_run and let it read Actions. A sync fetches the runs of the last 90 days.',
    title: 'Its runs',
    href: within('runs', repo)
  }),
  branch_protection: (repo) => ({
    text: 'Protect the default branch: on the host, among the branch rules of its maintenance, or for all repositories by a policy.',
    title: 'Its branch rules',
    href: `/dashboard/maintainer/${repo}`
  }),
  config_versioned: (repo) => ({
    text: 'It passes with the first change of the configuration that is saved here or through the API: each of them is on record.',
    title: 'Its configuration',
    href: `/dashboard/config/${repo}`
  })
}

export const remedyOf = (check: CheckId, repo: string): Remedy => REMEDIES[check](repo)
