// Plans the update of vulnerable packages of one ecosystem, and keeps its pull request.
import { isDeepStrictEqual } from 'node:util'
import type { Db, Deps, JobPayload, Tx } from '#deps.js'
import { dependencyUpdateV1, updateInputs } from '#domain/dependencies/dependency-update.v1.js'
import type { UpdatePlan, WantedFix } from '#domain/dependencies/updates/update.js'
import { updateText } from '#domain/dependencies/updates/update-text.js'
import { fixableFindings, reasonsOf, wantedFixes } from '#domain/dependencies/updates/wanted.js'
import { sha256Of } from '#domain/json/canonical.js'
import { isTrue } from '#domain/json/path.js'
import { findingsMoved } from '#errors/dependencies.js'
import { configUnreadable } from '#errors/host.js'
import { changeBatch, deleteBatch, insertBatch, openBatch } from '#store/dependencies/update-batches.js'
import { standingVulnerabilitiesOf, type VulnerabilityRow } from '#store/dependencies/vulnerabilities.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { type KnownRepository, repositoryById } from '#store/mirror/repositories.js'
import { loadConfig, type ResolvedConfig } from '../../configuration/resolve.js'
import { recordDecision } from '../../decisions/record.js'
import { type KeptPatch, objectionToKept, proposeKeptPatch } from '../../patches/keep.js'
import { LARGEST_PATCH } from '../../patches/propose.js'
import { mayScan, scanGuards } from '../scan-guards.js'
import { readUpdateFiles, type UpdateSource } from './files.js'
import { planUpdateWithRegistry, type RegistryPlan } from './planning.js'

type Wish = JobPayload<'dependencies.update'>

/** The source of all actions about updates. */
export const DEPENDENCY_UPDATES = 'dependencies'
const SETTLING_SECONDS = 10

export async function updateDependencies(deps: Deps, wish: Wish): Promise<void> {
  const repository = await repositoryById(deps.db, wish.repo_id)
  if (!repository.live || repository.isSuspended || repository.archived) return
  const config = await loadConfig(deps, { repoId: wish.repo_id })
  if (!config.isReadable) throw configUnreadable()
  const source = await readUpdateFiles(deps, repository, wish.ecosystem)
  if (!source) return
  const fixes = wantedFixes(await chosenFindings(deps.db, wish))
  const { ecosystem, allow_major: allowMajor } = wish
  // Where guards forbid the update, no registry hears of it.
  const asking = mayScan(await scanGuards(deps, deps.db, { repository, config })) ? deps : NO_ASKING
  const planned = await planUpdateWithRegistry(asking, { ecosystem, files: source.files, fixes, allowMajor })
  const pause = REGISTRY_PAUSES[wish.registry_pauses ?? 0]
  if (planned.isIncomplete && pause !== undefined) return updateLater(deps, wish, pause)
  await deps.transaction((tx) => decideUpdate(deps, tx, { wish, repository, config, source, fixes, planned }))
}

const NO_ASKING: Pick<Deps, 'packageRegistries'> = { packageRegistries: () => undefined }

/** In seconds. Without an answer after them, the update goes on without what the registry does not say. */
const REGISTRY_PAUSES = [300, 1_800, 3_600]

/** Leaves the pull request as it is: while its registry is away, it would lose what needs the registry. */
const updateLater = ({ transaction, queue }: Deps, wish: Wish, startAfterSeconds: number): Promise<void> =>
  transaction((tx) => {
    const payload = Object.assign({}, wish, { registry_pauses: (wish.registry_pauses ?? 0) + 1 })
    const singletonKey = `${wish.repo_id} ${wish.ecosystem} later ${sha256Of(JSON.stringify(payload))}`
    return queue.enqueue(tx, 'dependencies.update', [{ payload, singletonKey, startAfterSeconds }])
  })

interface UpdateWork {
  wish: Wish
  repository: KnownRepository
  config: ResolvedConfig
  source: UpdateSource
  /** What was planned, before the repository was locked. */
  fixes: readonly WantedFix[]
  planned: RegistryPlan
}

