// What ten times the rows cost: every endpoint that reads the mirror or the evidence, one request at a time, on a fleet
// and on one of ten times its size.
import { type Contestant, median } from './contestant.js'
import { dataOf } from './data.js'
import type { BenchOptions } from './index.js'
import { ask, cursorPath, startReads } from './mirror/service.js'

const TIMES = 10
const REQUESTS = 10
const ROUNDS = 5
const WANTED = 1.3

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
    '?search=login+retry'
  ],
  '/api/pull-requests': [
    '',
    '?state=open',
    '?risk=high&state=open',
    '?draft=true',
    '?size=size/XL',
    '?owner=org-2'
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
  '/api/decisions': ['', '?source=ci_heal', '?page=1000'],
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

const OF_REPOSITORY = ['/api/issues', '/api/pull-requests', '/api/ci', '/api/repos', '/api/insights/repos']

/** As far as a list is read page by page. */
const DEEPEST = 1000

async function pathsOf(small: Contestant): Promise<string[]> {
  const names = await repositoriesOf(small)
  return [
    ...Object.entries(QUERIES).flatMap(([path, queries]) => queries.map((query) => `${path}${query}`)),
    ...SINGLE,
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
  const urls = [await dataOf(scale), await dataOf(scale * TIMES)] as const
  const [small, large] = [await startReads(urls[0]), await startReads(urls[1])]
  try {
    const deep = '/api/issues?limit=50'
    const last = Math.min(DEEPEST, (await listedBy(small, deep)).meta.total_pages)
    const cursors = [await cursorPath(small, deep, last), await cursorPath(large, deep, last)] as const
    const slow: string[] = []
    const report = async (name: string, paths: readonly [string, string]) => {
      if (!name.includes(only)) return
      const times = await compare([small, large], paths)
      if (times === undefined) console.log(`${name.padEnd(48)} is not there`)
      else if (said(name, times) > WANTED) slow.push(name)
    }
    for (const path of [...(await pathsOf(small)), `${deep}&page=${last}`]) await report(path, [path, path])
    await report(`${deep}&cursor= (page ${last})`, cursors)
    console.log(`\nmore than x${WANTED}: ${slow.join(', ') || 'none'}`)
  } finally {
    await Promise.all([small.stop(), large.stop()])
  }
}

interface Times {
  small: number
  large: number
}

function said(name: string, rounds: Times[]): number {
  const ratio = median(rounds.map(({ small, large }) => large / small))
  const ms = (pick: (times: Times) => number) => median(rounds.map(pick)).toFixed(1)
  console.log(
    `${name.padEnd(48)} ${ms(({ small }) => small).padStart(7)} ms  ${ms(({ large }) => large).padStart(7)} ms  x${ratio.toFixed(2)}`
  )
  return ratio
}

/** By turns, so that whatever else the machine does falls on both. */
async function compare(
  [small, large]: readonly [Contestant, Contestant],
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
