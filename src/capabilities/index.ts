// The capabilities, from the ground up: each may know those before it and none after it.

import { evaluatorKey } from '#domain/decisions/versions.js'
import type { RouteGroup } from '#http/route-group.js'
import type { JobTable } from '#queue/job.js'
import type { Registry } from '#registry.js'
import { accountsCapability } from './accounts.js'
import { actionsCapability } from './actions.js'
import { activityCapability } from './activity.js'
import { auditCapability } from './audit.js'
import type { Capability } from './capability.js'
import { configLabCapability } from './config-lab.js'
import { configurationCapability } from './configuration.js'
import { decisionsCapability } from './decisions.js'
import { deliveriesCapability } from './deliveries.js'
import { duplicatesCapability } from './duplicates.js'
import { fixingCapability } from './fixing.js'
import { gatesCapability } from './gates.js'
import { healingCapability } from './healing.js'
import { hostCapability } from './host.js'
import { insightsCapability } from './insights.js'
import { mirrorCapability } from './mirror.js'
import { operationCapability } from './operation.js'
import { patchesCapability } from './patches.js'
import { rulesCapability } from './rules.js'
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
  configurationCapability,
  waiversCapability,
  decisionsCapability,
  actionsCapability,
  patchesCapability,
  gatesCapability,
  triageCapability,
  duplicatesCapability,
  healingCapability,
  fixingCapability,
  rulesCapability,
  configLabCapability,
  insightsCapability,
  transfersCapability,
  operationCapability
] as const

export const capabilities: readonly Capability[] = manifests

type JobsOf<One> = One extends { jobs: infer Jobs } ? Jobs : never
type UnionToIntersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All
) => void
  ? All
  : never

// TypeScript does not know what joining a list comes to: the type says that every job has its definition.
export const jobs: JobTable = Object.assign({}, ...manifests.map(jobsIn)) as UnionToIntersection<
  JobsOf<(typeof manifests)[number]>
>

function jobsIn({ jobs = {} }: Capability) {
  return jobs
}

/** How the published document goes through the groups; those that are not named here come last. */
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
  'insights',
  'activity',
  'readiness',
  'gates',
  'config',
  'intelligence',
  'auth'
]

/** The access policy of the service: what exists, where, and who may call it. */
export const groups: readonly RouteGroup[] = collectEntries('groups').toSorted(
  (a, b) => readingPosition(a) - readingPosition(b)
)

function readingPosition({ tag }: RouteGroup): number {
  const place = READING_ORDER.indexOf(tag)
  return place < 0 ? READING_ORDER.length : place
}

export const registry: Registry = {
  evaluators: new Map(collectEntries('evaluators').map((one) => [evaluatorKey(one), one])),
  events: collect('events'),
  listings: collect('listings'),
  syncs: collect('sync'),
  pillars: collect('pillar'),
  actions: collect('actions'),
  patchOwners: new Map(collect('patchOwner').map(({ source, owner }) => [source, owner])),
  tables: collectEntries('tables'),
  transfers: collect('transfer'),
  retention: collectEntries('retention'),
  metrics: collectEntries('metrics')
}

function collect<Part extends keyof Capability>(part: Part): NonNullable<Capability[Part]>[] {
  return capabilities.flatMap((one) => {
    const found = one[part]
    return found === undefined ? [] : [found]
  })
}

function collectEntries<Part extends 'groups' | 'evaluators' | 'tables' | 'retention' | 'metrics'>(
  part: Part
) {
  type Entry = NonNullable<Capability[Part]>[number]
  // The border to `flat`, which does not see that each part is a list of entries.
  return collect(part).flat() as Entry[]
}
