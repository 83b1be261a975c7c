// Every page of the dashboard. The server serves these paths, and the browser shows what belongs to them.

export const GROUPS = [
  'Overview',
  'Work',
  'Quality',
  'Trust',
  'Governance',
  'Operations',
  'Configuration'
] as const

export interface Site {
  name: string
  /** A segment that begins with a colon is a parameter. */
  path: string
  title: string
  /** Where the navigation lists it; details and the login are not listed. */
  group?: (typeof GROUPS)[number]
  /** `g` and then this letter lead there. */
  key?: string
}

export const SITE_MAP = [
  { name: 'overview', path: '/dashboard', title: 'Overview', group: 'Overview', key: 'o' },
  { name: 'activity', path: '/dashboard/activity', title: 'Activity', group: 'Overview', key: 'y' },
  { name: 'insights', path: '/dashboard/insights', title: 'Insights', group: 'Overview' },
  { name: 'repository-insights', path: '/dashboard/insights/:owner/:repo', title: 'Insights' },
  { name: 'readiness', path: '/dashboard/readiness', title: 'Readiness', group: 'Overview', key: 'b' },
  { name: 'repository-readiness', path: '/dashboard/readiness/:owner/:repo', title: 'Readiness' },
  { name: 'repositories', path: '/dashboard/repos', title: 'Repositories', group: 'Work', key: 'r' },
  { name: 'repository', path: '/dashboard/repos/:owner/:repo', title: 'Repository' },
  { name: 'issues', path: '/dashboard/issues', title: 'Issues', group: 'Work', key: 'i' },
  { name: 'issue', path: '/dashboard/issues/:owner/:repo/:number', title: 'Issue' },
  {
    name: 'pull-requests',
    path: '/dashboard/pull-requests',
    title: 'Pull requests',
    group: 'Work',
    key: 'p'
  },
  { name: 'pull-request', path: '/dashboard/pull-requests/:owner/:repo/:number', title: 'Pull request' },
  { name: 'runs', path: '/dashboard/runs', title: 'Runs', group: 'Work', key: 'c' },
  { name: 'run', path: '/dashboard/runs/:id', title: 'Run' },
  { name: 'queue', path: '/dashboard/queue', title: 'Merge queue', group: 'Work', key: 'q' },
  { name: 'lanes', path: '/dashboard/queue/:owner/:repo', title: 'Merge queue' },
  { name: 'duplicates', path: '/dashboard/duplicates', title: 'Duplicates', group: 'Work', key: 'u' },
  { name: 'duplicate', path: '/dashboard/duplicates/:id', title: 'Duplicate' },
  { name: 'heals', path: '/dashboard/heal', title: 'Heal history', group: 'Work' },
  { name: 'fixes', path: '/dashboard/fix', title: 'Fix attempts', group: 'Work' },
  { name: 'repository-fixes', path: '/dashboard/fix/:owner/:repo', title: 'Fix attempts' },
  { name: 'rollbacks', path: '/dashboard/rollbacks', title: 'Rollbacks', group: 'Work' },
  { name: 'gates', path: '/dashboard/gates', title: 'Quality gates', group: 'Quality', key: 'l' },
  { name: 'repository-gates', path: '/dashboard/gates/:owner/:repo', title: 'Quality gates' },
  { name: 'waivers', path: '/dashboard/waivers', title: 'Waivers', group: 'Quality', key: 'w' },
  { name: 'waiver', path: '/dashboard/waivers/:id', title: 'Waiver' },
  { name: 'flaky', path: '/dashboard/flaky', title: 'Flaky tests', group: 'Quality', key: 'f' },
  { name: 'flaky-test', path: '/dashboard/flaky/:id', title: 'Flaky test' },
  { name: 'reviews', path: '/dashboard/reviews', title: 'Reviews', group: 'Quality' },
  { name: 'repository-reviews', path: '/dashboard/reviews/:owner/:repo', title: 'Reviews' },
  { name: 'pull-request-reviews', path: '/dashboard/reviews/:owner/:repo/:number', title: 'Review' },
  {
    name: 'dependencies',
    path: '/dashboard/dependencies',
    title: 'Dependencies',
    group: 'Quality',
    key: 'n'
  },
  {
    name: 'repository-dependencies',
    path: '/dashboard/dependencies/:owner/:repo',
    title: 'Dependencies'
  },
  { name: 'vulnerability', path: '/dashboard/dependencies/:id', title: 'Vulnerability' },
  { name: 'actions', path: '/dashboard/actions', title: 'Actions', group: 'Trust', key: 'a' },
  { name: 'action', path: '/dashboard/actions/:id', title: 'Action' },
  { name: 'decisions', path: '/dashboard/decisions', title: 'Decisions', group: 'Trust', key: 'e' },
  { name: 'decision', path: '/dashboard/decisions/:id', title: 'Decision' },
  { name: 'dry-run', path: '/dashboard/dry-run', title: 'Dry run', group: 'Trust' },
  { name: 'triage', path: '/dashboard/triage', title: 'Triage quality', group: 'Trust' },
  { name: 'audit', path: '/dashboard/audit', title: 'Audit trail', group: 'Trust', key: 't' },
  { name: 'maintainer', path: '/dashboard/maintainer', title: 'Maintainer', group: 'Governance', key: 'm' },
  { name: 'collaborators', path: '/dashboard/maintainer/collaborators', title: 'Access' },
  { name: 'branch-rules', path: '/dashboard/maintainer/branch-rules', title: 'Branch rules' },
  { name: 'governance', path: '/dashboard/maintainer/changes', title: 'Changes asked for' },
  { name: 'member', path: '/dashboard/maintainer/members/:org/:login', title: 'Member' },
  { name: 'maintained', path: '/dashboard/maintainer/:owner/:repo', title: 'Maintenance' },
  { name: 'policies', path: '/dashboard/policies', title: 'Policies', group: 'Governance', key: 'z' },
  { name: 'policy', path: '/dashboard/policies/:id', title: 'Policy' },
  { name: 'violations', path: '/dashboard/violations', title: 'Violations', group: 'Governance', key: 'v' },
  { name: 'config-results', path: '/dashboard/config-results', title: 'Checked files', group: 'Governance' },
  {
    name: 'custom-rules',
    path: '/dashboard/custom-rules',
    title: 'Custom rules',
    group: 'Governance',
    key: 'j'
  },
  { name: 'repository-rules', path: '/dashboard/custom-rules/:owner/:repo', title: 'Custom rules' },
  { name: 'reconciler', path: '/dashboard/reconciler', title: 'Reconciler', group: 'Governance' },
  { name: 'reconciler-runs', path: '/dashboard/reconciler/runs', title: 'Runs of the reconciler' },
  { name: 'reconciled', path: '/dashboard/reconciler/:owner/:repo', title: 'Wanted and found' },
  { name: 'host', path: '/dashboard/host', title: 'Host and jobs', group: 'Operations', key: 'h' },
  { name: 'connect', path: '/dashboard/connect', title: 'Connection', group: 'Operations' },
  { name: 'deliveries', path: '/dashboard/deliveries', title: 'Deliveries', group: 'Operations', key: 'd' },
  { name: 'delivery', path: '/dashboard/deliveries/:id', title: 'Delivery' },
  { name: 'telemetry', path: '/dashboard/telemetry', title: 'Telemetry', group: 'Operations' },
  { name: 'feedback', path: '/dashboard/feedback', title: 'Feedback rules', group: 'Operations' },
  {
    name: 'configuration',
    path: '/dashboard/config',
    title: 'Configuration',
    group: 'Configuration',
    key: 'k'
  },
  {
    name: 'playground',
    path: '/dashboard/config/playground',
    title: 'Playground',
    group: 'Configuration',
    key: 'x'
  },
  { name: 'repository-configuration', path: '/dashboard/config/:owner/:repo', title: 'Configuration' },
  {
    name: 'configuration-history',
    path: '/dashboard/config/:owner/:repo/history',
    title: 'Configuration history'
  },
  { name: 'sessions', path: '/dashboard/sessions', title: 'Sessions', group: 'Configuration', key: 's' },
  { name: 'login', path: '/dashboard/login', title: 'Log in' }
] as const satisfies readonly Site[]

export type PageName = (typeof SITE_MAP)[number]['name']

export interface SiteMatch {
  site: Site & { name: PageName }
  params: Record<string, string>
}

export function matchSite(path: string): SiteMatch | undefined {
  for (const site of SITE_MAP) {
    const params = paramsIn(site.path.split('/'), path.split('/'))
    if (params) return { site, params }
  }
  return undefined
}

function paramsIn(pattern: readonly string[], path: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== path.length) return undefined
  const params: Record<string, string> = {}
  for (const [at, part] of pattern.entries()) {
    const given = path[at] ?? ''
    if (part.startsWith(':') && given !== '') params[part.slice(1)] = decoded(given)
    else if (part !== given) return undefined
  }
  return params
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
