// Finds out which merge broke a deployment, and begins to take it back.
import type { Deps, JobPayload, RepositoryAccess, Tx } from '#deps.js'
import {
  type CulpritQuestion,
  culpritConfigOf,
  culpritInputs,
  type QueueMerge
} from '#domain/rollbacks/culprit-inputs.js'
import { isDeployment } from '#domain/rollbacks/deployments.js'
import { rollbackCulpritV1, rollbackPlanIn } from '#domain/rollbacks/rollback-culprit.v1.js'
import { MINUTE_MS } from '#domain/time/durations.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { type DeployRunRow, queueMerges, runOfRepository, runsUpTo } from '#store/rollbacks/deployments.js'
import { entryOfMerge } from '#store/rollbacks/landings.js'
import { rollbackOfRun } from '#store/rollbacks/rollbacks.js'
import { decisiveWaiver, recordDecision } from '../decisions/record.js'
import { freshQueueSetup, type QueueSetup, queueConfig } from '../merge-queue/setup.js'
import { repositoryAccessOf } from '../mirror/repository-access.js'
import { findWaiver } from '../waivers/waivers.js'
import { type MergeToRevert, mergeOfEntry, openRollback } from './open.js'
import { standsInTheWay } from './standing.js'

export async function evaluateDeployment(
  deps: Deps,
  { repo_id: repoId, host_run_id: runId }: JobPayload<'rollbacks.evaluate'>
): Promise<void> {
  const setup = await freshQueueSetup(deps, repoId)
  const { repository, settings } = setup
  if (!repository.live || repository.isSuspended || !settings.rollback_enabled) return
  const run = await runOfRepository(deps.db, repoId, runId)
  if (run?.conclusion !== 'failure' || run.branch !== repository.defaultBranch) return
  const place = repositoryAccessOf(repository)
  const path = (await deps.host.workflowPath(place, runId)) ?? null
  const { rollback } = setup.resolved.config.pillars.merge_queue
  if (!isDeployment([run.workflowName, path ?? ''], rollback.keywords)) return
  const span = await spanOf(deps, run)
  const found = await mergesBefore(deps, { place, windowMinutes: rollback.window_minutes }, span)
  const deployment = { setup, path, ...span, ...found }
  await deps.transaction((tx) => decideRollback(deps, tx, deployment))
}

interface DeploySpan {
  run: DeployRunRow
  firstRed: DeployRunRow
  lastGreen: DeployRunRow | undefined
}

/** Between the last deployment that passed and the first that failed: later ones fail for the same reason. */
async function spanOf({ db }: Deps, run: DeployRunRow): Promise<DeploySpan> {
  const earlier = (await runsUpTo(db, run)).filter(({ hostRunId }) => hostRunId <= run.hostRunId)
  const green = earlier.findIndex(({ conclusion }) => conclusion === 'success')
  const since = green < 0 ? earlier : earlier.slice(0, green)
  const firstRed = since.findLast(({ conclusion }) => conclusion === 'failure') ?? run
  return { run, firstRed, lastGreen: earlier[green] }
}

interface MergeSearch {
  place: RepositoryAccess
  windowMinutes: number
}

interface FoundMerges {
  merges: QueueMerge[]
  isComparable: boolean
}

const endOf = ({ completedAt, updatedAt }: DeployRunRow): Date => completedAt ?? updatedAt

/** Merges within the time that counts, and all that lie between the two deployments, however old. */
async function mergesBefore(
  deps: Deps,
  { place, windowMinutes }: MergeSearch,
  { run, firstRed, lastGreen }: DeploySpan
): Promise<FoundMerges> {
  const { repoId, branch } = run
  const end = endOf(run)
  const since = end.getTime() - windowMinutes * MINUTE_MS
  const all = await queueMerges(deps.db, { repoId, baseBranch: branch, by: end })
  const recent = all.filter(({ mergedAt }) => mergedAt.getTime() >= since)
  if (recent.length === 0) return { merges: [], isComparable: true }
  const candidates = lastGreen ? all : recent
  const between = lastGreen
    ? await deps.host.commitsBetween(place, { base: lastGreen.headSha, head: firstRed.headSha })
    : await commitsWithin(deps, place, { head: firstRed.headSha, commits: recent.map((one) => one.mergeSha) })
  const merges = candidates.map((one) => ({ ...one, isBetween: between?.includes(one.mergeSha) === true }))
  return {
    merges: merges.filter(({ isBetween, mergedAt }) => isBetween || mergedAt.getTime() >= since),
    isComparable: between !== undefined
  }
}

