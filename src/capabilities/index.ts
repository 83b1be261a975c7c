// The capabilities, from the lowest to the highest: each may import those before it and none after it.

import { evaluatorKey } from '#domain/decisions/versions.js'
import type { RouteGroup } from '#http/route-group.js'
import type { JobTable } from '#queue/job.js'
import type { Registry } from '#registry.js'
import { accountsCapability } from './accounts.js'
import { actionsCapability } from './actions.js'
import { activityCapability } from './activity.js'
import { auditCapability } from './audit.js'
import type { Capability } from './capability.js'
import { commandsCapability } from './commands.js'
import { configLabCapability } from './config-lab.js'
import { configurationCapability } from './configuration.js'
import { decisionsCapability } from './decisions.js'
import { deliveriesCapability } from './deliveries.js'
import { dependenciesCapability } from './dependencies.js'
import { duplicatesCapability } from './duplicates.js'
import { enforcementCapability } from './enforcement.js'
import { feedbackCapability } from './feedback.js'
import { fixingCapability } from './fixing.js'
import { flakyTestsCapability } from './flaky-tests.js'
import { gatesCapability } from './gates.js'
import { healingCapability } from './healing.js'
import { hostCapability } from './host.js'
import { insightsCapability } from './insights.js'
import { maintenanceCapability } from './maintenance.js'
import { mergeQueueCapability } from './merge-queue.js'
import { mirrorCapability } from './mirror.js'
import { operationCapability } from './operation.js'
import { patchesCapability } from './patches.js'
import { reconcilerCapability } from './reconciler.js'
import { reviewCapability } from './review.js'
import { rollbacksCapability } from './rollbacks.js'
import { rulesCapability } from './rules.js'
import { spamGateCapability } from './spam-gate.js'
import { telemetryCapability } from './telemetry.js'
import { transfersCapability } from './transfers.js'
import { triageCapability } from './triage.js'
import { waiversCapability } from './waivers.js'

const manifests = [
  activityCapability,
  auditCapability,
  accountsCapability,
  deliveriesCapability,
  mirrorCapability,
  hostCapability,
  telemetryCapability,
  configurationCapability,
  waiversCapability,
  decisionsCapability,
  actionsCapability,
  patchesCapability,
  maintenanceCapability,
  feedbackCapability,
  gatesCapability,
  triageCapability,
  duplicatesCapability,
  healingCapability,
  fixingCapability,
  spamGateCapability,
  rulesCapability,
  configLabCapability,
  insightsCapability,
  transfersCapability,
  enforcementCapability,
  reconcilerCapability,
  flakyTestsCapability,
  mergeQueueCapability,
  rollbacksCapability,
  dependenciesCapability,
  reviewCapability,
  commandsCapability,
  operationCapability
] as const

export const capabilities: readonly Capability[] = manifests

type JobsOf<One> = One extends { jobs: infer Jobs } ? Jobs : never
type UnionToIntersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All
) => void
  ? All
  : never

// Cast: TypeScript cannot type a merged list. The intersection checks that every job has a definition.
export const jobs: JobTable = Object.assign({}, ...manifests.map(jobsIn)) as UnionToIntersection<
  JobsOf<(typeof manifests)[number]>
>

function jobsIn({ jobs = {} }: Capability) {
  return jobs
}

/** The order of the groups in the API document. Groups that are not listed come last. */
const READING_ORDER = [
  'operation',
  'webhooks',
  'deliveries',
  'host',
  'repos',
  'issues',
  'pull-requests',
  'ci',
  'duplicates',
  'triage',
  'heal',
  'fix',
  'decisions',
  'actions',
  'transfers',
  'waivers',
  'maintainer',
  'enforcement',
  'phase2',
  'phase3',
  'insights',
  'activity',
  'readiness',
  'gates',
  'config',
  'intelligence',
  'auth'
]

/** All route groups, which together are the access policy of the service. */
export const groups: readonly RouteGroup[] = collectEntries('groups').toSorted(
  (a, b) => readingPosition(a) - readingPosition(b)
)

function readingPosition({ tag }: RouteGroup): number {
  const position = READING_ORDER.indexOf(tag)
  return position < 0 ? READING_ORDER.length : position
}

export const registry: Registry = {
  evaluators: new Map(collectEntries('evaluators').map((evaluator) => [evaluatorKey(evaluator), evaluator])),
  events: collect('events'),
  listings: collect('listings'),
  mirrors: collect('mirror'),
  syncs: collect('sync'),
  arrivals: collect('arrival'),
  pillars: collect('pillar'),
  actions: collect('actions'),
  patchOwners: new Map(collect('patchOwner').map(({ source, owner }) => [source, owner])),
  tables: collectEntries('tables'),
  transfers: collect('transfer'),
  retention: collectEntries('retention'),
  gauges: collectEntries('gauges'),
  decisionFields: collect('decisionField'),
  gateCounts: collect('gateCounts'),
  liveQueues: collect('liveQueue'),
  queuePriorities: collect('queuePriority'),
  untestedLandings: collect('untestedLanding'),
  testedCommits: collect('commitTested')
}

function collect<Part extends keyof Capability>(part: Part): NonNullable<Capability[Part]>[] {
  return capabilities.flatMap((capability) => {
    const value = capability[part]
    return value === undefined ? [] : [value]
  })
}

function collectEntries<Part extends 'groups' | 'evaluators' | 'tables' | 'retention' | 'gauges'>(
  part: Part
) {
  type Entry = NonNullable<Capability[Part]>[number]
  // Cast: the type of `flat` does not see that each part is a list of entries.
  return collect(part).flat() as Entry[]
}
