// Requests the validation of the configuration files that a push changes.
import type { Deps, Tx } from '#deps.js'
import { configFileType } from '#domain/enforcement/config-files/kinds.js'
import type { PushedFiles } from '#domain/host/events.js'
import { sha256Of } from '#domain/json/canonical.js'

/** More files of one commit are not read. */
export const MOST_VALIDATED_FILES = 100

/** Once per commit and files, however many pushes contain it before the job runs. */
export async function requestConfigValidation(
  { host, queue }: Deps,
  tx: Tx,
  repoId: number,
  pushed: PushedFiles
): Promise<void> {
  if (!host.client.isConfigured) return
  const { commit, branch, before, isWhole, touchesServiceFile } = pushed
  const { paths, unchecked } = pathsToValidate(pushed.paths)
  // Where the payload may not list all files, the job asks the host for them.
  if (paths.length === 0 && isWhole && !touchesServiceFile) return
  const files = { paths, unchecked, is_whole: isWhole, touches_service_file: touchesServiceFile }
  const payload = { repo_id: repoId, head_sha: commit, branch, before, ...files }
  const singletonKey = `${repoId}:${commit}:${sha256Of(JSON.stringify(files)).slice(0, 16)}`
  await queue.enqueue(tx, 'config.check', [{ payload, singletonKey }])
}

/** Those that are validated by their kind; the service's own file is looked up as the service reads it. */
export function pathsToValidate(paths: readonly string[]): { paths: string[]; unchecked: number } {
  const known = paths.filter((path) => {
    const fileType = configFileType(path)
    return fileType !== undefined && fileType !== 'service_config'
  })
  const chosen = known.slice(0, MOST_VALIDATED_FILES)
  return { paths: chosen, unchecked: known.length - chosen.length }
}
