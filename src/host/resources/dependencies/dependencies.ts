// What the host shows of the dependencies of a repository: its alerts, and the files of a commit that name packages.
import type { AlertsReading } from '#domain/host/alerts.js'
import { HostError } from '#errors/host.js'
import type { JsonObject } from '#schemas/common.js'
import type { HostClient } from '../../api/client.js'
import { integerAt, objectsAt, stringAt } from '../../payload.js'
import { fetchObject, type RepositoryAccess, requestOf } from '../listings.js'
import { fetchSourceTree, type SourceFile } from '../sources.js'
import { dependencyAlerts } from './alerts.js'

export interface FileSearch {
  commit: string
  isWanted(path: string): boolean
  /** Whether a folder may hold what is wanted. */
  mayEnter(folder: string): boolean
}

export interface FoundFiles {
  files: SourceFile[]
  /** False if the repository has more folders than are read. */
  isWhole: boolean
}

export interface DependencyReads {
  alerts(access: RepositoryAccess): Promise<AlertsReading>
  files(access: RepositoryAccess, search: FileSearch): Promise<FoundFiles>
}

export const openDependencyReads = (client: HostClient): DependencyReads => ({
  alerts: (access) => dependencyAlerts(client, access),
  files: (access, search) => findFiles(client, access, search)
})

/** Folder by folder where the host shortens the list of all files. */
async function findFiles(
  client: HostClient,
  access: RepositoryAccess,
  search: FileSearch
): Promise<FoundFiles> {
  const { files, isWhole } = await fetchSourceTree(client, access, search.commit)
  return isWhole
    ? { files: files.filter(({ path }) => search.isWanted(path)), isWhole }
    : walkFolders(client, access, search)
}

const MOST_FOLDERS = 3_000

interface Folder {
  /** With the slash at its end; empty for the root. */
  path: string
  sha: string
}

async function walkFolders(
  client: HostClient,
  access: RepositoryAccess,
  { commit, isWanted, mayEnter }: FileSearch
): Promise<FoundFiles> {
  const found: FoundFiles = { files: [], isWhole: true }
  const folders: Folder[] = [{ path: '', sha: commit }]
  for (let at = 0; at < folders.length; at += 1) {
    const folder = folders[at]
    if (!folder) break
    if (at >= MOST_FOLDERS) return { ...found, isWhole: false }
    const { files, inner, isWhole } = await readFolder(client, access, folder)
    found.files.push(...files.filter(({ path }) => isWanted(path)))
    found.isWhole &&= isWhole
    folders.push(...inner.filter(({ path }) => mayEnter(path.slice(0, -1))))
  }
  return found
}

interface FolderContents extends FoundFiles {
  inner: Folder[]
}

async function readFolder(
  client: HostClient,
  access: RepositoryAccess,
  { path, sha }: Folder
): Promise<FolderContents> {
  const request = requestOf(access, '/git/trees/{sha}', { sha })
  const contents = await fetchObject(client, request, access, (tree) => ({
    files: objectsAt(tree, 'tree').flatMap((entry) => fileIn(entry, path) ?? []),
    inner: objectsAt(tree, 'tree').flatMap((entry) => folderIn(entry, path) ?? []),
    isWhole: tree['truncated'] !== true
  }))
  if (!contents) throw new HostError('host_not_found', 'The host does not show a folder of the repository.')
  return contents
}

function fileIn(entry: JsonObject, within: string): SourceFile | undefined {
  const [path, sha, size, mode] = [
    stringAt(entry, 'path'),
    stringAt(entry, 'sha'),
    integerAt(entry, 'size'),
    stringAt(entry, 'mode')
  ]
  if (path === null || sha === null || size === null) return undefined
  return mode === '100644' || mode === '100755' ? { path: `${within}${path}`, sha, size, mode } : undefined
}

function folderIn(entry: JsonObject, within: string): Folder | undefined {
  const [path, sha] = [stringAt(entry, 'path'), stringAt(entry, 'sha')]
  if (path === null || sha === null || stringAt(entry, 'type') !== 'tree') return undefined
  return { path: `${within}${path}/`, sha }
}
