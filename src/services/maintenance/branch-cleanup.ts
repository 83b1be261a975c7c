// Deletes branches whose pull requests have ended.
import type { Db, Deps, JobPayload, RepositoryAccess, Tx } from '#deps.js'
import type { ListedBranch, LiveBranch } from '#domain/host/items.js'
import { branchCleanupV1, deletionPreview, isDeletionPlanned } from '#domain/maintenance/branch-cleanup.v1.js'
import {
  branchConfigOf,
  branchInputs,
  branchKey,
  isServiceBranch
} from '#domain/maintenance/branch-inputs.js'
import { globMatches } from '#domain/text/glob.js'
import { DAY_MS } from '#domain/time/durations.js'
import { configUnreadable } from '#errors/host.js'
import { firstActionOfEffect } from '#store/actions/marks.js'
import { type EndedBranch, endedBranches, protectedNames } from '#store/maintenance/ended-branches.js'
import { knownKeys, linkAction } from '#store/maintenance/maintenance-actions.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { repositoryById } from '#store/mirror/repositories.js'
import { proposeAction } from '../actions/propose.js'
import { repositoryAccessOf } from '../mirror/repository-access.js'
import { findWaiver } from '../waivers/waivers.js'
import { claimMaintenance, type MaintenanceClaim } from './claims.js'
import { loadMaintenance, type MaintenanceSetup } from './config.js'
import { ASKED_AGAIN_MS } from './settle.js'

export const BRANCH_SOURCE = 'branch_cleanup'

/** Per repository and run. Each is asked for at the host. */
const MOST_EXAMINED = 50

type Job = JobPayload<'maintenance.branch-cleanup'>

interface Cleanup {
  repoId: number
  place: RepositoryAccess
  setup: MaintenanceSetup
  job: Job
}

export async function cleanUpBranches(deps: Deps, job: Job): Promise<void> {
  const repoId = job.repo_id
  const repository = await repositoryById(deps.db, repoId)
  if (!repository.live || repository.isSuspended) return
  const setup = await loadMaintenance(deps, repoId)
  // The job fails and is retried until the configuration file is readable.
  if (!setup.isReadable) throw configUnreadable()
  if (!setup.effective.cleanup_branches) return
  const cleanup = { repoId, place: repositoryAccessOf(repository), setup, job }
  const candidates = await findCandidates(deps, cleanup)
  for (const candidate of candidates) await examine(deps, cleanup, candidate)
}

interface Candidate {
  name: string
  tip: string
  number: number
  key: string
}

/** Those that were never examined come first. */
async function findCandidates(deps: Deps, cleanup: Cleanup): Promise<Candidate[]> {
  const { repoId, place } = cleanup
  const fresh: Candidate[] = []
  const known: Candidate[] = []
  const rules = await protectedNames(deps.db, repoId)
  for await (const page of deps.host.listBranches(place)) {
    const found = await candidatesAmong(deps, cleanup, page, rules)
    const keys = await knownKeys(
      deps.db,
      found.map(({ key }) => key),
      deps.now()
    )
    fresh.push(...found.filter(({ key }) => !keys.has(key)))
    known.push(...found.filter(({ key }) => keys.get(key) === false))
    if (fresh.length >= MOST_EXAMINED) break
  }
  return [...fresh, ...known].slice(0, MOST_EXAMINED)
}

/** What the list and the mirror exclude is not examined further. */
async function candidatesAmong(
  { db, now }: Deps,
  { repoId, setup }: Cleanup,
  page: readonly ListedBranch[],
  rules: readonly string[]
): Promise<Candidate[]> {
  const { protected_branches, min_age_days } = setup.config.pillars.maintainer.branch_cleanup
  const globs = [...protected_branches, ...rules]
  const free = page.filter(
    ({ name, isProtected }) => !isProtected && !globs.some((glob) => globMatches(glob, name))
  )
  const tips = new Map(free.map(({ name, tip }) => [name, tip]))
  const ended = await endedBranches(db, repoId, [...tips.keys()])
  const oldest = new Date(now().getTime() - min_age_days * DAY_MS)
  return ended
    .filter((branch) => isEnded(branch) && branch.endedAt <= oldest)
    .map(({ name, number }) => ({ name, number, tip: tips.get(name) ?? '' }))
    .map((branch) => ({ ...branch, key: branchKey(repoId, branch.name, branch.tip) }))
}

