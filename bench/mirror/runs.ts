// CI runs of a repository, and what healing made of the failures.

import type { Random } from '#demo/random.js'
import { MINUTE_MS } from '#domain/time/durations.js'
import { FAILURE_TYPES } from '#schemas/mirror/ci.js'
import type { RunRow } from '#store/mirror/mirror.js'
import { momentsOf, type Planned, wholeSecond } from './fleet.js'
import { personOf, sentenceOf, shaOf, WORKFLOWS } from './words.js'

const MOST_RUNS = 10_000_000

export function runsOf(planned: Planned, random: Random, now: Date): RunRow[] {
  const { row, runs } = planned
  const moments = momentsOf(random.next, runs, { now, power: 4 })
  return moments.map((createdAt, at) => {
    const hostRunId = row.hostId * MOST_RUNS + at + 1
    const goneAt = random.chance(0.002) ? now : null
    return {
      hostRunId,
      repoId: row.hostId,
      attempt: random.chance(0.1) ? 2 : 1,
      workflowName: random.one(WORKFLOWS),
      branch: random.chance(0.4) ? 'main' : `fix/${random.below(100_000)}`,
      forkId: null,
      headSha: shaOf(random),
      event: random.weighted({ push: 40, pull_request: 50, schedule: 10 }),
      actor: personOf(random),
      htmlUrl: `https://github.com/${row.fullName}/actions/runs/${hostRunId}`,
      createdAt,
      goneAt,
      live: goneAt === null && row.deletedAt === null,
      movedFrom: null,
      ...courseOf(row.fullName, createdAt, { random, now })
    }
  })
}

/** What has not ended by now is still running. */
function courseOf(fullName: string, createdAt: Date, { random, now }: { random: Random; now: Date }) {
  const endsAt = wholeSecond(createdAt.getTime() + 20_000 + random.exponential(6 * MINUTE_MS))
  if (endsAt > now)
    return {
      status: 'in_progress' as const,
      updatedAt: createdAt,
      completedAt: null,
      conclusion: null,
      ...untouched
    }
  return {
    status: 'completed' as const,
    updatedAt: endsAt,
    completedAt: endsAt,
    ...outcomeOf(fullName, random, endsAt)
  }
}

const untouched = {
  healStatus: 'pending' as const,
  healFailureType: null,
  healRootCause: null,
  healFixApplied: null,
  healConfidence: null,
  healPrUrl: null,
  healPrNumber: null,
  healedAt: null
}

function outcomeOf(fullName: string, random: Random, endedAt: Date) {
  const conclusion = random.weighted({ success: 76, failure: 16, cancelled: 4, skipped: 3, timed_out: 1 })
  if (conclusion !== 'failure') return { conclusion, ...untouched }
  const healStatus = random.weighted({ pending: 8, attempted: 4, healed: 38, failed: 25, skipped: 25 })
  if (healStatus === 'pending') return { conclusion, ...untouched }
  const healed = healStatus === 'healed'
  const healPrNumber = healed && random.chance(0.5) ? 1 + random.below(5_000) : null
  return {
    conclusion,
    healStatus,
    healFailureType: random.one(FAILURE_TYPES),
    healRootCause: sentenceOf(random, 8, 20),
    healFixApplied: healed ? sentenceOf(random, 5, 12) : null,
    healConfidence: random.weighted({ high: 40, medium: 40, low: 20 }),
    healPrUrl: healPrNumber === null ? null : `https://github.com/${fullName}/pull/${healPrNumber}`,
    healPrNumber,
    healedAt: healed ? new Date(endedAt.getTime() + random.below(30 * MINUTE_MS)) : null
  }
}
