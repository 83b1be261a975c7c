// Lists beside bare Fastify with the best query that can be written by hand for each, and statistics beside bare
// Fastify that returns a constant: the same rows, and the same body.

import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { PACKAGE_FOLDER } from '#paths.js'
import { type Contestant, median, start } from './contestant.js'
import {
  dataOf,
  governedDataOf,
  governedSizes,
  pipelineDataOf,
  pipelineSize,
  trustDataOf,
  trustSize
} from './data.js'
import type { BenchOptions } from './index.js'
import { load } from './load.js'
import { ask, cursorPath, requestOf, startReads } from './mirror/service.js'

const CONNECTIONS = 10
const SECONDS = 3
const ROUNDS = 5
/** A server is fast once its engine has compiled what a request runs through; the larger program needs longer. */
const WARM_UP_SECONDS = 6

const CONSTANTS = [
  '/api/issues/stats',
  '/api/pull-requests/stats',
  '/api/ci/stats',
  '/api/insights/overview'
] as const

export const MIRROR = [
  '/api/issues?limit=50',
  '/api/issues?limit=50&page=1000',
  '/api/ci?heal_status=failed',
  '/api/repos'
]

const EVIDENCE = [
  '/api/activity',
  '/api/activity?source=action',
  '/api/activity?page=1000',
  '/api/decisions',
  '/api/decisions?source=ci_heal',
  '/api/decisions?page=1000',
  '/api/gates',
  '/api/readiness'
]

const GOVERNANCE = [
  '/api/enforcement/violations?status=open',
  '/api/enforcement/violations?status=all&page=1000',
  '/api/enforcement/violations/org-1/service-1?status=all',
  '/api/maintainer/collaborators',
  '/api/maintainer/collaborators?page=1000',
  '/api/maintainer/collaborators/org-1/service-1',
  '/api/maintainer/branch-rules',
  '/api/maintainer/branch-rules?page=1000',
  '/api/maintainer/branch-rules/org-1/service-1'
]

const STATES = [
  '/api/phase3/reconciler/repos',
  '/api/phase3/reconciler/repos?page=1000',
  '/api/phase3/reconciler/repos?in_sync=false'
]

const EVENTS = [
  '/api/phase2/telemetry/events',
  '/api/phase2/telemetry/events?page=1000',
  '/api/phase2/telemetry/events?event_type=pr_merged',
  '/api/phase2/telemetry/events?repo=org-1/service-1',
  '/api/phase2/telemetry/events?event_type=pr_blocked&repo=org-1/service-1',
  '/api/phase2/telemetry/events?pr_number=100'
]

const QUEUES = [
  '/api/phase2/queue',
  '/api/phase2/queue?page=1000',
  '/api/phase2/queue?active=true',
  '/api/phase2/queue?status=merged',
  '/api/phase2/queue?repo=org-1/service-1',
  '/api/phase2/queue/org-1/service-1',
  '/api/phase2/rollbacks',
  '/api/phase2/rollbacks?status=failed',
  '/api/phase2/feedback'
]

const PIPELINE_STATISTICS = [
  '/api/phase2/telemetry/summary',
  '/api/phase2/telemetry/throughput',
  '/api/phase2/telemetry/ci-health'
]

const FLAKY = [
  '/api/phase3/flaky',
  '/api/phase3/flaky?page=1000',
  '/api/phase3/flaky?status=quarantined',
  '/api/phase3/flaky?quarantined=false',
  '/api/phase3/flaky?min_score=0.5',
  '/api/phase3/flaky?quarantine_ends_within_days=7',
  '/api/phase3/flaky/org-1/service-1',
  '/api/phase3/flaky/org-1/service-1?status=quarantined',
  '/api/phase3/flaky/stats',
  '/api/phase3/flaky/stats?repo=org-1/service-1'
]

