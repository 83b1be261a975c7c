// The capabilities, from the ground up: each may know those before it and none after it.

import { evaluatorKey } from '#domain/decisions/versions.js'
import type { RouteGroup } from '#http/route-group.js'
import type { JobTable } from '#queue/job.js'
import type { Registry } from '#registry.js'
import { accounts } from './accounts.js'
import { actions } from './actions.js'
import { activity } from './activity.js'
import { audit } from './audit.js'
import type { Capability } from './capability.js'
import { configLab } from './config-lab.js'
import { configuration } from './configuration.js'
import { decisions } from './decisions.js'
import { deliveries } from './deliveries.js'
import { duplicates } from './duplicates.js'
import { fixing } from './fixing.js'
import { gates } from './gates.js'
import { healing } from './healing.js'
import { host } from './host.js'
import { insights } from './insights.js'
import { mirror } from './mirror.js'
import { operation } from './operation.js'
import { patches } from './patches.js'
import { rules } from './rules.js'
import { transfers } from './transfers.js'
import { triage } from './triage.js'
import { waivers } from './waivers.js'

const manifests = [
  activity,
  audit,
  accounts,
  deliveries,
  mirror,
  host,
  configuration,
  waivers,
  decisions,
  actions,
  patches,
  gates,
  triage,
  duplicates,
  healing,
  fixing,
  rules,
  configLab,
  insights,
  transfers,
  operation
] as const

export const capabilities: readonly Capability[] = manifests

type JobsOf<One> = One extends { jobs: infer Jobs } ? Jobs : never
type Joined<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

// TypeScript does not know what joining a list comes to: the type says that every job has its definition.
export const jobs: JobTable = Object.assign({}, ...manifests.map(jobsIn)) as Joined<
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
export const groups: readonly RouteGroup[] = listOf('groups').toSorted((a, b) => placeOf(a) - placeOf(b))

function placeOf({ tag }: RouteGroup): number {
  const place = READING_ORDER.indexOf(tag)
  return place < 0 ? READING_ORDER.length : place
}

export const registry: Registry = {
  evaluators: new Map(listOf('evaluators').map((one) => [evaluatorKey(one), one])),
  events: present('events'),
  listings: present('listings'),
  syncs: present('sync'),
  pillars: present('pillar'),
  actions: present('actions'),
  patchOwners: new Map(present('patchOwner').map(({ source, owner }) => [source, owner])),
  tables: listOf('tables'),
  transfers: present('transfer'),
  retention: listOf('retention'),
  metrics: listOf('metrics')
}

function present<Part extends keyof Capability>(part: Part): NonNullable<Capability[Part]>[] {
  return capabilities.flatMap((one) => {
    const found = one[part]
    return found === undefined ? [] : [found]
  })
}

function listOf<Part extends 'groups' | 'evaluators' | 'tables' | 'retention' | 'metrics'>(part: Part) {
  type Entry = NonNullable<Capability[Part]>[number]
  // The border to `flat`, which does not see that each part is a list of entries.
  return present(part).flat() as Entry[]
}
