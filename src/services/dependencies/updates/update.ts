// Plans the update of vulnerable packages of one ecosystem, and keeps its pull request.
import { isDeepStrictEqual } from 'node:util'
import type { Db, Deps, Tx } from '#deps.js'
import { dependencyUpdateV1, updateInputs } from '#domain/dependencies/dependency-update.v1.js'
import type { UpdatePortion } from '#domain/dependencies/updates/portion.js'
import type { UpdatePlan, WantedFix } from '#domain/dependencies/updates/update.js'
import { updateText } from '#domain/dependencies/updates/update-text.js'
import {
  fixableFindings,
  reasonsOf,
  wantedFixes,
  worstFindingsFirst
} from '#domain/dependencies/updates/wanted.js'
import { sha256Of } from '#domain/json/canonical.js'
import { isTrue } from '#domain/json/path.js'
import { errorText } from '#domain/text/failure.js'
import { findingsMoved } from '#errors/dependencies.js'
import { configUnreadable, isPassingFailure } from '#errors/host.js'
import { changeBatch, deleteBatch, insertBatch, openBatch } from '#store/dependencies/update-batches.js'
import { lastUpdatePlan, saveUpdatePlan } from '#store/dependencies/update-plans.js'
import { standingVulnerabilitiesOf, type VulnerabilityRow } from '#store/dependencies/vulnerabilities.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { type KnownRepository, repositoryById } from '#store/mirror/repositories.js'
import { loadConfig, type ResolvedConfig } from '../../configuration/resolve.js'
import { recordDecision } from '../../decisions/record.js'
import { type KeptPatch, objectionToKept, proposeKeptPatch } from '../../patches/keep.js'
import { mayScan, scanGuards } from '../scan-guards.js'
import { readUpdateFiles, type UpdateSource } from './files.js'
import { DEPENDENCY_UPDATES, UPDATE_BOUNDS, type UpdateWish, updateBranch, updateLabels } from './patch.js'
import { planUpdateWithRegistry, type RegistryPlan } from './planning.js'

const SETTLING_SECONDS = 10

export async function updateDependencies(deps: Deps, wish: UpdateWish, jobId: string): Promise<void> {
  const repository = await repositoryById(deps.db, wish.repo_id)
  if (!repository.live || repository.isSuspended || repository.archived) return
  const config = await loadConfig(deps, { repoId: wish.repo_id })
  if (!config.isReadable) throw configUnreadable()
  const job = { wish, jobId, repository, config }
  const findings = await chosenFindings(deps.db, wish)
  const source = await readSource(deps, job, findings)
  if (typeof source === 'string') return deps.transaction((tx) => recordUnread(deps, tx, job, source))
  const fixes = wantedFixes(findings)
  const { ecosystem, allow_major: allowMajor } = wish
  // Where guards forbid the update, no registry hears of it.
  const asking = mayScan(await scanGuards(deps, deps.db, { repository, config })) ? deps : NO_ASKING
  const planned = await planUpdateWithRegistry(asking, { ecosystem, files: source.files, fixes, allowMajor })
  const pause = REGISTRY_PAUSES[wish.registry_pauses ?? 0]
  if (planned.isIncomplete && pause !== undefined) return updateLater(deps, wish, pause)
  await deps.transaction((tx) => decideUpdate(deps, tx, { ...job, source, fixes, planned }))
}

const NO_ASKING: Pick<Deps, 'packageRegistries'> = { packageRegistries: () => undefined }

/** In seconds. Without an answer after them, the update goes on without what the registry does not say. */
const REGISTRY_PAUSES = [300, 1_800, 3_600]

/** Leaves the pull request as it is: while its registry is away, it would lose what needs the registry. */
const updateLater = (
  { transaction, queue }: Deps,
  wish: UpdateWish,
  startAfterSeconds: number
): Promise<void> =>
  transaction((tx) => {
    const payload = Object.assign({}, wish, { registry_pauses: (wish.registry_pauses ?? 0) + 1 })
    const singletonKey = `${wish.repo_id} ${wish.ecosystem} later ${sha256Of(JSON.stringify(payload))}`
    return queue.enqueue(tx, 'dependencies.update', [{ payload, singletonKey, startAfterSeconds }])
  })

interface UpdateJob {
  wish: UpdateWish
  jobId: string
  repository: KnownRepository
  config: ResolvedConfig
}

/** What a pull request fixes already belongs to it as well, so that it stays whole. */
const chosenFindings = async (db: Db, wish: UpdateWish): Promise<VulnerabilityRow[]> =>
  worstFindingsFirst(
    fixableFindings(await standingVulnerabilitiesOf(db, wish.repo_id), {
      ecosystem: wish.ecosystem,
      type: wish.update_type,
      packages: wish.packages,
      severities: wish.severities
    })
  )

/** Why there is none, where the host refuses for good. */
async function readSource(
  deps: Deps,
  { wish, repository }: UpdateJob,
  findings: readonly VulnerabilityRow[]
): Promise<UpdateSource | string> {
  const paths = [...new Set(findings.map(({ manifestPath }) => manifestPath))]
  try {
    return await readUpdateFiles(deps, repository, { ecosystem: wish.ecosystem, paths })
  } catch (error) {
    if (isPassingFailure(error)) throw error
    return errorText(error)
  }
}

/** A job that is repeated after a crash plans once; what is gone is not planned for. */
async function mayPlan(tx: Tx, { wish, jobId, repository }: UpdateJob): Promise<boolean> {
  if ((await lockRepository(tx, repository.repoId))?.live !== true) return false
  return (await lastUpdatePlan(tx, kindOf(wish)))?.jobId !== jobId
}

