// Issues and pull requests of a repository, as the host numbers them: one after the other, in one row of numbers.

import type { Random } from '#demo/random.js'
import { DAY_MS } from '#domain/time/durations.js'
import type { IssueRow, PullRequestRow } from '#store/mirror/mirror.js'
import { momentsOf, type Planned, wholeSecond } from './fleet.js'
import { bodyOf, LABELS, personOf, sentenceOf, shaOf, somePick } from './words.js'

/** More items than any repository has: ids are unique over all of them. */
const MOST_ITEMS = 10_000_000

export interface Items {
  issues: IssueRow[]
  pulls: PullRequestRow[]
}

interface Place {
  repoId: number
  hostId: number
  number: number
  live: boolean
  movedFrom: null
  goneAt: Date | null
  createdAt: Date
}

export function itemsOf({ row, issues, pulls }: Planned, random: Random, now: Date): Items {
  const items: Items = { issues: [], pulls: [] }
  const moments = momentsOf(random.next, issues + pulls, { now, power: 2.5 })
  for (const [at, createdAt] of moments.entries()) {
    const gone = random.chance(0.005)
    const place: Place = {
      repoId: row.hostId,
      hostId: row.hostId * MOST_ITEMS + at + 1,
      number: at + 1,
      live: !gone && row.deletedAt === null,
      movedFrom: null,
      goneAt: gone ? now : null,
      createdAt
    }
    // Either kind is as likely as it is still to come, so that the counts come out exactly.
    const left = moments.length - at
    if (random.below(left) < pulls - items.pulls.length) items.pulls.push(pullOf(place, random, now))
    else items.issues.push(issueOf(place, random, now))
  }
  return items
}

/** A while later, but not after now. */
const later = (from: Date, ms: number, now: Date) => wholeSecond(Math.min(now.getTime(), from.getTime() + ms))

function issueOf(place: Place, random: Random, now: Date): IssueRow {
  const { createdAt } = place
  const ageDays = (now.getTime() - createdAt.getTime()) / DAY_MS
  const isOpen = random.chance(0.1 + 0.6 * Math.exp(-ageDays / 45))
  const closedAt = isOpen ? null : later(createdAt, random.exponential(12 * DAY_MS), now)
  const touchedAt = later(createdAt, random.next() * (now.getTime() - createdAt.getTime()), now)
  return {
    ...place,
    title: sentenceOf(random, 3, 10),
    body: bodyOf(random),
    state: isOpen ? 'open' : 'closed',
    labels: somePick(random, LABELS, 4),
    assignees: random.chance(0.4) ? [personOf(random)] : [],
    author: personOf(random),
    updatedAt: closedAt ?? touchedAt,
    closedAt,
    ...judgementOf(place, random)
  }
}

const unjudged = {
  triageType: null,
  triagePriority: null,
  triageSummary: null,
  triagedAt: null,
  duplicateOf: null,
  dupCheckAt: null,
  dupRevision: null,
  dupJobId: null
}

function judgementOf({ createdAt, hostId, number }: Place, random: Random) {
  if (random.chance(0.3)) return unjudged
  const triagedAt = new Date(createdAt.getTime() + 5_000 + random.below(20_000))
  const repeats = number > 1 && random.chance(0.03)
  return {
    triageType: random.weighted({ bug: 50, feature: 25, question: 15, documentation: 7, other: 3 }),
    triagePriority: random.weighted({ critical: 3, high: 15, medium: 45, low: 37 }),
    triageSummary: sentenceOf(random, 8, 16),
    triagedAt,
    duplicateOf: repeats ? hostId - 1 - random.below(number - 1) : null,
    dupCheckAt: new Date(triagedAt.getTime() + 1_500),
    dupRevision: null,
    dupJobId: null
  }
}

function pullOf(place: Place, random: Random, now: Date): PullRequestRow {
  const { createdAt } = place
  const ageDays = (now.getTime() - createdAt.getTime()) / DAY_MS
  const isOpen = random.chance(0.03 + 0.7 * Math.exp(-ageDays / 10))
  const isMerged = !isOpen && random.chance(0.85)
  const closedAt = isOpen ? null : later(createdAt, random.exponential(2 * DAY_MS), now)
  const additions = Math.floor(random.exponential(120))
  const deletions = Math.floor(random.exponential(60))
  return {
    ...place,
    title: sentenceOf(random, 3, 9),
    body: bodyOf(random),
    state: isOpen ? 'open' : isMerged ? 'merged' : 'closed',
    draft: random.chance(0.08),
    headBranch: `fix/${random.below(100_000)}`,
    baseBranch: 'main',
    headSha: shaOf(random),
    labels: somePick(random, LABELS, 2),
    author: personOf(random),
    additions,
    deletions,
    changedFiles: 1 + Math.floor(random.exponential(5)),
    updatedAt: closedAt ?? later(createdAt, random.exponential(5 * DAY_MS), now),
    closedAt,
    mergedAt: isMerged ? closedAt : null,
    ...appraisalOf(createdAt, additions + deletions, random)
  }
}

const unmeasured = {
  triageType: null,
  triageSize: null,
  triageRisk: null,
  triageSummary: null,
  triagedAt: null
}

function appraisalOf(createdAt: Date, lines: number, random: Random) {
  if (random.chance(0.2)) return unmeasured
  return {
    triageType: random.weighted({ feature: 30, bugfix: 35, refactor: 12, chore: 12, docs: 7, test: 4 }),
    triageSize: sizeOf(lines),
    triageRisk: random.weighted({ low: 70, medium: 23, high: 7 }),
    triageSummary: sentenceOf(random, 8, 16),
    triagedAt: new Date(createdAt.getTime() + 5_000 + random.below(20_000))
  }
}

const SIZE_LIMITS = [
  ['size/XS', 10],
  ['size/S', 50],
  ['size/M', 200],
  ['size/L', 500]
] as const

const sizeOf = (lines: number) => SIZE_LIMITS.find(([, limit]) => lines < limit)?.[0] ?? 'size/XL'
