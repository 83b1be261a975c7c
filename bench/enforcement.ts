// A fleet that is compared with policies while nothing changes: full dry runs at an emulated host, to see what a
// repository costs the service, and which requests the host could answer without a body.
import { setTimeout } from 'node:timers/promises'
import postgres from 'postgres'
import { questionOf, routeOf } from '#demo/world/answers.js'
import type { ProtectionBody } from '#demo/world/protections/protection-state.js'
import { type Installation, type Repository, startWorld, type World } from '#demo/world/world.js'
import type { PolicyBody } from '#schemas/enforcement/policies.js'
import { createClient, type ServiceClient } from '../openapi/client.js'
import { KEY, startAsApp } from './as-app.js'
import { type Contestant, costOf, median, urlOf } from './contestant.js'

const REPOSITORIES = 1_000
const ROUNDS = 5
const WANTED_MS = 20
const LOOK_AGAIN_MS = 100
const DATABASE = 'bench_enforcement'
/** Enough for all repositories, which have one installation so that all policies reach them. */
const HOURLY = 1_000_000

/** By the branches that they reach: each asks for something else. */
const POLICIES: Readonly<Record<string, number>> = { main: 12, 'release/*': 4, develop: 3, '*': 1 }

const STRICT: ProtectionBody = {
  required_pull_request_reviews: { required_approving_review_count: 2 },
  required_status_checks: { strict: true, contexts: ['build', 'test'] },
  enforce_admins: true,
  required_linear_history: true
}

const RULES = ['non_fast_forward', 'deletion', 'required_linear_history'].map((type) => ({ type }))

export async function measureEnforcement(): Promise<void> {
  const world = await startWorld({ hourly: HOURLY })
  const branches = fillWorld(world, world.createInstallation('octo-org').installation)
  const service = await startAsApp(DATABASE, world.url)
  const sql = postgres(urlOf(DATABASE), { max: 1 })
  const client = createClient({
    baseUrl: `http://127.0.0.1:${service.port}`,
    headers: { authorization: `Bearer ${KEY}` }
  })
  try {
    while (!(await isSynced(sql))) await setTimeout(LOOK_AGAIN_MS)
    for (const body of policies()) await created(client, body)
    const fleet: Fleet = { world, service, client, sql, branches }
    console.log(`first run   ${(await runOnce(fleet)).toFixed(1)} ms of CPU for each repository`)
    const rounds: number[] = []
    for (let round = 1; round <= ROUNDS; round += 1) rounds.push(await runOnce(fleet))
    const all = rounds.map((ms) => ms.toFixed(1)).join(' ')
    console.log(
      `later runs  ${median(rounds).toFixed(1)} ms of CPU for each repository (less than ${WANTED_MS} wanted; rounds ${all})`
    )
    reportRequests(world)
  } finally {
    await sql.end()
    await service.stop()
    await world.close()
  }
}

interface RepositoryKind {
  branches: readonly string[]
  protects: readonly string[]
  hasRuleset?: boolean
  hasFile?: boolean
}

/** One repository in four is of each kind. */
const KINDS: readonly RepositoryKind[] = [
  { branches: ['main'], protects: ['main'], hasFile: true },
  { branches: ['main'], protects: [], hasRuleset: true, hasFile: true },
  { branches: ['main'], protects: [] },
  {
    branches: ['main', 'develop', 'release/1', 'release/2'],
    protects: ['main', 'release/1'],
    hasFile: true
  }
]

/** Returns how many branches the policies reach. */
function fillWorld(world: World, installation: Installation): number {
  // Nobody writes, not even the run of every hour.
  const { repository: organisation } = world.createRepository('octo-org/service-config', { installation })
  world.push(organisation, [{ '.service.yml': 'settings: { dry_run: true }\n' }])
  world.addBranch(organisation, 'main')
  const others = Array.from({ length: REPOSITORIES - 1 }, (_, at) => {
    const { repository } = world.createRepository(`octo-org/service-${at}`, { installation })
    return addBranches(world, repository, KINDS[at % KINDS.length])
  })
  return others.reduce((sum, count) => sum + count, 1)
}

function addBranches(world: World, repository: Repository, kind: RepositoryKind | undefined): number {
  if (!kind) return 0
  for (const name of kind.branches) world.addBranch(repository, name)
  for (const name of kind.protects) world.protectBranch(repository, name, STRICT)
  if (kind.hasRuleset) world.addRuleset(repository, { rules: RULES })
  if (kind.hasFile) world.push(repository, [{ '.github/.service.yml': 'pillars: { triage: {} }\n' }])
  return kind.branches.length
}

const policies = (): PolicyBody[] =>
  Object.entries(POLICIES).flatMap(([branch_pattern, count]) =>
    Array.from({ length: count }, (_, at) => ({
      name: `${branch_pattern} ${at}`,
      branch_pattern,
      repo_filter: at % 2 === 0 ? 'octo-org/*' : '*',
      min_reviews: 1 + (at % 2),
      mode: at % 3 === 0 ? ('audit' as const) : ('enforce' as const)
    }))
  )

async function created(client: ServiceClient, body: PolicyBody): Promise<void> {
  const { error } = await client.POST('/api/enforcement/policies', { body })
  if (error) throw new Error(error.message)
}

interface Fleet {
  world: World
  service: Contestant
  client: ServiceClient
  sql: postgres.Sql
  branches: number
}

/** Milliseconds of the service for each repository. Its configuration has to be read again as well. */
async function runOnce({ world, service, client, sql, branches }: Fleet): Promise<number> {
  await sql`update config_files set checked_at = checked_at - interval '1 hour'`
  const before = await decided(sql)
  world.forgetCounts()
  world.fake.confirmed.length = 0
  const { cpuSeconds } = await costOf(service)
  const { error } = await client.POST('/api/enforcement/run', { body: { dry_run: true } })
  if (error) throw new Error(error.message)
  while ((await decided(sql)) < before + branches) await setTimeout(LOOK_AGAIN_MS)
  const after = await costOf(service)
  return ((after.cpuSeconds - cpuSeconds) * 1000) / REPOSITORIES
}

/** Each branch that was compared has a decision, because somebody asked. */
async function decided(sql: postgres.Sql): Promise<number> {
  const [found] = await sql<{ count: number }[]>`
    select count(*)::int as count from decisions where source = 'enforcement' and trigger_event = 'api'`
  return found?.count ?? 0
}

async function isSynced(sql: postgres.Sql): Promise<boolean> {
  const [found] = await sql<{ count: number }[]>`
    select count(*)::int as count from syncs where status = 'idle' and finished_at is not null`
  return found?.count === REPOSITORIES
}

/** Of the last run. */
function reportRequests(world: World): void {
  const confirmed = new Map<string, number>()
  for (const request of world.fake.confirmed) {
    const route = routeOf(questionOf(request, world.url))
    confirmed.set(route, (confirmed.get(route) ?? 0) + 1)
  }
  for (const [route, count] of Object.entries(world.counts()))
    console.log(
      `${route.padEnd(56)} ${String(count).padStart(6)} requests  ${String(confirmed.get(route) ?? 0).padStart(6)} unchanged`
    )
  const all = world.fake.confirmed.length
  console.log(`\n${world.count()} requests, ${all} of them answered by 304, ${world.count() - all} not`)
}
