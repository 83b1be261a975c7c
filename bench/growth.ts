// What ten times the rows cost: every endpoint that reads the mirror or the evidence, one request at a time, on a fleet
// and on one of ten times its size.
import { type Contestant, median } from './contestant.js'
import {
  dataOf,
  governedDataOf,
  governedSizes,
  pipelineDataOf,
  pipelineSize,
  trustDataOf,
  trustSize
} from './data.js'
import {
  FINDINGS,
  GOVERNANCE,
  OF_FLEET,
  OF_REPOSITORY,
  QUEUES,
  STATES,
  TELEMETRY,
  TESTS
} from './growth-paths.js'
import type { BenchOptions } from './index.js'
import type { GovernedSize } from './mirror/governance.js'
import { ask, cursorPath, startReads } from './mirror/service.js'

const TIMES = 10
const REQUESTS = 10
const ROUNDS = 5
const WANTED = 1.3

/** As far as a list is read page by page. */
const DEEPEST = 1000

async function pathsOf(small: Contestant): Promise<string[]> {
  const names = await repositoriesOf(small)
  return [
    ...OF_FLEET,
    ...names.flatMap((name) => OF_REPOSITORY.map((path) => `${path}/${name}`)),
    `/api/issues/${names[0]}?state=open&label=bug`
  ]
}

interface Listed {
  data: { full_name: string }[]
  meta: { total_pages: number }
}

/** A page of a list of the smaller fleet. */
async function listedBy(small: Contestant, path: string): Promise<Listed> {
  // The border to an answer of ours, which is a page of a list.
  return JSON.parse((await ask(small, path)).body) as Listed
}

/** The largest repository, and one in the middle; the larger fleet has them as well. */
async function repositoriesOf(small: Contestant): Promise<string[]> {
  const bySize = '/api/repos?sort=open_issues&order=desc&per_page=1'
  const first = await listedBy(small, bySize)
  const middle = await listedBy(small, `${bySize}&page=${Math.ceil(first.meta.total_pages / 2)}`)
  return [...first.data, ...middle.data].map(({ full_name }) => full_name)
}

export async function measureGrowth({ scale, only }: BenchOptions): Promise<void> {
  const [governed, states] = governedSizes(scale)
  const [moreGoverned, moreStates] = governedSizes(scale * TIMES)
  const slow = [
    ...(await growthOfMirror(scale, only)),
    ...(await growthBetween(GOVERNANCE, [governed, moreGoverned].map(governedDataIn), only)),
    ...(await growthBetween(STATES, [states, moreStates].map(governedDataIn), only)),
    ...(await growthBetween([...TELEMETRY, ...QUEUES], [scale, scale * TIMES].map(pipelineDataIn), only)),
    ...(await growthBetween([...TESTS, ...FINDINGS], [scale, scale * TIMES].map(trustDataIn), only))
  ]
  console.log(`\nmore than x${WANTED}: ${slow.join(', ') || 'none'}`)
}

/** The names of what grows by more than is wanted. */
async function growthOfMirror(scale: number, only: string): Promise<string[]> {
  if (!OF_FLEET.some((path) => path.includes(only))) return []
  const urls = [await dataOf(scale), await dataOf(scale * TIMES)] as const
  return withServices(urls, async (services) => {
    const [small, large] = services
    const deep = '/api/issues?limit=50'
    const last = Math.min(DEEPEST, (await listedBy(small, deep)).meta.total_pages)
    const cursors = [await cursorPath(small, deep, last), await cursorPath(large, deep, last)] as const
    const paths = [...(await pathsOf(small)), `${deep}&page=${last}`]
    const all: Measured[] = paths.map((path) => ({ name: path, paths: [path, path] }))
    return slowOf(services, [...all, { name: `${deep}&cursor= (page ${last})`, paths: cursors }], only)
  })
}

type MakeData = () => Promise<string>

const governedDataIn =
  (size: GovernedSize): MakeData =>
  () =>
    governedDataOf(size)

const pipelineDataIn =
  (scale: number): MakeData =>
  () =>
    pipelineDataOf(pipelineSize(scale))

const trustDataIn =
  (scale: number): MakeData =>
  () =>
    trustDataOf(trustSize(scale))

async function growthBetween(
  paths: readonly string[],
  [small, large]: readonly MakeData[],
  only: string
): Promise<string[]> {
  if (!small || !large || !paths.some((path) => path.includes(only))) return []
  const urls = [await small(), await large()] as const
  const all: Measured[] = paths.map((path) => ({ name: path, paths: [path, path] }))
  return withServices(urls, (services) => slowOf(services, all, only))
}

type Services = readonly [small: Contestant, large: Contestant]

async function withServices(
  [small, large]: readonly [string, string],
  work: (services: Services) => Promise<string[]>
): Promise<string[]> {
  const services = [
    await startReads({ DATABASE_URL: small }),
    await startReads({ DATABASE_URL: large })
  ] as const
  try {
    return await work(services)
  } finally {
    await Promise.all(services.map((one) => one.stop()))
  }
}

interface Measured {
  name: string
  paths: readonly [ofSmall: string, ofLarge: string]
}

async function slowOf(services: Services, all: readonly Measured[], only: string): Promise<string[]> {
  const slow: string[] = []
  for (const { name, paths } of all.filter((one) => one.name.includes(only))) {
    const times = await compare(services, paths)
    if (times === undefined) console.log(`${name.padEnd(56)} is not there`)
    else if (said(name, times) > WANTED) slow.push(name)
  }
  return slow
}

interface Times {
  small: number
  large: number
}

function said(name: string, rounds: Times[]): number {
  const ratio = median(rounds.map(({ small, large }) => large / small))
  const ms = (pick: (times: Times) => number) => median(rounds.map(pick)).toFixed(1)
  console.log(
    `${name.padEnd(56)} ${ms(({ small }) => small).padStart(7)} ms  ${ms(({ large }) => large).padStart(7)} ms  x${ratio.toFixed(2)}`
  )
  return ratio
}

/** By turns, so that whatever else the machine does falls on both. */
async function compare(
  [small, large]: Services,
  [ofSmall, ofLarge]: readonly [string, string]
): Promise<Times[] | undefined> {
  if ((await ask(small, ofSmall)).status === 404) return undefined
  const rounds: Times[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const times: { small: number[]; large: number[] } = { small: [], large: [] }
    for (let request = 0; request < REQUESTS; request += 1) {
      times.small.push(await msOf(small, ofSmall))
      times.large.push(await msOf(large, ofLarge))
    }
    rounds.push({ small: median(times.small), large: median(times.large) })
  }
  // The first round warms up.
  return rounds.slice(1)
}

async function msOf(service: Contestant, path: string): Promise<number> {
  const began = performance.now()
  const { status, body } = await ask(service, path)
  if (status !== 200) throw new Error(`${path}: ${status} ${body}`)
  return performance.now() - began
}
