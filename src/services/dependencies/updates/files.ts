// The manifests and lock files of one ecosystem, as the head of the default branch has them.
import type { Deps } from '#deps.js'
import type { UpdateFiles } from '#domain/dependencies/updates/update.js'
import { wholeProjects } from '#domain/dependencies/updates/whole-projects.js'
import { headNotShown } from '#errors/dependencies.js'
import type { Ecosystem } from '#schemas/dependencies/enums.js'
import { knownManifests } from '#store/dependencies/manifests.js'
import type { KnownRepository } from '#store/mirror/repositories.js'
import { repositoryAccessOf } from '../../mirror/repository-access.js'

export interface UpdateSource {
  branch: string
  commit: string
  files: UpdateFiles
}

interface UpdateNeeds {
  ecosystem: Ecosystem
  /** The manifests of the packages that are to be fixed. */
  paths: readonly string[]
}

const MOST_FILES = 200
const LARGEST_FILE = 20 * 2 ** 20
const MOST_BYTES = 64 * 2 ** 20
const AT_ONCE = 6

/** What a scan has not read is not updated. */
export async function readUpdateFiles(
  { db, host }: Deps,
  repository: KnownRepository,
  { ecosystem, paths }: UpdateNeeds
): Promise<UpdateSource> {
  const { repoId, defaultBranch: branch } = repository
  const access = repositoryAccessOf(repository)
  const commit = branch === null ? undefined : await host.branchTip(access, branch)
  if (branch === null || commit === undefined) throw headNotShown()
  if (paths.length === 0) return { branch, commit, files: new Map() }
  const known = new Set(
    (await knownManifests(db, repoId)).flatMap((one) => (one.ecosystem === ecosystem ? [one.filePath] : []))
  )
  const folders = new Set([...known].flatMap(foldersAbove))
  const found = await host.dependencies.files(access, {
    commit,
    isWanted: (path) => known.has(path),
    mayEnter: (folder) => folders.has(folder)
  })
  const { taken, left } = withinBounds(nearestFirst(found.files, paths))
  const files = new Map<string, string>()
  const unread = [...left, ...(found.isWhole ? [] : unseen(known, found.files))]
  for (let from = 0; from < taken.length; from += AT_ONCE)
    await Promise.all(
      taken.slice(from, from + AT_ONCE).map(async ({ path, sha }) => {
        const text = await host.sourceText(access, sha)
        if (text === undefined) unread.push(path)
        else files.set(path, text)
      })
    )
  return { branch, commit, files: wholeProjects(files, unread) }
}

interface FoundFile {
  path: string
  sha: string
  size: number
}

const foldersAbove = (path: string) =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, at, parts) => parts.slice(0, at + 1).join('/'))

const unseen = (known: ReadonlySet<string>, files: readonly FoundFile[]) => {
  const seen = new Set(files.map(({ path }) => path))
  return [...known].filter((path) => !seen.has(path))
}

/** What is to be fixed, then what may belong to the same projects, then what they may include. */
function nearestFirst<Found extends FoundFile>(files: readonly Found[], paths: readonly string[]): Found[] {
  const wanted = new Set(paths)
  const folders = new Set(paths.flatMap((path) => ['', ...foldersAbove(path)]))
  const own = new Set(paths.map(folderOf))
  const rank = ({ path }: Found) => {
    if (wanted.has(path)) return 0
    if (folders.has(folderOf(path))) return 1
    return foldersAbove(path).some((folder) => own.has(folder)) ? 2 : 3
  }
  const ranked = files.map((file) => ({ file, rank: rank(file) }))
  return ranked
    .sort((a, b) => a.rank - b.rank || (a.file.path < b.file.path ? -1 : 1))
    .map(({ file }) => file)
}

const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))

function withinBounds<Found extends FoundFile>(files: readonly Found[]): { taken: Found[]; left: string[] } {
  const [taken, left]: [Found[], string[]] = [[], []]
  let bytes = 0
  for (const file of files) {
    const fits = file.size <= LARGEST_FILE && bytes + file.size <= MOST_BYTES && taken.length < MOST_FILES
    if (fits) {
      taken.push(file)
      bytes += file.size
    } else left.push(file.path)
  }
  return { taken, left }
}