/** What a pull request fixes already belongs to it as well, so that it stays whole. */
const chosenFindings = async (db: Db, wish: Wish): Promise<VulnerabilityRow[]> =>
  fixableFindings(await standingVulnerabilitiesOf(db, wish.repo_id), {
    ecosystem: wish.ecosystem,
    type: wish.update_type,
    packages: wish.packages,
    severities: wish.severities
  })

async function decideUpdate(deps: Deps, tx: Tx, work: UpdateWork): Promise<void> {
  const { wish, repository, fixes, planned } = work
  const { plan } = planned
  if ((await lockRepository(tx, repository.repoId))?.live !== true) return
  const findings = await chosenFindings(tx, wish)
  if (!isDeepStrictEqual(wantedFixes(findings), fixes)) throw findingsMoved()
  const patch = patchOf(work, plan, findings)
  const objection = plan.edits.length === 0 ? null : (objectionToKept(patch) ?? null)
  const { decisionId, mayPropose } = await recordUpdate(deps, tx, work, objection)
  if (!mayPropose) return
  const batch = await saveBatch(deps, tx, work, plan)
  const actionId = await proposeKeptPatch(deps, tx, { ...patch, decisionId, sourceId: batch.id })
  if (actionId !== undefined) await changeBatch(tx, batch.id, { actionId })
  // The same was asked for before, and people have closed it.
  else if (batch.isNew) await deleteBatch(tx, batch.id)
}

const branchOf = ({ ecosystem, update_type }: Wish) =>
  update_type === 'critical' ? `service/deps-critical-${ecosystem}` : `service/deps-${ecosystem}`

const LABELS = {
  security: { name: 'security', color: 'e11d48' },
  critical: { name: 'critical', color: 'b60205' },
  dependencies: { name: 'dependencies', color: '0075ca' }
}

function labelsOf({ ecosystem, update_type }: Wish) {
  return update_type === 'critical'
    ? [LABELS.security, LABELS.critical, LABELS.dependencies]
    : [LABELS.dependencies, { name: ecosystem, color: 'e4e669' }, LABELS.security]
}

function patchOf(
  { wish, repository, source }: UpdateWork,
  plan: UpdatePlan,
  findings: readonly VulnerabilityRow[]
): KeptPatch {
  const { title, body, commitMessage } = updateText(wish.ecosystem, plan, reasonsOf(findings))
  return {
    repoId: repository.repoId,
    pillar: 'trust',
    source: DEPENDENCY_UPDATES,
    decisionId: null,
    branch: branchOf(wish),
    base: { branch: source.branch, sha: source.commit },
    files: plan.edits,
    bounds: { blockedPaths: [], limits: LARGEST_PATCH },
    isDependencyUpdate: true,
    title,
    body,
    message: commitMessage,
    labels: labelsOf(wish),
    evidence: {
      fixed: plan.fixed.map(({ package: name, from, to, manifestPath }) => ({
        name,
        from,
        to,
        path: manifestPath
      }))
    },
    settlingSeconds: SETTLING_SECONDS
  }
}

async function recordUpdate(
  deps: Deps,
  tx: Tx,
  { wish, repository, config, source, planned }: UpdateWork,
  objection: string | null
): Promise<{ decisionId: number; mayPropose: boolean }> {
  const { verdict: _, ...evaluation } = await scanGuards(deps, tx, { repository, config })
  const inputs = {
    ...evaluation.inputs,
    ...updateInputs({
      ecosystem: wish.ecosystem,
      type: wish.update_type,
      commit: source.commit,
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
    targetBranch: source.branch,
    commitSha: source.commit,
    createdAt: deps.now()
  })
  return { decisionId, mayPropose: isTrue(verdict.plan, 'propose') && verdict.decision === 'acted' }
}

/** One for each open pull request. */
async function saveBatch(
  { now }: Deps,
  tx: Tx,
  { wish, repository }: UpdateWork,
  plan: UpdatePlan
): Promise<{ id: number; isNew: boolean }> {
  const { ecosystem, update_type: updateType } = wish
  const packages = plan.fixed.map(({ package: name, from, to }) => ({ name, from, to }))
  const open = await openBatch(tx, { repoId: repository.repoId, ecosystem, updateType })
  if (open) {
    await changeBatch(tx, open.id, { packages, updatedAt: now() })
    return { id: open.id, isNew: false }
  }
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