/** Which of these a commit contains. */
async function commitsWithin(
  { host }: Deps,
  place: RepositoryAccess,
  { head, commits }: { head: string; commits: readonly string[] }
): Promise<string[] | undefined> {
  const within: string[] = []
  for (const commit of commits) {
    const missing = await host.commitsBetween(place, { base: head, head: commit })
    if (missing === undefined) return undefined
    if (missing.length === 0) within.push(commit)
  }
  return within
}

interface Deployment extends DeploySpan, FoundMerges {
  setup: QueueSetup
  path: string | null
}

async function decideRollback(deps: Deps, tx: Tx, deployment: Deployment): Promise<void> {
  const { setup, run, firstRed } = deployment
  const { repository } = setup
  if ((await lockRepository(tx, run.repoId))?.live !== true) return
  const question = await questionOf(deps, tx, deployment)
  const inputs = culpritInputs(question)
  const configUsed = culpritConfigOf(queueConfig(setup.resolved, setup.settings))
  const verdict = rollbackCulpritV1.evaluate(inputs, configUsed)
  const plan = rollbackPlanIn(verdict.plan)
  const decisionId = await recordDecision(tx, {
    ...verdict,
    inputs,
    evaluator: rollbackCulpritV1,
    configUsed,
    configVersion: setup.resolved.version,
    waiverId: decisiveWaiver(verdict, question.waiverId),
    repoId: run.repoId,
    source: 'merge_queue',
    pillar: 'merge_queue',
    triggerEvent: 'workflow_run.completed',
    ...(plan.next === 'revert'
      ? { targetType: 'pr', targetNumber: plan.pr_number }
      : { targetType: 'branch', targetBranch: run.branch }),
    commitSha: firstRed.headSha,
    createdAt: deps.now()
  })
  if (plan.next === 'none') return
  const merge =
    plan.next === 'revert'
      ? await mergeNamed(tx, run.repoId, plan.merge_sha)
      : unnamed(firstRed, `${verdict.reason ?? ''} ${BY_HAND}`)
  await openRollback(deps, tx, {
    repository,
    baseBranch: run.branch,
    merge,
    reason: 'deploy_check_failed',
    details: `The workflow ${firstRed.workflowName} failed on ${firstRed.headSha.slice(0, 7)}.`,
    decisionId,
    run: { id: firstRed.hostRunId, url: firstRed.htmlUrl, workflow: firstRed.workflowName }
  })
}

const BY_HAND = 'Find out what broke it, and revert that by hand.'

async function mergeNamed(tx: Tx, repoId: number, mergeSha: string): Promise<MergeToRevert> {
  const entry = await entryOfMerge(tx, repoId, mergeSha)
  if (!entry) throw new Error(`the entry merged as ${mergeSha} is gone`)
  return mergeOfEntry(tx, entry)
}

const unnamed = ({ headSha }: DeployRunRow, problem: string): MergeToRevert => ({
  prNumber: null,
  title: null,
  mergeCommit: headSha,
  beforeCommit: null,
  problem
})

async function questionOf(deps: Deps, tx: Tx, deployment: Deployment): Promise<CulpritQuestion> {
  const { setup, run, path, firstRed, lastGreen, merges, isComparable } = deployment
  const { repoId, branch } = run
  const [culprit, ...others] = merges.filter(({ isBetween }) => isBetween)
  const named = others.length === 0 ? culprit : undefined
  const waiver = await findWaiver(tx, {
    repoId,
    pillar: 'merge_queue',
    at: deps.now(),
    branches: [branch],
    ...(named ? { pr: named.prNumber } : {})
  })
  const ofMerge = named ? await standsInTheWay(tx, repoId, named.mergeSha) : undefined
  return {
    isReadable: setup.resolved.isReadable,
    isRollbackOn: setup.settings.rollback_enabled,
    defaultBranch: setup.repository.defaultBranch,
    run: {
      hostRunId: run.hostRunId,
      headSha: run.headSha,
      workflow: run.workflowName,
      path,
      branch,
      conclusion: run.conclusion,
      completedAt: endOf(run)
    },
    firstRed,
    lastGreen,
    merges,
    isComparable,
    waiverId: waiver?.id ?? null,
    earlier: (await rollbackOfRun(tx, repoId, firstRed.hostRunId)) ?? ofMerge?.id ?? null
  }
}
