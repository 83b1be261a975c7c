// Lists beside bare Fastify with the best query that can be written by hand for each, and statistics beside bare
// Fastify that returns a constant: the same rows, and the same body.

import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { PACKAGE_FOLDER } from '#paths.js'
import { type Contestant, median, start } from './contestant.js'
import { dataOf } from './data.js'
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

const listsOf = async (service: Contestant) => [
  '/api/issues?limit=50',
  '/api/issues?limit=50&page=1000',
  await cursorPath(service, '/api/issues?limit=50', 1000),
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

export async function measureReads({ scale, only }: BenchOptions): Promise<void> {
  const url = await dataOf(scale)
  const service = await startReads(url)
  const written = await start(contestant('bare-reads'), { DATABASE_URL: url })
  const ofEvidence = await start(contestant('bare-evidence'), { DATABASE_URL: url })
  const constants = await start(contestant('bare-constants'), { BODIES: await bodiesOf(service) })
  try {
    const lists = await listsOf(service)
    const rivals = [
      ...lists.map((path) => ({ path, rival: written, name: 'by hand', wanted: 0.7 })),
      ...EVIDENCE.map((path) => ({ path, rival: ofEvidence, name: 'by hand', wanted: 0.7 })),
      ...CONSTANTS.map((path) => ({ path, rival: constants, name: 'constant', wanted: 0.5 }))
    ]
    for (const one of rivals.filter(({ path }) => path.includes(only)))
      if (await saysTheSame(one.path, service, one.rival))
        report(one, await compare(one.path, service, one.rival))
  } finally {
    await Promise.all([service, written, ofEvidence, constants].map((one) => one.stop()))
  }
}

interface Rival {
  path: string
  name: string
  wanted: number
}

function report({ path, name, wanted }: Rival, rounds: [number, number][]): void {
  const ratios = rounds.map(([ours, theirs]) => ours / theirs)
  const [ours, theirs] = [median(rounds.map(([one]) => one)), median(rounds.map(([, one]) => one))]
  console.log(
    `${path.slice(0, 44).padEnd(44)} ${ours.toFixed(0).padStart(6)}/s  ${name} ${theirs.toFixed(0)}/s  ` +
      `x${median(ratios).toFixed(2)} (at least ${wanted} wanted; rounds ${ratios.map((one) => one.toFixed(2)).join(' ')})`
  )
}

const contestant = (name: string) => join(PACKAGE_FOLDER, `dist/bench/contestants/${name}.js`)

/** What the service answers now, for the constants to be as large. */
async function bodiesOf(service: Contestant): Promise<string> {
  const answers = await Promise.all(
    CONSTANTS.map(async (path) => [path, JSON.parse((await ask(service, path)).body)] as const)
  )
  return JSON.stringify(Object.fromEntries(answers))
}

/** False, and said aloud, where the service does not have the endpoint. Lists that differ are an error. */
async function saysTheSame(path: string, service: Contestant, rival: Contestant): Promise<boolean> {
  const [ours, theirs] = await Promise.all([ask(service, path), ask(rival, path)])
  if (ours.status === 404) console.log(`${path.padEnd(44)} is not there`)
  if (ours.status === 404) return false
  if (CONSTANTS.some((one) => one === path)) return true
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
