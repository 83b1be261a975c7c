// Requests updates: by people, and at once where a scan finds something critical.
import type { Deps, Tx } from '#deps.js'
import { isCritical, isFixable } from '#domain/dependencies/updates/wanted.js'
import { canonicalJson, sha256Of } from '#domain/json/canonical.js'
import { isObject, valueAt } from '#domain/json/path.js'
import { DAY_MS } from '#domain/time/durations.js'
import { scanningDisabled } from '#errors/dependencies.js'
import { fullNameOf, type JsonObject, type RepoParams } from '#schemas/common.js'
import { type Ecosystem, isUpdatable } from '#schemas/dependencies/enums.js'
import type { UpdateBody, UpdateRequested } from '#schemas/dependencies/updates.js'
import { type KnownManifest, knownManifests } from '#store/dependencies/manifests.js'
import { deleteOtherPlans, lastUpdatePlan, type UpdateKind } from '#store/dependencies/update-plans.js'
import type { VulnerabilityRow } from '#store/dependencies/vulnerabilities.js'
import { repositoryByName } from '#store/mirror/repositories.js'
import { loadStoredConfig, type ResolvedConfig } from '../../configuration/resolve.js'
import { govern, type Initiator } from '../../maintenance/governance.js'
import { BY_PEOPLE_ASKED } from '../requests.js'
import type { UpdateWish } from './patch.js'

export function requestUpdate(
  deps: Deps,
  by: Initiator,
  { repo, body }: { repo: RepoParams; body: UpdateBody | null }
): Promise<UpdateRequested> {
  const target = { type: 'repo' as const, id: fullNameOf(repo) }
  return govern(deps, { by, action: 'dependency.batch_pr', target }, async () => {
    const { repoId, fullName } = await repositoryByName(deps.db, repo)
    const { config, isReadable } = await loadStoredConfig(deps, deps.db, repoId)
    const { enabled, dependency_scanning: isOn } = config.pillars.trust
    if (isReadable && (!enabled || !isOn)) throw scanningDisabled(fullName)
    const { ecosystem = 'npm', packages = null, severities = null, allow_major = false } = body ?? {}
    const choice = { packages, severities, allow_major }
    const payload = {
      repo_id: repoId,
      ecosystem,
      update_type: 'batch_minor_patch' as const,
      trigger_event: BY_PEOPLE_ASKED,
      ...choice,
      cause_hash: null
    }
    return async (tx) => {
      // Hashed, because many names fit into no index.
      const singletonKey = `${repoId} ${ecosystem} ${sha256Of(canonicalJson(choice))}`
      const job = await deps.queue.request(tx, 'dependencies.update', { payload, singletonKey })
      const begun = { job_id: job.jobId, deduplicated: job.deduplicated }
      const message = `Packages of ${ecosystem} in ${fullName} will be updated where that is possible.`
      return {
        reply: { started: true, message, repo: fullName, ecosystem, ...begun },
        payload: { repo: fullName, ecosystem, ...choice, ...begun }
      }
    }
  })
}

interface ScannedRepository {
  repoId: number
  config: ResolvedConfig
  findings: readonly VulnerabilityRow[]
}

/** What was refused is asked for again after this time in any case, because registries know more by then. */
const AGAIN_AFTER_MS = 6 * DAY_MS

/** After a scan, in its transaction: where the packages, their advisories, the manifests or the settings are others. */
export async function requestCriticalUpdates(
  deps: Deps,
  tx: Tx,
  { repoId, config, findings }: ScannedRepository
): Promise<void> {
  const urgent = findings.filter((one) => one.status === 'open' && isFixable(one) && isCritical(one))
  const ecosystems = [...new Set(urgent.map(({ ecosystem }) => ecosystem))].filter(isUpdatable)
  const updateType = 'critical' as const
  await deleteOtherPlans(tx, { repoId, updateType }, ecosystems)
  if (ecosystems.length === 0) return
  const manifests = await knownManifests(tx, repoId)
  for (const ecosystem of ecosystems) {
    const registry = deps.packageRegistries(ecosystem)?.address ?? null
    const causeHash = causeOf(ecosystem, { urgent, manifests, config, registry })
    const last = await lastUpdatePlan(tx, { repoId, ecosystem, updateType })
    const isKnown = last?.causeHash === causeHash
    if (isKnown && deps.now().getTime() - last.plannedAt.getTime() < AGAIN_AFTER_MS) continue
    const payload = {
      repo_id: repoId,
      ecosystem,
      update_type: updateType,
      trigger_event: 'scan',
      ...EVERYTHING,
      cause_hash: causeHash
    }
    const singletonKey = `${repoId} ${ecosystem} critical`
    await deps.queue.enqueue(tx, 'dependencies.update', [{ payload, singletonKey }])
  }
}

const EVERYTHING = { packages: null, severities: null, allow_major: false }

interface UpdateCause {
  urgent: readonly VulnerabilityRow[]
  manifests: readonly KnownManifest[]
  config: ResolvedConfig
  /** The address of the registry that may be asked. */
  registry: string | null
}

function causeOf(wanted: Ecosystem, { urgent, manifests, config, registry }: UpdateCause): string {
  const findings = urgent
    .filter(({ ecosystem }) => ecosystem === wanted)
    .map(({ packageName, installedVersion, patchedVersion, manifestPath }) =>
      JSON.stringify([packageName, installedVersion, patchedVersion, manifestPath])
    )
  const files = manifests
    .filter(({ ecosystem }) => ecosystem === wanted)
    .map(({ filePath, blobSha }) => JSON.stringify([filePath, blobSha]))
  const { settings, pillars } = config.config
  return sha256Of(
    JSON.stringify([
      findings.toSorted(),
      files.toSorted(),
      JSON.stringify([settings, pillars.trust]),
      registry
    ])
  )
}

/** On a pull request that was merged another one may have to wait that changes the same files, or a part of its own. */
const AFTER_MERGE_SECONDS = 30

export async function requestAgain(
  { queue }: Deps,
  tx: Tx,
  { repoId, ecosystem, updateType }: UpdateKind,
  choice: UpdateChoiceSaid
): Promise<void> {
  if (!isUpdatable(ecosystem)) return
  const payload = {
    repo_id: repoId,
    ecosystem,
    update_type: updateType,
    trigger_event: 'pull_request.merged',
    ...choice,
    cause_hash: null
  }
  const singletonKey = `${repoId} ${ecosystem} ${updateType} merged`
  const job = { payload, singletonKey, startAfterSeconds: AFTER_MERGE_SECONDS }
  await queue.enqueue(tx, 'dependencies.update', [job])
}

type UpdateChoiceSaid = Pick<UpdateWish, 'packages' | 'severities' | 'allow_major'>

/** As an action has noted it; everything by default. */
export function choiceIn(evidence: JsonObject): UpdateChoiceSaid {
  const said = valueAt(evidence, 'choice')
  // Cast: the evidence of an update holds the choice that it was made by.
  return isObject(said) ? (said as unknown as UpdateChoiceSaid) : EVERYTHING
}