const isEnded = ({ name, state }: EndedBranch) => state === 'merged' || isServiceBranch(name)

export interface BranchExamination {
  repoId: number
  setup: MaintenanceSetup
  name: string
  /** The commit that was examined first. */
  examined: string
  live: LiveBranch | undefined
  waiverId: number | null
  isDryRun: boolean
}

/** The verdict on a branch as the host shows it, with all that it depends on. */
export async function judgeBranch({ now }: Deps, db: Db | Tx, examination: BranchExamination) {
  const { repoId, setup, name } = examination
  const rule = (await protectedNames(db, repoId)).find((one) => globMatches(one, name)) ?? null
  const inputs = branchInputs({ ...examination, rule, now: now(), isReadable: setup.isReadable })
  const configUsed = branchConfigOf(setup.config)
  return { inputs, configUsed, verdict: branchCleanupV1.evaluate(inputs, configUsed) }
}

async function examine(deps: Deps, cleanup: Cleanup, candidate: Candidate): Promise<void> {
  const { repoId, place, setup, job } = cleanup
  const { name, tip, number } = candidate
  const live = await deps.host.branchState(place, { branch: name, pull: number })
  await deps.transaction(async (tx) => {
    if ((await lockRepository(tx, repoId))?.live !== true) return
    const subject = { repoId, pillar: 'maintainer' as const, at: deps.now(), branches: [name] }
    const waiverId = (await findWaiver(tx, subject))?.id ?? null
    const judged = await judgeBranch(deps, tx, {
      repoId,
      setup,
      name,
      examined: tip,
      live,
      waiverId,
      isDryRun: job.dry_run
    })
    const { verdict, inputs } = judged
    const isPreview = verdict.decision === 'dry_run' && isDeletionPlanned(verdict.plan)
    const decision = {
      ...judged,
      action: {
        repoId,
        actionType: 'branch_cleanup' as const,
        targetType: 'branch' as const,
        targetNumber: name,
        idempotencyKey: candidate.key
      },
      configVersion: setup.version,
      waiverId,
      evaluator: branchCleanupV1,
      triggerEvent: job.trigger,
      result: isPreview ? deletionPreview(inputs) : (verdict.reason ?? verdict.decision),
      ...(isAskedLater(setup, verdict.decision, waiverId)
        ? { notBefore: new Date(deps.now().getTime() + ASKED_AGAIN_MS) }
        : {})
    }
    await claimMaintenance(deps, tx, decision, (claim) => proposeDeletion(deps, tx, claim, candidate))
  })
}

/** What the host alone could tell. */
const isAskedLater = ({ config }: MaintenanceSetup, decision: string, waiverId: number | null) =>
  decision === 'skipped' && waiverId === null && config.pillars.maintainer.enabled

async function proposeDeletion(
  deps: Deps,
  tx: Tx,
  { row, decisionId }: MaintenanceClaim,
  { name, tip, number }: Candidate
): Promise<void> {
  const { repoId } = row
  const actionKey = `branch-cleanup:${tip}`
  const mark = await firstActionOfEffect(tx, { repoId, actionKey, target: `branch:${name}` })
  const actionId = await proposeAction(deps, tx, {
    repoId,
    pillar: 'maintainer',
    source: BRANCH_SOURCE,
    sourceId: row.id,
    decisionId,
    target: { type: 'branch', branch: name },
    actionKey,
    actionType: 'delete-branch',
    arguments: { sha: tip },
    evidence: { branch_of_pull: number },
    ...(mark ? { mark } : {})
  })
  await linkAction(tx, row.id, actionId)
}