const VULNERABILITIES = '/api/phase3/dependencies/vulnerabilities'
const DEPENDENCIES = [
  VULNERABILITIES,
  `${VULNERABILITIES}?page=1000`,
  `${VULNERABILITIES}?status=open`,
  `${VULNERABILITIES}?severity=critical`,
  `${VULNERABILITIES}?severity=critical&status=open`,
  `${VULNERABILITIES}?ecosystem=npm`,
  `${VULNERABILITIES}?ecosystem=npm&status=open`,
  `${VULNERABILITIES}?fixable=false`,
  `${VULNERABILITIES}?fixable=true&status=open`,
  `${VULNERABILITIES}?repo=org-1/service-1`,
  `${VULNERABILITIES}?repo=org-1/service-1&status=open`,
  `${VULNERABILITIES}?package=package-1`,
  '/api/phase3/dependencies/org-1/service-1',
  '/api/phase3/dependencies/stats',
  '/api/phase3/dependencies/stats?repo=org-1/service-1'
]

export async function measureReads(options: BenchOptions): Promise<void> {
  const [governed, states] = governedSizes(options.scale)
  await measureMirror(options)
  const size = trustSize(options.scale)
  await measureByHand(options, {
    paths: GOVERNANCE,
    rival: 'bare-governed',
    data: () => governedDataOf(governed)
  })
  await measureByHand(options, { paths: STATES, rival: 'bare-governed', data: () => governedDataOf(states) })
  await measurePipeline(options)
  await measureByHand(options, { paths: FLAKY, rival: 'bare-flaky', data: () => trustDataOf(size) })
  await measureByHand(options, {
    paths: DEPENDENCIES,
    rival: 'bare-dependencies',
    data: () => trustDataOf(size)
  })
}

/** Of the query by hand: a page that is kept is answered without one. */
export const wantedOf = (kept: boolean) => (kept ? 3 : 0.75)

async function measureMirror({ scale, only, kept }: BenchOptions): Promise<void> {
  if (![...MIRROR, ...EVIDENCE, ...CONSTANTS].some((path) => path.includes(only))) return
  const url = await dataOf(scale)
  const service = await startReads({ DATABASE_URL: url }, kept)
  const written = await start(contestant('bare-reads'), { DATABASE_URL: url })
  const ofEvidence = await start(contestant('bare-evidence'), { DATABASE_URL: url })
  const constants = await start(contestant('bare-constants'), { BODIES: await bodiesOf(service, CONSTANTS) })
  try {
    const lists = [...MIRROR, await cursorPath(service, '/api/issues?limit=50', 1000)]
    await compareAll(only, service, [
      ...lists.map((path) => ({ path, rival: written, name: 'by hand', wanted: wantedOf(kept) })),
      ...EVIDENCE.map((path) => ({ path, rival: ofEvidence, name: 'by hand', wanted: wantedOf(kept) })),
      ...CONSTANTS.map((path) => ({ path, rival: constants, name: 'constant', wanted: 0.6 }))
    ])
  } finally {
    await Promise.all([service, written, ofEvidence, constants].map((one) => one.stop()))
  }
}

interface ReadsByHand {
  paths: readonly string[]
  rival: string
  data(): Promise<string>
}

async function measureByHand(
  { only, kept }: BenchOptions,
  { paths, rival: name, data }: ReadsByHand
): Promise<void> {
  if (!paths.some((path) => path.includes(only))) return
  const url = await data()
  const service = await startReads({ DATABASE_URL: url }, kept)
  const rival = await start(contestant(name), { DATABASE_URL: url })
  try {
    const rivals = paths.map((path) => ({ path, rival, name: 'by hand', wanted: wantedOf(kept) }))
    await compareAll(only, service, rivals)
  } finally {
    await Promise.all([service, rival].map((one) => one.stop()))
  }
}

