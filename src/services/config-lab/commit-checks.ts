// Posts a check on a commit that says whether its configuration file is valid, on any branch.

import type { Deps, JobPayload, Tx } from '#deps.js'
import { type CheckedConfigFile, configCommitCheck } from '#domain/configuration/commit-check.js'
import { parseConfigFile } from '#domain/configuration/file.js'
import { configUnreadable } from '#errors/host.js'
import { ORGANISATION_REPOSITORY, type StoredFile, storedFile } from '#store/configuration/configs.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { CONFIG_VALIDATION } from '../actions/policy-check.js'
import { proposeAction } from '../actions/propose.js'
import { lastReadableConfig, loadConfig, loadStoredConfig } from '../configuration/resolve.js'

const CHECK_NAME = 'service/config-validation'

type ConfigCheckJob = JobPayload<'config.check'>

/** Once per commit, however many pushes contain it before the job runs. */
export async function requestConfigCheck(
  { host, queue }: Deps,
  tx: Tx,
  payload: ConfigCheckJob
): Promise<void> {
  if (!host.client.isConfigured) return
  const singletonKey = `${payload.repo_id}:${payload.head_sha}`
  await queue.enqueue(tx, 'config.check', [{ payload, singletonKey }])
}

/** A commit does not change, so that its check is posted once. */
export async function runConfigCheck(
  deps: Deps,
  { repo_id: repoId, head_sha }: ConfigCheckJob
): Promise<void> {
  const repository = await storedFile(deps.db, repoId)
  if (!repository || !deps.host.client.isConfigured) return
  // The job is retried if the configuration was never readable: nobody knows what it forbids. If the file has been
  // broken since, the check says so under the last readable configuration.
  if (!lastReadableConfig(await loadConfig(deps, { repoId }))) throw configUnreadable()
  const checked = await checkFileAt(deps, repository, head_sha)
  await deps.transaction(async (tx) => {
    if ((await lockRepository(tx, repoId))?.live !== true) return
    const effective = lastReadableConfig(await loadStoredConfig(deps, tx, repoId))
    if (!effective) throw configUnreadable()
    const output = configCommitCheck(checked, { isDry: effective.config.settings.dry_run })
    await proposeAction(deps, tx, {
      actionType: 'create-check',
      arguments: { name: CHECK_NAME, head_sha, ...output },
      repoId,
      pillar: null,
      source: CONFIG_VALIDATION,
      target: { type: 'repo' },
      actionKey: `check:${CHECK_NAME}:${head_sha}`,
      isOnce: true,
      evidence: { path: checked.path, errors: checked.errors.length, warnings: checked.warnings.length }
    })
  })
}

async function checkFileAt(
  { host }: Deps,
  { owner, name: repo, installationId }: StoredFile,
  commit: string
): Promise<CheckedConfigFile> {
  const place = { owner, repo, installationId, commit, priority: 'work' as const }
  const found = await host.configFile(place, { path: null, etag: null })
  // Without an ETag the host cannot answer "unchanged".
  if (found.kind === 'unchanged') throw configUnreadable()
  if (found.kind === 'none') return { path: null, errors: [], warnings: [] }
  const { path } = found
  if (found.kind === 'unusable') return { path, errors: [{ path: '', message: found.why }], warnings: [] }
  const { errors, warnings } = parseConfigFile(found.text, {
    mayLock: repo.toLowerCase() === ORGANISATION_REPOSITORY
  })
  return { path, errors, warnings }
}