const kindOf = ({ repo_id: repoId, ecosystem, update_type: updateType }: UpdateWish) => ({
  repoId,
  ecosystem,
  updateType
})

/** The vulnerabilities stay as they are. */
async function recordUnread(deps: Deps, tx: Tx, job: UpdateJob, objection: string): Promise<void> {
  if (!(await mayPlan(tx, job))) return
  await recordUpdate(deps, tx, { ...job, source: null }, { planned: NOTHING, objection })
}

const NOTHING: RegistryPlan = {
  plan: { edits: [], fixed: [], parts: [], refused: [], isDivided: false },
  told: [],
  registry: null,
  isIncomplete: false
}

interface UpdateWork extends UpdateJob {
  source: UpdateSource
  /** What was planned, before the repository was locked. */
  fixes: readonly WantedFix[]
  planned: RegistryPlan
}

async function decideUpdate(deps: Deps, tx: Tx, work: UpdateWork): Promise<void> {
  const { wish, fixes, planned } = work
  const { plan } = planned
  if (!(await mayPlan(tx, work))) return
  const findings = await chosenFindings(tx, wish)
  if (!isDeepStrictEqual(wantedFixes(findings), fixes)) throw findingsMoved()
  const patch = patchOf(work, plan, findings)
  const objection = plan.edits.length === 0 ? null : (objectionToKept(patch) ?? null)
  const { decisionId, mayPropose } = await recordUpdate(deps, tx, work, { planned, objection })
  if (!mayPropose) return
  const batch = await saveBatch(deps, tx, work, plan)
  const actionId = await proposeKeptPatch(deps, tx, { ...patch, decisionId, sourceId: batch.id })
  if (actionId !== undefined) await changeBatch(tx, batch.id, { actionId })
  // The same was asked for before, and people have closed it.
  else if (batch.isNew) await deleteBatch(tx, batch.id)
}

function patchOf(
  { wish, repository, source }: UpdateWork,
  plan: UpdatePortion,
  findings: readonly VulnerabilityRow[]
): KeptPatch {
  const { title, body, commitMessage } = updateText(wish.ecosystem, plan, reasonsOf(findings))
  return {
    repoId: repository.repoId,
    pillar: 'trust',
    source: DEPENDENCY_UPDATES,
    decisionId: null,
    branch: updateBranch(wish.ecosystem, wish.update_type),
    base: { branch: source.branch, sha: source.commit },
    files: plan.edits,
    bounds: UPDATE_BOUNDS,
    isDependencyUpdate: true,
    title,
    body,
    message: commitMessage,
    labels: updateLabels(wish.ecosystem, wish.update_type),
    evidence: {
      fixed: plan.fixed.map(({ package: name, from, to, manifestPath }) => ({
        name,
        from,
        to,
        path: manifestPath
      })),
      is_divided: plan.isDivided,
      choice: { packages: wish.packages, severities: wish.severities, allow_major: wish.allow_major }
    },
    settlingSeconds: SETTLING_SECONDS
  }
}

async function recordUpdate(
  deps: Deps,
  tx: Tx,
  { wish, jobId, repository, config, source }: UpdateJob & { source: UpdateSource | null },
  { planned, objection }: { planned: RegistryPlan; objection: string | null }
): Promise<{ decisionId: number; mayPropose: boolean }> {
  const { verdict: guarded, ...evaluation } = await scanGuards(deps, tx, { repository, config })
  // What a guard has stopped, or a registry has not answered, is planned again as soon as somebody asks.
  const isWhole = mayScan({ verdict: guarded, ...evaluation }) && !planned.isIncomplete
  const causeHash = isWhole ? wish.cause_hash : null
  await saveUpdatePlan(tx, { ...kindOf(wish), jobId, causeHash, plannedAt: deps.now() })
  const commit = source?.commit ?? null
  const inputs = {
    ...evaluation.inputs,
    ...updateInputs({
      ecosystem: wish.ecosystem,
      type: wish.update_type,
      commit,
      registry: planned.registry,
      told: planned.told,
      fixed: planned.plan.fixed.map((one) => `${one.package} ${one.from} -> ${one.to} (${one.manifestPath})`),
      refused: planned.plan.refused.map((one) => `${one.package} (${one.manifestPath}): ${one.reason}.`),
      objection
    })
  }
  const verdict = dependencyUpdateV1.evaluate(inputs, evaluation.configUsed)
  const decisionId = await recordDecision(tx, {
    ...verdict,
    ...evaluation,
    inputs,
    evaluator: dependencyUpdateV1,
    repoId: repository.repoId,
    source: 'trust',
    pillar: 'trust',
    triggerEvent: wish.trigger_event,
    targetType: 'branch',
    targetBranch: source?.branch ?? repository.defaultBranch,
    commitSha: commit,
    createdAt: deps.now()
  })
  return { decisionId, mayPropose: isTrue(verdict.plan, 'propose') && verdict.decision === 'acted' }
}

/** One for each open pull request. What an open one changes is noted once it does. */
async function saveBatch(
  { now }: Deps,
  tx: Tx,
  { wish, repository }: UpdateWork,
  plan: UpdatePlan
): Promise<{ id: number; isNew: boolean }> {
  const { ecosystem, update_type: updateType } = wish
  const packages = plan.fixed.map(({ package: name, from, to }) => ({ name, from, to }))
  const open = await openBatch(tx, { repoId: repository.repoId, ecosystem, updateType })
  if (open) return { id: open.id, isNew: false }
  const id = await insertBatch(tx, {
    repoId: repository.repoId,
    ecosystem,
    updateType,
    packages,
    actionId: null,
    prNumber: null,
    prUrl: null,
    status: 'open',
    createdAt: now(),
    updatedAt: now()
  })
  return { id, isNew: true }
}
