// CI runs, the failures among them, and what healing made of these.
import { HOUR_MS, MINUTE_MS } from '#domain/time/durations.js'
import type { HealStatus } from '#schemas/mirror/ci.js'
import { ciRuns } from '#tables/mirror/ci-runs.js'
import type { Random } from '../random.js'
import {
  after,
  chanceOf,
  type Fleet,
  type Home,
  laterThan,
  momentOf,
  onlyIf,
  type PullItem
} from './basics/fleet.js'
import { addStep } from './basics/pipeline.js'
import { causeOf, personOf, shaOf, workflowOf } from './basics/words.js'
import { addHeal, type FailedRun, type Healing, healingOf } from './healing.js'

const RUNS = 45
const FIRST_RUN = 9_000_000
const MOST_RUNS = 10_000

export function addRuns(fleet: Fleet): void {
  const random = chanceOf(fleet, 4)
  for (const home of fleet.homes) {
    const pulls = fleet.pulls.filter((pull) => pull.home === home)
    const count = Math.max(3, Math.round(home.weight * RUNS))
    for (let nth = 0; nth < count; nth += 1) {
      const at = momentOf(fleet, random, { power: 3 })
      const hostRunId = FIRST_RUN + (home.hostId % MOST_RUNS) * MOST_RUNS + nth
      const pull = random.chance(0.55) && pulls.length > 0 ? random.one(pulls) : undefined
      fleet.book.happened(at, () => addRun(fleet, random, { home, at, hostRunId, pull }))
    }
  }
}

interface Planned {
  home: Home
  at: Date
  hostRunId: number
  pull: PullItem | undefined
}

type Outcome = Pick<FailedRun, 'type' | 'cause'> | undefined

const FAILURES = {
  test_failure: 34,
  lint_format: 14,
  type_check: 10,
  dependency_resolution: 8,
  network: 9,
  timeout: 6,
  config_error: 6,
  compile_error: 5,
  docker_build: 3,
  auth_permission: 3,
  out_of_memory: 2,
  runner_infra: 2,
  rate_limit: 1,
  quality_gate: 1
} as const

const RUNNING = { status: 'in_progress', conclusion: null, completedAt: null } as const

function addRun(fleet: Fleet, random: Random, planned: Planned): void {
  const { home, at, hostRunId, pull } = planned
  const workflow = workflowOf(random)
  const completedAt = after(at, MINUTE_MS + random.exponential(6 * MINUTE_MS))
  const isRunning = completedAt > fleet.now
  const conclusion = random.weighted({ success: 81, failure: 15, cancelled: 3, timed_out: 1 })
  const outcome = conclusion === 'failure' && !isRunning ? failureOf(random) : undefined
  const healing = outcome && healingOf(fleet, random, { type: outcome.type, at: completedAt })
  const cause = pull
    ? { branch: pull.branch, headSha: pull.headSha, event: 'pull_request', actor: pull.author }
    : { branch: 'main', headSha: shaOf(random), event: 'push', actor: personOf(random) }
  const { branch, headSha } = cause
  const id = fleet.book.add(ciRuns, {
    hostRunId,
    repoId: home.hostId,
    attempt: 1,
    workflowName: workflow,
    ...cause,
    htmlUrl: `https://github.com/${home.fullName}/actions/runs/${hostRunId}`,
    ...(isRunning ? RUNNING : { status: 'completed' as const, conclusion, completedAt }),
    ...healFields(fleet, home, { outcome, healing, completedAt }),
    createdAt: at,
    updatedAt: isRunning ? at : completedAt,
    live: !home.row.deletedAt
  })
  if (isRunning) return
  addStep(fleet, {
    home,
    type: 'ci_run_completed',
    at: completedAt,
    ref: branch,
    durationMs: completedAt.getTime() - at.getTime(),
    success: conclusion === 'success',
    metadata: { run_id: hostRunId, workflow, conclusion, attempt: 1, candidate: false }
  })
  if (outcome && healing)
    addHeal(
      fleet,
      random,
      { id, home, hostRunId, workflow, branch, headSha, completedAt, ...outcome },
      healing
    )
}

function failureOf(random: Random): Outcome {
  const type = random.weighted(FAILURES)
  return { type, cause: causeOf(random, type) }
}

interface Healed {
  outcome: Outcome
  healing: Healing | undefined
  completedAt: Date
}

function healFields(fleet: Fleet, { fullName }: Home, { outcome, healing, completedAt }: Healed) {
  const status: HealStatus = healing?.status ?? 'pending'
  const pull = healing?.prNumber ?? null
  const isHealed = status === 'healed'
  return {
    healStatus: status,
    healFailureType: outcome?.type ?? null,
    healRootCause: outcome?.cause ?? null,
    healFixApplied: isHealed ? (healing?.repair ?? 'The failed jobs were run again.') : null,
    healConfidence: healing?.confidence ?? null,
    healPrUrl: pull === null ? null : `https://github.com/${fullName}/pull/${pull}`,
    healPrNumber: pull,
    healedAt: onlyIf(isHealed, laterThan(fleet, completedAt, HOUR_MS))
  }
}
