// A copy of the database in the layout of the public bucket: a folder for each ecosystem, with all of its records in
// one archive, each in a file, and a list of when each has changed.
import { filesOfArchive } from './archive.js'
import { type DownloadParts, download } from './download.js'
import {
  type AdvisoryFile,
  type AdvisorySource,
  AdvisorySourceFault,
  type PartReading,
  textIn
} from './source.js'

/** As the bucket spells them. */
const ECOSYSTEM_FOLDERS = [
  'npm',
  'PyPI',
  'Go',
  'Maven',
  'RubyGems',
  'crates.io',
  'NuGet',
  'Packagist',
  'Pub',
  'Hex',
  'ConanCenter',
  'CRAN',
  'Hackage',
  'SwiftURL',
  'GitHub Actions'
]

export function openBucket(name: string, parts: DownloadParts): AdvisorySource {
  const base = name.replace(/\/+$/, '')
  const urlOf = (folder: string, file: string) =>
    `${base}/${encodeURIComponent(folder)}/${encodeURIComponent(file)}`
  const fetch = (folder: string, file: string) => download(urlOf(folder, file), parts)
  return {
    name,
    parts: ECOSYSTEM_FOLDERS,
    async read(folder, since) {
      // First, so that what changes while the archive is read is a change the next time.
      const changes = await changesSince(() => fetch(folder, 'modified_id.csv'), since)
      return since !== null && changes.ids
        ? { isWhole: false, modified: changes.modified, files: eachFile(folder, changes.ids, fetch) }
        : wholeFolder(folder, changes.modified, fetch)
    }
  }
}

type Fetch = (folder: string, file: string) => Promise<AsyncIterable<Uint8Array> | undefined>

async function wholeFolder(
  folder: string,
  modified: string | null,
  fetch: Fetch
): Promise<PartReading | undefined> {
  const chunks = await fetch(folder, 'all.zip')
  return chunks && { isWhole: true, modified, files: filesOfArchive(`${folder}/all.zip`, chunks) }
}

async function* eachFile(folder: string, ids: readonly string[], fetch: Fetch): AsyncGenerator<AdvisoryFile> {
  for (const id of ids) {
    const chunks = await fetch(folder, `${id}.json`)
    if (!chunks) throw new AdvisorySourceFault(`The record ${id} is listed, and is not there.`)
    yield await textIn(`${folder}/${id}.json`, chunks)
  }
}

interface ListedChanges {
  /** The newest moment in the list; null without one. */
  modified: string | null
  /** Undefined if there are so many that the archive is the shorter way, or no list. */
  ids: string[] | undefined
}

/** More records are not fetched one by one. */
const MOST_SINGLE = 1_000
const MOST_LIST_BYTES = 256 * 2 ** 20
const LINE = /^(\d{4}-\d{2}-\d{2}T[0-9:.]{1,30}Z?),([A-Za-z0-9._:-]{1,200})$/

/** The list names the newest first. */
async function changesSince(
  fetch: () => Promise<AsyncIterable<Uint8Array> | undefined>,
  since: string | null
): Promise<ListedChanges> {
  const chunks = await fetch()
  if (!chunks) return { modified: since, ids: undefined }
  const changes: { modified: string | null; ids: string[] } = { modified: null, ids: [] }
  for await (const { modified, id } of entriesOf(linesOf(chunks))) {
    changes.modified ??= modified
    if (since === null || Date.parse(modified) <= Date.parse(since)) break
    changes.ids.push(id)
    if (changes.ids.length > MOST_SINGLE) return { ...changes, ids: undefined }
  }
  return { modified: changes.modified ?? since, ids: changes.ids }
}

async function* entriesOf(lines: AsyncIterable<string>): AsyncGenerator<{ modified: string; id: string }> {
  for await (const line of lines) {
    const [, modified, id] = LINE.exec(line) ?? []
    if (modified !== undefined && id !== undefined) yield { modified, id }
  }
}

async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let [rest, bytes] = ['', 0]
  for await (const chunk of chunks) {
    bytes += chunk.byteLength
    if (bytes > MOST_LIST_BYTES) throw new AdvisorySourceFault('The list of changes is too long.')
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n/)
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
