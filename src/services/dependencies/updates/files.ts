// The manifests and lock files of one ecosystem, as the head of the default branch has them.
import type { Deps } from '#deps.js'
import type { UpdateFiles } from '#domain/dependencies/updates/update.js'
import { wholeProjects } from '#domain/dependencies/updates/whole-projects.js'
import type { Ecosystem } from '#schemas/dependencies/enums.js'
import { knownManifests } from '#store/dependencies/manifests.js'
import type { KnownRepository } from '#store/mirror/repositories.js'
import { repositoryAccessOf } from '../../mirror/repository-access.js'

export interface UpdateSource {
  branch: string
  commit: string
  files: UpdateFiles
}

const MOST_FILES = 200
const LARGEST_FILE = 4 * 2 ** 20

/** Undefined while the repository is empty. What a scan has not read is not updated. */
export async function readUpdateFiles(
  { db, host }: Deps,
  repository: KnownRepository,
  ecosystem: Ecosystem
): Promise<UpdateSource | undefined> {
  const { repoId, defaultBranch: branch } = repository
  const access = repositoryAccessOf(repository)
  const commit = branch === null ? undefined : await host.branchTip(access, branch)
  if (branch === null || commit === undefined) return undefined
  const known = (await knownManifests(db, repoId)).filter((one) => one.ecosystem === ecosystem)
  const files = new Map<string, string>()
  const unread = known.slice(MOST_FILES).map(({ filePath }) => filePath)
  for (const { filePath: path } of known.slice(0, MOST_FILES)) {
    const file = await host.commitFile(access, { commit, path, mostBytes: LARGEST_FILE })
    if (file?.text !== undefined) files.set(path, file.text)
    else if (file) unread.push(path)
  }
  return { branch, commit, files: wholeProjects(files, unread) }
}
