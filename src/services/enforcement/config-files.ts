// Reads the configuration files of a pushed commit and validates them.
import type { Deps, JobPayload, RepositoryAccess } from '#deps.js'
import { configFileType } from '#domain/enforcement/config-files/kinds.js'
import {
  type FileVerdict,
  mostBytesOf,
  validateConfigFile
} from '#domain/enforcement/config-files/validate.js'
import { SERVICE_FILES } from '#domain/host/paths.js'
import { configUnreadable } from '#errors/host.js'
import { ORGANISATION_REPOSITORY } from '#store/configuration/configs.js'
import { pathsToValidate } from './config-requests.js'

type PushedCommit = JobPayload<'config.check'>

/** What a push asks to look at. */
export interface FilesToValidate {
  paths: readonly string[]
  /** Changed files beyond the bound; null if nobody knows how many. */
  unchecked: number | null
  touchesServiceFile: boolean
}

/** The files of the payload or, where it may not list all, those that the host lists. */
export async function changedConfigFiles(
  { host }: Deps,
  access: RepositoryAccess,
  { pushed, defaultBranch }: { pushed: PushedCommit; defaultBranch: string | null }
): Promise<FilesToValidate> {
  const { head_sha: head, paths = [], unchecked = 0, is_whole = true } = pushed
  const touchesServiceFile = pushed.touches_service_file ?? true
  const listed = { paths, unchecked, touchesServiceFile }
  // A new branch is compared with the default branch, which has nothing to be compared with when it is new itself.
  const base = pushed.before ?? (pushed.branch === defaultBranch ? null : defaultBranch)
  if (is_whole) return listed
  if (base === null) return { ...listed, unchecked: null }
  const compared = await host.comparedFiles(access, { base, head })
  // Without a common ancestor, or if the commit is gone, there is nothing but the payload.
  if (!compared) return { ...listed, unchecked: null }
  // The host cuts a long comparison, and the payload may list what it leaves out.
  const more = compared.isWhole ? [] : paths
  const found = pathsToValidate([...new Set([...compared.paths, ...more])])
  const servicePaths: readonly string[] = SERVICE_FILES
  return {
    paths: found.paths,
    unchecked: compared.isWhole ? found.unchecked : null,
    touchesServiceFile: touchesServiceFile || compared.paths.some((path) => servicePaths.includes(path))
  }
}

const FILES_AT_ONCE = 4

/** Files that the commit does not have are left out. */
export async function validateFiles(
  deps: Deps,
  access: RepositoryAccess,
  { commit, paths }: { commit: string; paths: readonly string[] }
): Promise<FileVerdict[]> {
  const verdicts: FileVerdict[] = []
  for (let at = 0; at < paths.length; at += FILES_AT_ONCE) {
    const some = paths.slice(at, at + FILES_AT_ONCE)
    const read = await Promise.all(some.map((path) => validateFile(deps, access, { commit, path })))
    verdicts.push(...read.filter((verdict) => verdict !== undefined))
  }
  return verdicts
}

async function validateFile(
  { host }: Deps,
  access: RepositoryAccess,
  { commit, path }: { commit: string; path: string }
): Promise<FileVerdict | undefined> {
  const fileType = configFileType(path)
  if (!fileType) return undefined
  const file = await host.commitFile(access, { commit, path, mostBytes: mostBytesOf(fileType) })
  return file && validateConfigFile({ ...file, path, fileType, mayLock: false })
}

/** The service's own file as the service would read it; undefined if the commit has none. */
export async function validateServiceFileOf(
  deps: Deps,
  access: RepositoryAccess,
  commit: string
): Promise<FileVerdict | undefined> {
  const found = await serviceFileOf(deps, access, commit)
  return found && serviceFileVerdict(access, found)
}

export type ServiceFileOfCommit = Extract<Awaited<ReturnType<Deps['host']['configFile']>>, { path: string }>

/** Undefined if the commit has none. */
export async function serviceFileOf(
  { host }: Deps,
  { owner, name: repo, installationId, priority }: RepositoryAccess,
  commit: string
): Promise<ServiceFileOfCommit | undefined> {
  const place = { owner, repo, installationId, priority, commit }
  const found = await host.configFile(place, { path: null, etag: null })
  // Without an ETag the host cannot answer "unchanged".
  if (found.kind === 'unchanged') throw configUnreadable()
  return found.kind === 'none' ? undefined : found
}

export function serviceFileVerdict({ name }: RepositoryAccess, found: ServiceFileOfCommit): FileVerdict {
  const { path } = found
  const fileType = 'service_config' as const
  if (found.kind === 'unusable') return { path, fileType, errors: [unusableFile(found.why)], warnings: [] }
  const { text } = found
  const mayLock = name.toLowerCase() === ORGANISATION_REPOSITORY
  return validateConfigFile({ path, fileType, text, bytes: Buffer.byteLength(text), mayLock })
}

const unusableFile = (message: string) => ({
  rule: 'service_config',
  message,
  line: 1,
  col: 1,
  severity: 'error' as const
})
