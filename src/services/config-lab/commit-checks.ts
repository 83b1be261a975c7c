// Says on a commit whether its configuration file is valid, on whatever branch it is.

import type { Deps, JobPayload, Tx } from '#deps.js'
import { type CheckedFile, commitCheckOf } from '#domain/configuration/commit-check.js'
import { parsedFile } from '#domain/configuration/file.js'
import { configNotRead } from '#errors/host.js'
import { ORGANISATION_REPOSITORY, type StoredFile, storedFile } from '#store/configuration/configs.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { proposeAction } from '../actions/propose.js'
import { CONFIG_VALIDATION } from '../actions/stops.js'
import { configIn, configOf, lastReadable } from '../configuration/resolve.js'

const CHECK_NAME = 'service/config-validation'

type Asked = JobPayload<'config.check'>

/** Once per commit, however many pushes bring it before the job begins. */
export async function requestConfigCheck({ host, queue }: Deps, tx: Tx, payload: Asked): Promise<void> {
  if (!host.client.isConfigured) return
  const singletonKey = `${payload.repo_id}:${payload.head_sha}`
  await queue.enqueue(tx, 'config.check', [{ payload, singletonKey }])
}

/** A commit does not change: what has been said of it is not said again. */
export async function checkConfigCommit(deps: Deps, { repo_id: repoId, head_sha }: Asked): Promise<void> {
  const repository = await storedFile(deps.db, repoId)
  if (!repository || !deps.host.client.isConfigured) return
  // The queue asks again: what the file in force forbids was never known. A file that has been broken since is what this
  // is about: that is said as it would have been before.
  if (!lastReadable(await configOf(deps, { repoId }))) throw configNotRead()
  const checked = await checkedFile(deps, repository, head_sha)
  await deps.transaction(async (tx) => {
    if ((await lockRepository(tx, repoId))?.live !== true) return
    const standing = lastReadable(await configIn(deps, tx, repoId))
    if (!standing) throw configNotRead()
    const said = commitCheckOf(checked, { isDry: standing.config.settings.dry_run })
    await proposeAction(deps, tx, {
      actionType: 'create-check',
      arguments: { name: CHECK_NAME, head_sha, ...said },
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

async function checkedFile(
  { host }: Deps,
  { owner, name: repo, installationId }: StoredFile,
  commit: string
): Promise<CheckedFile> {
  const place = { owner, repo, installationId, commit, priority: 'work' as const }
  const found = await host.configFile(place, { path: null, etag: null })
  // Nothing is known that it could still be.
  if (found.kind === 'unchanged') throw configNotRead()
  if (found.kind === 'none') return { path: null, errors: [], warnings: [] }
  const { path } = found
  if (found.kind === 'unusable') return { path, errors: [{ path: '', message: found.why }], warnings: [] }
  const { errors, warnings } = parsedFile(found.text, {
    mayLock: repo.toLowerCase() === ORGANISATION_REPOSITORY
  })
  return { path, errors, warnings }
}
