// Requests updates: by people, and at once where a scan finds something critical.
import type { Deps, Tx } from '#deps.js'
import { isCritical, isFixable } from '#domain/dependencies/updates/wanted.js'
import { canonicalJson, sha256Of } from '#domain/json/canonical.js'
import { scanningDisabled } from '#errors/dependencies.js'
import { fullNameOf, type RepoParams } from '#schemas/common.js'
import { isUpdatable, type UpdateEcosystem } from '#schemas/dependencies/enums.js'
import type { UpdateBody, UpdateRequested } from '#schemas/dependencies/updates.js'
import type { VulnerabilityRow } from '#store/dependencies/vulnerabilities.js'
import { repositoryByName } from '#store/mirror/repositories.js'
import { loadStoredConfig } from '../../configuration/resolve.js'
import { govern, type Initiator } from '../../maintenance/governance.js'
import { BY_PEOPLE_ASKED } from '../requests.js'

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
      ...choice
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

/** After a scan, in its transaction. */
export async function requestCriticalUpdates(
  { queue }: Deps,
  tx: Tx,
  repoId: number,
  findings: readonly VulnerabilityRow[]
): Promise<void> {
  const open = findings.filter(({ status }) => status === 'open')
  const ecosystems = new Set(
    open.flatMap((one) =>
      isUpdatable(one.ecosystem) && isFixable(one) && isCritical(one) ? [one.ecosystem] : []
    )
  )
  const jobs = [...ecosystems].map((ecosystem: UpdateEcosystem) => ({
    payload: {
      repo_id: repoId,
      ecosystem,
      update_type: 'critical' as const,
      trigger_event: 'scan',
      packages: null,
      severities: null,
      allow_major: false
    },
    singletonKey: `${repoId} ${ecosystem} critical`
  }))
  if (jobs.length > 0) await queue.enqueue(tx, 'dependencies.update', jobs)
}
