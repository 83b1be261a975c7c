// The repositories that the data is about: a few large ones, many small ones.

import { randomOf } from '#demo/random.js'
import { DAY_MS } from '#domain/time/durations.js'
import type { repositories } from '#tables/mirror/repositories.js'
import { LANGUAGES } from './words.js'

/** At scale 1. */
const REPOSITORIES = 1_000
const ISSUES = 200_000
const PULL_REQUESTS = 100_000
const RUNS = 300_000

const OLDEST_DAYS = 730
export const REPOSITORIES_PER_OWNER = 50

export type RepositoryRow = typeof repositories.$inferInsert

/** A repository and how much hangs on it. */
export interface Planned {
  row: RepositoryRow
  issues: number
  pulls: number
  runs: number
}

export function planFleet(scale: number, now: Date): Planned[] {
  const count = Math.max(1, Math.round(REPOSITORIES * scale))
  const issues = shares(Math.round(ISSUES * scale), count)
  const pulls = shares(Math.round(PULL_REQUESTS * scale), count)
  const runs = shares(Math.round(RUNS * scale), count)
  return Array.from({ length: count }, (_, at) => ({
    row: repositoryRow(at + 1, now),
    issues: issues[at] ?? 0,
    pulls: pulls[at] ?? 0,
    runs: runs[at] ?? 0
  }))
}

/** By Zipf: the n-th largest has the n-th part of what the largest has. All together they have exactly the total. */
function shares(total: number, count: number): number[] {
  const harmonic = Array.from({ length: count }, (_, at) => 1 / (at + 1)).reduce((sum, one) => sum + one)
  let exact = 0
  let given = 0
  return Array.from({ length: count }, (_, at) => {
    exact += total / harmonic / (at + 1)
    const share = Math.round(exact) - given
    given += share
    return share
  })
}

/** Owners have repositories of every size. */
export function installationOf(hostId: number): number {
  return 1 + Math.floor((hostId - 1) / REPOSITORIES_PER_OWNER)
}

export function repositoryRow(hostId: number, now: Date): RepositoryRow {
  const random = randomOf(hostId)
  const owner = `org-${installationOf(hostId)}`
  const name = `service-${hostId}`
  const deleted = hostId > 1 && random.chance(0.02)
  return {
    hostId,
    installationId: installationOf(hostId),
    fullName: `${owner}/${name}`,
    owner,
    name,
    private: random.chance(0.6),
    defaultBranch: 'main',
    archived: random.chance(0.05),
    language: random.one(LANGUAGES),
    stars: Math.floor(random.exponential(40)),
    openIssues: 0,
    openPrs: 0,
    lastSyncedAt: new Date(now.getTime() - random.below(3_600_000)),
    counted: false,
    deletedAt: deleted ? new Date(now.getTime() - random.below(30) * DAY_MS) : null,
    presenceToldAt: now,
    seenAt: now,
    createdAt: new Date(now.getTime() - OLDEST_DAYS * DAY_MS)
  }
}

/** So many moments of the last two years, the oldest first; the greater the power, the more of them are recent. */
export function momentsOf(next: () => number, count: number, { now, power }: { now: Date; power: number }) {
  const ages = Array.from({ length: count }, () => OLDEST_DAYS * DAY_MS * next() ** power)
  return ages.sort((a, b) => b - a).map((age) => wholeSecond(now.getTime() - age))
}

/** The host's clock counts seconds. */
export const wholeSecond = (ms: number) => new Date(Math.floor(ms / 1000) * 1000)
