// Reads the change of a pull request from the host: its diff, and what the rules want to know of the repository.
import type { Deps, ListedChange, LivePull, RepositoryAccess } from '#deps.js'
import {
  formerPathOf,
  type ReviewedChange,
  type ReviewedFile,
  type TreeEntry
} from '#domain/review/change.js'
import { companionshipsOf } from '#domain/review/companionships.js'
import { formerText, isWholeDiff, parsePatch } from '#domain/review/diff.js'
import { selectFiles } from '#domain/review/selection.js'
import { wantedTexts } from '#domain/review/wanted-texts.js'
import { isPassingFailure } from '#errors/host.js'

import type { LeftOutFile } from '#schemas/review/findings.js'
import type { ReviewSettings } from '#schemas/review/settings.js'
import type { KnownRepository } from '#store/mirror/repositories.js'
import { recentChangeSets } from '#store/review/change-sets.js'
import { vulnerablePackages } from './vulnerable-packages.js'

export interface DiffRequest {
  repository: KnownRepository
  place: RepositoryAccess
  pull: LivePull
  description: string
  settings: ReviewSettings
}

export interface ReadChange {
  change: ReviewedChange
  leftOut: LeftOutFile[]
  filesReviewed: number
  /** How many the settings do not want looked at, and how many of the others could not be. */
  filesIgnored: number
  filesUnread: number
  linesAdded: number
  linesRemoved: number
  /** Whether the host lists all changed files. */
  isWhole: boolean
}

/** Undefined if the head has moved on. */
export async function readChange(deps: Deps, request: DiffRequest): Promise<ReadChange | undefined> {
  const { place, pull, settings } = request
  const head = { number: pull.number, headSha: pull.headSha }
  const listed = await deps.host.changedTexts(place, head)
  if (!listed) return undefined
  const { read, removed, ignored, leftOut } = selectFiles(listed.files, settings)
  const shown = new Set([...read, ...removed])
  const unread = new Set(ignored)
  const files = listed.files
    .filter((file) => !unread.has(file))
    .map((file) => reviewedFile(file, shown.has(file)))
  const change = await withSurroundings(deps, request, files)
  const missing = [...cutFiles(files), ...(listed.isWhole ? [] : [UNLISTED])]
  const sumOf = (key: 'additions' | 'deletions') => read.reduce((sum, file) => sum + file[key], 0)
  return {
    change,
    leftOut: [...leftOut, ...missing],
    isWhole: listed.isWhole,
    filesReviewed: read.length,
    filesIgnored: ignored.length,
    filesUnread: leftOut.length - ignored.length + missing.length,
    linesAdded: sumOf('additions'),
    linesRemoved: sumOf('deletions')
  }
}

const UNLISTED: LeftOutFile = { path: '…', reason: 'The host lists no further files of this pull request.' }

/** The host cuts a long diff. What it shows of it is read all the same. */
const cutFiles = (files: readonly ReviewedFile[]): LeftOutFile[] =>
  files
    .filter(({ isShown, lines }) => !isShown && lines.length > 0)
    .map(({ path }) => ({ path, reason: 'The host shows only a part of its diff, which was read.' }))

function reviewedFile({ patch, ...file }: ListedChange, isRead: boolean): ReviewedFile {
  const lines = isRead && patch !== null ? parsePatch(patch) : []
  return { ...file, lines, isShown: isRead && patch !== null && isWholeDiff(lines, file) }
}

async function withSurroundings(
  deps: Deps,
  { repository, place, pull, description }: DiffRequest,
  files: readonly ReviewedFile[]
): Promise<ReviewedChange> {
  const tree = await readTree(deps, place, pull.headSha)
  const wanted = wantedTexts(files, tree)
  const texts = await readTexts(deps, place, { commit: pull.headSha, paths: wanted.head })
  const formerTexts = formerTextsOf(files, wanted.former, texts)
  const paths = files.map(({ path }) => path).slice(0, MOST_COMPARED_PATHS)
  const change: ReviewedChange = {
    title: pull.title,
    description,
    author: pull.author ?? '',
    owner: place.owner,
    isPublic: !repository.isPrivate,
    isFromFork: !pull.isOwnBranch,
    files,
    texts,
    formerTexts,
    tree,
    companionships: companionshipsOf(await recentChangeSets(deps.db, repository.repoId), paths),
    vulnerable: []
  }
  return { ...change, vulnerable: await vulnerablePackages(deps, change) }
}

/** By the path that each file had: the texts at the head without what the diff has done to them. */
function formerTextsOf(
  files: readonly ReviewedFile[],
  wanted: readonly string[],
  texts: ReadonlyMap<string, string>
): Map<string, string> {
  const paths = new Set(wanted)
  return new Map(
    files.flatMap((file) => {
      const [path, text] = [formerPathOf(file), texts.get(file.path)]
      const former = paths.has(path) && text !== undefined ? formerText(text, file.lines) : undefined
      return former === undefined ? [] : [[path, former] as const]
    })
  )
}

/** A larger change says nothing about single files. */
const MOST_COMPARED_PATHS = 100

/** Undefined where the host does not show all of it. */
async function readTree(deps: Deps, place: RepositoryAccess, sha: string): Promise<TreeEntry[] | undefined> {
  try {
    const { files, others, submodules, isWhole } = await deps.host.fetchSourceTree(place, sha)
    if (!isWhole) return undefined
    const entry = (mode: string) => (path: string) => ({ path, mode, bytes: null })
    return [
      ...files.map(({ path, mode, size }) => ({ path, mode, bytes: size })),
      ...others.map(entry('120000')),
      ...submodules.map(entry('160000'))
    ]
  } catch (error) {
    if (isPassingFailure(error)) throw error
    return undefined
  }
}

const MOST_TEXT_BYTES = 1024 * 1024

async function readTexts(
  deps: Deps,
  place: RepositoryAccess,
  { commit, paths }: { commit: string; paths: readonly string[] }
): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (const path of paths) {
    const file = await deps.host.commitFile(place, { commit, path, mostBytes: MOST_TEXT_BYTES })
    if (file?.text !== undefined) texts.set(path, file.text)
  }
  return texts
}
