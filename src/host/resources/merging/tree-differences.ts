// The paths in which two trees differ. Folders of the same name hold the same, so that only those that differ are read.
import type { JsonObject } from '#schemas/common.js'
import type { HostClient } from '../../api/client.js'
import { isDefined, objectsAt, stringAt } from '../../payload.js'
import { fetchObject, type RepositoryAccess, requestOf } from '../listings.js'

/** Trees that differ in more than this takes are not compared. */
const MOST_REQUESTS = 200

export interface TreePair {
  from: string
  to: string
}

interface TreeEntry {
  name: string
  sha: string
  mode: string
}

const FOLDER = '040000'

/** Folders of one path, of which one may be missing. */
interface FolderPair {
  path: string
  from: string | undefined
  to: string | undefined
}

type ReadFolder = (sha: string) => Promise<readonly TreeEntry[] | undefined>

/** Undefined if it takes too much to tell, or if the host does not show all of it. */
export async function differingPaths(
  client: HostClient,
  access: RepositoryAccess,
  { from, to }: TreePair
): Promise<string[] | undefined> {
  const read = readerOf(client, access)
  const found: string[] = []
  const folders: FolderPair[] = [{ path: '', from, to }]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const [before, after] = [await entriesOf(read, folder.from), await entriesOf(read, folder.to)]
    if (before === undefined || after === undefined) return undefined
    const differences = differencesOf(folder.path, before, after)
    found.push(...differences.files)
    folders.push(...differences.folders)
  }
  return found
}

const entriesOf = async (read: ReadFolder, sha: string | undefined) => (sha === undefined ? [] : read(sha))

/** Undefined after so many requests. Trees never change, so that whoever tries again has read some of them already. */
function readerOf(client: HostClient, access: RepositoryAccess): ReadFolder {
  const options = { ...access, fresh: false }
  let requests = 0
  return async (sha) => {
    requests += 1
    if (requests > MOST_REQUESTS) return undefined
    return fetchObject(client, requestOf(access, '/git/trees/{sha}', { sha }), options, entriesIn)
  }
}

/** Undefined if the host leaves something out, or shows what has no name. */
function entriesIn(tree: JsonObject): TreeEntry[] | undefined {
  const entries = objectsAt(tree, 'tree').map(entryOf)
  const known = entries.filter(isDefined)
  return tree['truncated'] === false && known.length === entries.length ? known : undefined
}

function entryOf(entry: JsonObject): TreeEntry | undefined {
  const [name, sha, mode] = [stringAt(entry, 'path'), stringAt(entry, 'sha'), stringAt(entry, 'mode')]
  return name === null || sha === null || mode === null ? undefined : { name, sha, mode }
}

interface EntryPair {
  path: string
  one: TreeEntry | undefined
  other: TreeEntry | undefined
}

/** What is a folder on one side and a file on the other is both. */
function differencesOf(path: string, before: readonly TreeEntry[], after: readonly TreeEntry[]) {
  const differing = pairsOf(path, before, after).filter(isDifferent)
  const files = differing.filter(({ one, other }) => isFile(one) || isFile(other)).map((pair) => pair.path)
  const folders = differing
    .map((pair): FolderPair => ({ path: pair.path, from: folderIn(pair.one), to: folderIn(pair.other) }))
    .filter(({ from, to }) => from !== undefined || to !== undefined)
  return { files, folders }
}

function pairsOf(folder: string, before: readonly TreeEntry[], after: readonly TreeEntry[]): EntryPair[] {
  const [left, right] = [byName(before), byName(after)]
  return [...new Set([...left.keys(), ...right.keys()])].map((name) => ({
    path: folder === '' ? name : `${folder}/${name}`,
    one: left.get(name),
    other: right.get(name)
  }))
}

const byName = (entries: readonly TreeEntry[]) => new Map(entries.map((entry) => [entry.name, entry]))
const isDifferent = ({ one, other }: EntryPair) => one?.sha !== other?.sha || one?.mode !== other?.mode
const folderIn = (entry: TreeEntry | undefined) => (entry?.mode === FOLDER ? entry.sha : undefined)
const isFile = (entry: TreeEntry | undefined) => entry !== undefined && entry.mode !== FOLDER
