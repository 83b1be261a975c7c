// The module of each page, loaded when the page is opened first. A page of the site map without one does not compile.
import type { ComponentType } from 'preact'
import type { PageProps } from '../kit/page.js'
import type { PageName } from '../site-map.js'

type LoadPage = () => Promise<ComponentType<PageProps>>

export const PAGES: Record<PageName, LoadPage> = {
  overview: () => import('./overview/index.js').then((page) => page.OverviewPage),
  activity: () => import('./activity.js').then((page) => page.ActivityFeedPage),
  insights: () => import('./insights/fleet.js').then((page) => page.InsightsPage),
  'repository-insights': () => import('./insights/repository.js').then((page) => page.RepositoryInsightsPage),
  readiness: () => import('./readiness/fleet.js').then((page) => page.FleetReadinessPage),
  'repository-readiness': () =>
    import('./readiness/repository.js').then((page) => page.RepositoryReadinessPage),
  repositories: () => import('./repositories/list.js').then((page) => page.RepositoriesPage),
  repository: () => import('./repositories/detail.js').then((page) => page.RepositoryPage),
  issues: () => import('./issues.js').then((page) => page.IssuesPage),
  issue: () => import('./items/issue.js').then((page) => page.IssuePage),
  'pull-requests': () => import('./pull-requests.js').then((page) => page.PullRequestsPage),
  'pull-request': () => import('./items/pull-request.js').then((page) => page.PullRequestPage),
  runs: () => import('./runs/list.js').then((page) => page.RunsPage),
  run: () => import('./runs/detail.js').then((page) => page.RunPage),
  heals: () => import('./runs/heals.js').then((page) => page.HealsPage),
  fixes: () => import('./fixes/fleet.js').then((page) => page.FixesPage),
  'repository-fixes': () => import('./fixes/repository.js').then((page) => page.RepositoryFixesPage),
  triage: () => import('./triage.js').then((page) => page.TriagePage),
  duplicates: () => import('./duplicates/list.js').then((page) => page.DuplicatesPage),
  duplicate: () => import('./duplicates/pair.js').then((page) => page.DuplicatePairPage),
  queue: () => import('./queue/list.js').then((page) => page.QueuePage),
  lanes: () => import('./queue/lanes.js').then((page) => page.LanesPage),
  rollbacks: () => import('./rollbacks.js').then((page) => page.RollbacksPage),
  flaky: () => import('./flaky/list.js').then((page) => page.FlakyTestsPage),
  'flaky-test': () => import('./flaky/detail.js').then((page) => page.FlakyTestPage),
  dependencies: () => import('./dependencies/list.js').then((page) => page.DependenciesPage),
  vulnerability: () => import('./dependencies/detail.js').then((page) => page.VulnerabilityPage),
  'repository-dependencies': () =>
    import('./dependencies/repository.js').then((page) => page.RepositoryDependenciesPage),
  actions: () => import('./actions/list.js').then((page) => page.ActionsPage),
  action: () => import('./actions/detail.js').then((page) => page.ActionPage),
  decisions: () => import('./decisions/list.js').then((page) => page.DecisionsPage),
  decision: () => import('./decisions/detail.js').then((page) => page.DecisionPage),
  'dry-run': () => import('./decisions/dry-run.js').then((page) => page.DryRunPage),
  gates: () => import('./gates/fleet.js').then((page) => page.GatesPage),
  'repository-gates': () => import('./gates/repository.js').then((page) => page.RepositoryGatesPage),
  waivers: () => import('./waivers/list.js').then((page) => page.WaiversPage),
  waiver: () => import('./waivers/detail.js').then((page) => page.WaiverPage),
  violations: () => import('./violations.js').then((page) => page.ViolationsPage),
  audit: () => import('./audit.js').then((page) => page.AuditPage),
  deliveries: () => import('./deliveries/list.js').then((page) => page.DeliveriesPage),
  delivery: () => import('./deliveries/detail.js').then((page) => page.DeliveryPage),
  telemetry: () => import('./telemetry.js').then((page) => page.TelemetryPage),
  feedback: () => import('./feedback/rules.js').then((page) => page.FeedbackRulesPage),
  sessions: () => import('./sessions.js').then((page) => page.SessionsPage),
  login: () => import('./login.js').then((page) => page.LoginPage)
}