async function measurePipeline({ scale, only, kept }: BenchOptions): Promise<void> {
  if (![...EVENTS, ...QUEUES, ...PIPELINE_STATISTICS].some((path) => path.includes(only))) return
  const url = await pipelineDataOf(pipelineSize(scale))
  const service = await startReads({ DATABASE_URL: url }, kept)
  const written = await start(contestant('bare-telemetry'), { DATABASE_URL: url })
  const ofQueues = await start(contestant('bare-queues'), { DATABASE_URL: url })
  const bodies = await bodiesOf(service, PIPELINE_STATISTICS)
  const constants = await start(contestant('bare-constants'), { BODIES: bodies })
  try {
    await compareAll(only, service, [
      ...EVENTS.map((path) => ({ path, rival: written, name: 'by hand', wanted: wantedOf(kept) })),
      ...QUEUES.map((path) => ({ path, rival: ofQueues, name: 'by hand', wanted: wantedOf(kept) })),
      ...PIPELINE_STATISTICS.map((path) => ({ path, rival: constants, name: 'constant', wanted: 0.6 }))
    ])
  } finally {
    await Promise.all([service, written, ofQueues, constants].map((one) => one.stop()))
  }
}

export async function compareAll(only: string, service: Contestant, rivals: Rival[]): Promise<void> {
  for (const one of rivals.filter(({ path }) => path.includes(only)))
    if (await saysTheSame(one, service)) report(one, await compare(one.path, service, one.rival))
}

interface Rival {
  path: string
  rival: Contestant
  name: string
  wanted: number
}

function report({ path, name, wanted }: Rival, rounds: [number, number][]): void {
  const ratios = rounds.map(([ours, theirs]) => ours / theirs)
  const [ours, theirs] = [median(rounds.map(([one]) => one)), median(rounds.map(([, one]) => one))]
  console.log(
    `${path.slice(0, 56).padEnd(56)} ${ours.toFixed(0).padStart(6)}/s  ${name} ${theirs.toFixed(0)}/s  ` +
      `x${median(ratios).toFixed(2)} (at least ${wanted} wanted; rounds ${ratios.map((one) => one.toFixed(2)).join(' ')})`
  )
}

export const contestant = (name: string) => join(PACKAGE_FOLDER, `dist/bench/contestants/${name}.js`)

/** What the service answers now, for the constants to be as large. */
async function bodiesOf(service: Contestant, paths: readonly string[]): Promise<string> {
  const answers = await Promise.all(
    paths.map(async (path) => [path, JSON.parse((await ask(service, path)).body)] as const)
  )
  return JSON.stringify(Object.fromEntries(answers))
}

/** False, and said aloud, where the service does not have the endpoint. Lists that differ are an error. */
async function saysTheSame({ path, rival, name }: Rival, service: Contestant): Promise<boolean> {
  const [ours, theirs] = await Promise.all([ask(service, path), ask(rival, path)])
  if (ours.status === 404) console.log(`${path.padEnd(56)} is not there`)
  if (ours.status === 404) return false
  if (name === 'constant') return true
  if (ours.status !== 200 || !isDeepStrictEqual(shownBy(ours.body), shownBy(theirs.body)))
    throw new Error(`${path}: ${ours.body.slice(0, 2_000)}\nis not\n${theirs.body.slice(0, 2_000)}`)
  return true
}

/** All but what leads from a page to others: the rivals have no cursors. */
function shownBy(body: string): unknown {
  const { meta, ...shown } = JSON.parse(body)
  return { ...shown, total: meta?.total }
}

async function compare(path: string, service: Contestant, rival: Contestant): Promise<[number, number][]> {
  const rounds: [number, number][] = []
  for (const one of [service, rival]) await rateOf(path, one, WARM_UP_SECONDS)
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push([await rateOf(path, service), await rateOf(path, rival)])
  return rounds
}

async function rateOf(path: string, { port }: Contestant, seconds = SECONDS): Promise<number> {
  const request = requestOf(path)
  const shared = { port, connections: CONNECTIONS, next: () => request, expect: 200 }
  await load({ ...shared, seconds: 0.5 })
  const { perSecond, others } = await load({ ...shared, seconds })
  if (others > 0) throw new Error(`${path}: ${others} requests were not answered with 200`)
  return perSecond
}
