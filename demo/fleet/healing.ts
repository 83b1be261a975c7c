// Attempts to heal failed runs: run again, repaired by a pull request, or only diagnosed.
import { HOUR_MS, MINUTE_MS } from '#domain/time/durations.js'
import type { HealStrategy, RepairName, SkipReason } from '#schemas/healing/enums.js'
import type { FailureType, HealStatus } from '#schemas/mirror/ci.js'
import { activity } from '#tables/activity/activity.js'
import { healAttempts } from '#tables/healing/heal-attempts.js'
import type { Random } from '../random.js'
import { act, decide, type Subject } from './basics/deeds.js'
import { after, type Fleet, type Home, laterThan, onlyIf } from './basics/fleet.js'
import { addStep } from './basics/pipeline.js'
import { hexOf, uuidOf } from './basics/words.js'

export interface FailedRun {
  id: number
  home: Home
  hostRunId: number
  workflow: string
  branch: string
  headSha: string
  completedAt: Date
  type: FailureType
  cause: string
}

export interface Healing {
  status: Exclude<HealStatus, 'pending'>
  strategy: HealStrategy
  repair: RepairName | null
  skipReason: SkipReason | null
  confidence: 'high' | 'medium' | 'low'
  prNumber: number | null
}

const TRANSIENT: readonly FailureType[] = [
  'network',
  'timeout',
  'runner_infra',
  'rate_limit',
  'out_of_memory'
]
const REPAIRS: Readonly<Partial<Record<FailureType, RepairName>>> = {
  lint_format: 'formatting',
  config_error: 'retired_actions',
  docker_build: 'retired_images',
  auth_permission: 'workflow_permissions',
  dependency_resolution: 'manifest'
}
const ADVICE: Readonly<Partial<Record<FailureType, string>>> = {
  test_failure: 'Run the test alone with `npm test -- cart`; the coupon is kept in memory only.',
  type_check: 'Handle `null` before the value is passed on.',
  compile_error: 'Import `roundHalfUp` from `src/money`.',
  quality_gate: 'Cover the new branch of `src/price.ts`.'
}

/** How a failure is healed: by its kind. */
export function healingOf(
  fleet: Fleet,
  random: Random,
  { type, at }: { type: FailureType; at: Date }
): Healing {
  const confidence = random.weighted({ high: 60, medium: 30, low: 10 })
  const isFresh = fleet.now.getTime() - at.getTime() < 2 * HOUR_MS
  const common = { confidence, repair: null, skipReason: null, prNumber: null }
  if (TRANSIENT.includes(type)) {
    const status = isFresh ? 'attempted' : random.weighted({ healed: 80, failed: 20 })
    return { ...common, strategy: 'rerun', status }
  }
  const repair = REPAIRS[type]
  if (repair && random.chance(0.85)) {
    const status = isFresh ? 'attempted' : random.weighted({ healed: 72, failed: 18, attempted: 10 })
    return { ...common, strategy: 'patch_pr', status, repair, prNumber: 500 + random.below(400) }
  }
  return { ...common, strategy: 'comment_only', status: 'skipped', skipReason: 'diagnosis_only' }
}

export function addHeal(fleet: Fleet, random: Random, run: FailedRun, healing: Healing): void {
  const { home, completedAt, branch, type, cause } = run
  const { status, strategy, prNumber } = healing
  const at = after(completedAt, 20_000)
  const subject: Subject = { home, type: 'branch', branch, at }
  const isActing = strategy !== 'comment_only'
  const decisionId = decide(fleet, subject, {
    source: 'ci_heal',
    pillar: 'ci_healing',
    trigger: 'workflow_run.completed',
    reason: `${cause} ${PROSPECTS[strategy]}`.trim(),
    decision: 'acted'
  })
  const actionId = actOn(fleet, random, { run, healing, subject, decisionId })
  const finishedAt = onlyIf(status !== 'attempted', laterThan(fleet, at, 20 * MINUTE_MS))
  const pull = prNumber === null ? NO_PULL : pullOf(run, { status, prNumber, finishedAt })
  const id = fleet.book.add(healAttempts, {
    ciRunId: run.id,
    hostRunId: run.hostRunId,
    repoId: home.hostId,
    runAttempt: 1,
    attempt: 1,
    workflowName: run.workflow,
    branch,
    headSha: run.headSha,
    trigger: 'webhook',
    jobId: uuidOf(random),
    ...diagnosisOf(random, run, healing),
    ...pull,
    outcome: onlyIf(isActing, OUTCOMES[status]),
    decisionId,
    actionId,
    createdAt: at,
    startedAt: after(at, 1_000),
    finishedAt,
    updatedAt: finishedAt ?? at,
    live: !home.row.deletedAt
  })
  fleet.book.add(activity, {
    source: 'ci_heal',
    sourceId: id,
    repoId: home.hostId,
    targetNumber: prNumber,
    targetUrl: pull.prUrl ?? `https://github.com/${home.fullName}/actions/runs/${run.hostRunId}`,
    actionType: type,
    status: pull.prStatus ?? status,
    detail: prNumber === null ? `${run.workflow} on ${branch}: ${cause}` : pull.filesChanged.join(', '),
    createdAt: at
  })
  if (isActing) addHealSteps(fleet, { run, healing, at, finishedAt })
}

