// What is measured as it grows, by the data that it is about.
const QUERIES: Record<string, readonly string[]> = {
  '/api/issues': [
    '',
    '?state=open',
    '?type=bug',
    '?priority=critical',
    '?type=untriaged&state=open',
    '?unassigned=true&state=open',
    '?stale=true',
    '?label=security',
    '?owner=org-2',
    '?search=login+retry',
    '?search=login',
    '?search=a',
    '?search=nowhere+at+all',
    '?owner=org-2&search=login+retry'
  ],
  '/api/pull-requests': [
    '',
    '?state=open',
    '?risk=high&state=open',
    '?draft=true',
    '?size=size/XL',
    '?owner=org-2',
    '?search=login+retry'
  ],
  '/api/ci': [
    '',
    '?heal_status=failed',
    '?conclusion=failure',
    '?failure_type=timeout',
    '?branch=main',
    '?owner=org-2'
  ],
  '/api/repos': ['', '?sort=open_issues&order=desc', '?owner=org-2', '?search=service-5'],
  '/api/insights/repos': ['', '?health_status=at_risk'],
  '/api/insights/velocity': ['', '?days=90'],
  '/api/insights/ci-trend': ['', '?days=90'],
  '/api/activity': ['', '?source=action', '?page=1000'],
  '/api/decisions': ['', '?source=ci_heal', '?page=1000', '?q=number+12345'],
  '/api/gates': [''],
  '/api/readiness': ['']
}

const SINGLE = [
  '/api/issues/stats',
  '/api/pull-requests/stats',
  '/api/ci/stats',
  '/api/ci/stats?days=30',
  '/api/insights/overview',
  '/api/host/stats',
  '/api/host/rate-limits',
  '/api/host/cooldowns'
]

export const OF_FLEET = [
  ...Object.entries(QUERIES).flatMap(([path, queries]) => listsWith(path, queries)),
  ...SINGLE
]

export const OF_REPOSITORY = [
  '/api/issues',
  '/api/pull-requests',
  '/api/ci',
  '/api/repos',
  '/api/insights/repos'
]

export const GOVERNANCE = [
  ...listsWith('/api/enforcement/violations', ['', '?status=open', '?status=all&page=400', '?policy_id=1']),
  '/api/enforcement/violations/org-1/service-1?status=all',
  ...listsWith('/api/maintainer/collaborators', ['', '?permission=admin', '?page=400']),
  '/api/maintainer/collaborators/org-1/service-1',
  ...listsWith('/api/maintainer/branch-rules', ['', '?compliant=false', '?page=400']),
  '/api/maintainer/branch-rules/org-1/service-1'
]

export const STATES = listsWith('/api/phase3/reconciler/repos', [
  '',
  '?in_sync=true',
  '?in_sync=false',
  '?page=400'
])

export const QUEUES = [
  ...listsWith('/api/phase2/queue', [
    ...['', '?page=400', '?active=true', '?active=false', '?status=merged', '?status=pending'],
    ...['?repo=org-1/service-1', '?repo=org-1/service-1&status=blocked']
  ]),
  ...listsWith('/api/phase2/queue/org-1/service-1', ['', '?include_inactive=false']),
  ...listsWith('/api/phase2/rollbacks', ['', '?status=failed', '?repo=org-1/service-1']),
  '/api/phase2/feedback'
]

export const TELEMETRY = [
  ...listsWith('/api/phase2/telemetry/events', [
    ...['', '?page=400', '?event_type=pr_merged', '?repo=org-1/service-1', '?pr_number=100'],
    '?event_type=pr_blocked&repo=org-1/service-1'
  ]),
  ...listsWith('/api/phase2/telemetry/summary', ['', '?days=90', '?repo=org-1/service-1']),
  ...listsWith('/api/phase2/telemetry/throughput', ['', '?days=365', '?repo=org-1/service-1']),
  ...listsWith('/api/phase2/telemetry/ci-health', ['', '?days=365'])
]

const SCORED_TESTS = [
  '',
  '?status=quarantined',
  '?quarantined=false',
  '?min_score=0.5',
  '?min_score=0.1&status=tracked',
  '?quarantine_ends_within_days=7'
]

export const TESTS = [
  ...listsWith('/api/phase3/flaky', [...SCORED_TESTS, '?page=400']),
  ...listsWith('/api/phase3/flaky/org-1/service-1', SCORED_TESTS),
  ...listsWith('/api/phase3/flaky/stats', ['', '?repo=org-1/service-1'])
]

export const FINDINGS = [
  ...listsWith('/api/phase3/dependencies/vulnerabilities', [
    ...[
      '',
      '?page=400',
      '?status=open',
      '?severity=critical',
      '?severity=critical&status=open',
      '?ecosystem=npm'
    ],
    ...[
      '?ecosystem=go&severity=low&status=pr_opened',
      '?fixable=false',
      '?fixable=false&severity=low&status=open'
    ],
    ...['?package=package-1', '?package=package-1&status=open', '?repo=org-1/service-1'],
    ...[
      '?repo=org-1/service-1&severity=low&status=open',
      '?repo=org-1/service-1&ecosystem=cargo&fixable=false'
    ]
  ]),
  ...listsWith('/api/phase3/dependencies/stats', ['', '?repo=org-1/service-1']),
  '/api/phase3/dependencies/org-1/service-1'
]

function listsWith(path: string, queries: readonly string[]): string[] {
  return queries.map((query) => `${path}${query}`)
}
