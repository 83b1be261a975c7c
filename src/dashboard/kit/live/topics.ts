// Which changes make a reply outdated, by where its path begins.
import type { components } from '../../../../openapi/client.js'

export type LiveTopic = components['schemas']['Changes']['topics'][number]

const TOPICS_OF: Readonly<Record<string, readonly LiveTopic[]>> = {
  actions: ['actions', 'decisions'],
  activity: ['activity'],
  audit: ['audit'],
  auth: ['sessions'],
  ci: ['runs', 'healing'],
  config: ['configuration'],
  decisions: ['decisions'],
  deliveries: ['deliveries'],
  duplicates: ['duplicates', 'issues'],
  enforcement: ['enforcement'],
  fix: ['fixing'],
  gates: ['gates'],
  heal: ['healing', 'runs'],
  insights: ['repositories', 'issues', 'pull_requests', 'runs'],
  issues: ['issues', 'triage', 'duplicates', 'fixing'],
  maintainer: ['maintenance', 'people', 'branch_rules'],
  'phase2/feedback': ['feedback'],
  'phase2/queue': ['merge_queue'],
  'phase2/rollbacks': ['rollbacks'],
  'phase2/telemetry': ['telemetry', 'merge_queue'],
  'phase3/dependencies': ['dependencies'],
  'phase3/flaky': ['flaky_tests'],
  'phase3/reconciler': ['reconciler'],
  progress: ['syncs', 'duplicates', 'deliveries', 'enforcement', 'reconciler', 'dependencies', 'audit'],
  'pull-requests': ['pull_requests', 'triage'],
  readiness: ['repositories', 'syncs', 'configuration', 'gates', 'branch_rules', 'maintenance', 'deliveries'],
  repos: ['repositories', 'syncs'],
  review: ['reviews'],
  transfers: ['repositories'],
  triage: ['triage'],
  waivers: ['waivers']
}

const NONE: readonly LiveTopic[] = []

/** None for what changes without the database, such as the health of the service: that is asked for from time to time. */
export function topicsOf(path: string): readonly LiveTopic[] {
  const [, , first = '', second = ''] = path.split('/')
  return TOPICS_OF[`${first}/${second}`] ?? TOPICS_OF[first] ?? NONE
}