const PROSPECTS = {
  rerun: 'It may pass when it is run again.',
  patch_pr: 'There is a repair for it.',
  comment_only: ''
} as const

const NO_PULL = {
  prNumber: null,
  prUrl: null,
  prTitle: null,
  prStatus: null,
  prClosedAt: null,
  healBranch: null,
  filesChanged: []
}

interface MadePull {
  status: Healing['status']
  prNumber: number
  finishedAt: Date | null
}

function pullOf(
  { home, workflow, branch, hostRunId, cause }: FailedRun,
  { status, prNumber, finishedAt }: MadePull
) {
  return {
    prNumber,
    prUrl: `https://github.com/${home.fullName}/pull/${prNumber}`,
    prTitle: `Repair ${workflow} on ${branch}`,
    prStatus: PULL_STATUS[status],
    prClosedAt: finishedAt,
    healBranch: `service/heal-${hostRunId}`,
    filesChanged: [fileIn(cause).file ?? '.github/workflows/ci.yml']
  }
}

const PULL_STATUS = { healed: 'merged', failed: 'closed', attempted: 'open', skipped: 'closed' } as const
const OUTCOMES = {
  healed: 'verified',
  failed: 'ineffective',
  attempted: 'pending',
  skipped: 'unknown'
} as const

/** The place that the cause names. */
function fileIn(cause: string): { file: string | null; line: number | null } {
  const [, file = null, line = null] = /(\S+\.\w+)[(:](\d+)/.exec(cause) ?? []
  return { file, line: line === null ? null : Number(line) }
}

function diagnosisOf(random: Random, { type, cause, workflow }: FailedRun, healing: Healing) {
  const { file, line } = fileIn(cause)
  const risk = random.below(45)
  return {
    status: healing.status,
    strategy: healing.strategy,
    repair: healing.repair,
    skipReason: healing.skipReason,
    failureType: type,
    transient: TRANSIENT.includes(type),
    rule: type,
    rootCause: cause,
    confidence: healing.confidence,
    failingJob: workflow === 'CI' ? 'build' : workflow,
    failingFile: file,
    failingLine: line,
    suggestedFix: ADVICE[type] ?? null,
    riskScore: risk,
    riskLevel: risk < 30 ? ('low' as const) : ('medium' as const),
    signature: hexOf(random, 16),
    extract: JSON.stringify([
      {
        job: workflow,
        from: 118,
        to: 120,
        lines: ['npm run ci', cause, '##[error]Process completed with exit code 1.']
      }
    ])
  }
}

interface HealDeed {
  run: FailedRun
  healing: Healing
  subject: Subject
  decisionId: number
}

function actOn(fleet: Fleet, random: Random, { run, healing, subject, decisionId }: HealDeed): number {
  const { hostRunId, headSha, cause, type } = run
  const evidence = {
    failure_type: type,
    root_cause: cause,
    run_id: hostRunId,
    confidence: healing.confidence
  }
  const shared = {
    source: 'ci_heal',
    pillar: 'ci_healing',
    decisionId,
    evidence,
    status: 'reconciled'
  } as const
  if (healing.strategy === 'rerun')
    return act(fleet, random, subject, {
      ...shared,
      actionType: 'rerun-failed-jobs',
      arguments: { run_id: hostRunId, run_attempt: 1 },
      key: `rerun-failed-jobs:${hostRunId}:1`
    })
  if (healing.strategy === 'comment_only')
    return act(fleet, random, subject, {
      ...shared,
      actionType: 'comment-commit',
      arguments: { sha: headSha, body: cause },
      key: `comment-commit:${hostRunId}`
    })
  return act(fleet, random, subject, {
    ...shared,
    actionType: 'create-patch-pr',
    arguments: {
      branch: `service/heal-${hostRunId}`,
      base: run.branch,
      base_sha: headSha,
      files: [{ path: '.github/workflows/ci.yml', content: 'on: push\n' }],
      title: `Repair ${run.workflow} on ${run.branch}`,
      body: cause,
      message: `Repair ${run.workflow}`
    },
    key: `create-patch-pr:service/heal-${hostRunId}`,
    evidence: Object.assign({ pr_number: healing.prNumber, fix_type: healing.repair }, evidence)
  })
}

interface HealSteps {
  run: FailedRun
  healing: Healing
  at: Date
  finishedAt: Date | null
}

function addHealSteps(
  fleet: Fleet,
  { run: { home, branch, hostRunId }, healing, at, finishedAt }: HealSteps
): void {
  const about = { home, ref: branch, metadata: { run_id: hostRunId, strategy: healing.strategy } }
  addStep(fleet, { ...about, type: 'heal_attempted', at })
  if (finishedAt === null) return
  const isHealed = healing.status === 'healed'
  addStep(fleet, {
    ...about,
    type: isHealed ? 'heal_succeeded' : 'heal_failed',
    at: finishedAt,
    success: isHealed
  })
}
