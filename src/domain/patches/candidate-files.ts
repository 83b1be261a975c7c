// Ranks the files of a repository that a fix may concern, by their paths and the words of the issue.

import { createPathBlocker } from '../text/path-blocker.js'
import { isBuildFile, isCiFile, isIgnoreFile, isSnapshotFile } from './guard/file-kinds.js'
import { findModelPathFault } from './guard/model-paths.js'
import { isUnsafePath } from './guard/paths.js'

export interface TreeFile {
  path: string
  size: number
  mode: '100644' | '100755'
}

const MOST_LISTED = 500
const MOST_BYTES = 64 * 1024
const LONGEST_PATH = 300

/** Files that usually contain keys or passwords, by name. */
const CREDENTIALS =
  /(?:^|\/)(?:\.env[^/]*|id_(?:[rd]sa|ecdsa|ed25519)[^/]*|[^/]*\.(?:pem|key|p12|pfx|ppk|jks|keystore|kdbx|gpg|tfvars|tfvars\.json|tfstate|tfstate\.backup)|\.?npmrc|\.yarnrc(?:\.yml)?|[._]netrc|\.pypirc|\.git-credentials|\.htpasswd|\.pgpass|\.my\.cnf|\.dockercfg|\.docker\/config\.json|\.aws\/[^/]*|\.kube\/[^/]*|[^/]*kubeconfig(?:\.ya?ml)?|(?:secrets?|credentials)(?:\.(?:json|ya?ml|toml|ini|csv|xml))?|[^/]*service[-_]?account[^/]*\.json)$/i
const MARKERS =
  /(?:^|\/)(?:package\.json|pyproject\.toml|setup\.(?:py|cfg)|Cargo\.toml|go\.mod|pom\.xml|build\.gradle(?:\.kts)?|Gemfile|composer\.json|__init__\.py|index\.[jt]s|mod\.rs)$/

const ENDINGS: Readonly<Record<string, RegExp>> = {
  typescript: /\.[cm]?tsx?$/,
  javascript: /\.[cm]?jsx?$/,
  python: /\.py$/,
  ruby: /\.rb$/,
  go: /\.go$/,
  rust: /\.rs$/,
  java: /\.java$/,
  kotlin: /\.kts?$/,
  php: /\.php$/,
  'c#': /\.cs$/,
  'c++': /\.(?:cc|cpp|cxx|hh|hpp|h)$/,
  c: /\.[ch]$/,
  swift: /\.swift$/,
  dart: /\.dart$/,
  elixir: /\.exs?$/,
  scala: /\.scala$/,
  shell: /\.(?:sh|bash)$/
}

const MOST_WORDS = 60
const COMMON = new Set(
  'the and for with that this when not are but from have has was you can should would could will does did after before into there what which then than they them error issue bug fix file line code please expected actual behavior steps reproduce'.split(
    ' '
  )
)

/** The distinct words of an issue that may name a file. */
export function keywordsIn(text: string): string[] {
  const parts = text
    .slice(0, 20_000)
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
  return [...new Set(parts.filter((word) => word.length > 2 && word.length < 40 && !COMMON.has(word)))].slice(
    0,
    MOST_WORDS
  )
}

export interface FileQuery {
  keywords: readonly string[]
  /** The main language of the repository. */
  language: string | null
}

export function scorePath(path: string, { keywords, language }: FileQuery): number {
  const segments = path.split('/')
  const name = (segments.at(-1) ?? '').toLowerCase()
  const folders = segments.slice(0, -1).join('/').toLowerCase()
  const words = keywords.reduce(
    (sum, word) => sum + (name.includes(word) ? 10 : folders.includes(word) ? 5 : 0),
    0
  )
  const depth = segments.length === 1 ? 3 : segments.length === 2 ? 1 : 0
  const isOfLanguage = ENDINGS[language?.toLowerCase() ?? '']?.test(path) === true
  return words + depth + (isOfLanguage ? 2 : 0) - (MARKERS.test(path) ? 5 : 0)
}

export interface FileListQuery extends FileQuery {
  blockedPaths: readonly string[]
}

/** Files that the model may see and change, most likely first, without those that the configuration blocks. */
export function listCandidateFiles(files: readonly TreeFile[], query: FileListQuery): TreeFile[] {
  const isBlocked = createPathBlocker(query.blockedPaths)
  const ranked = files
    .filter(({ path, size }) => size <= MOST_BYTES && isPlain(path) && !isBlocked(path))
    .map((file) => ({ file, score: scorePath(file.path, query) }))
  ranked.sort((a, b) => b.score - a.score || (a.file.path < b.file.path ? -1 : 1))
  return ranked.slice(0, MOST_LISTED).map(({ file }) => file)
}

const isPlain = (path: string) =>
  path.length <= LONGEST_PATH &&
  !isUnsafePath(path) &&
  findModelPathFault(path) === undefined &&
  !CREDENTIALS.test(path) &&
  !isCiFile(path) &&
  !isSnapshotFile(path) &&
  !isBuildFile(path) &&
  !isIgnoreFile(path)

/** Why a named file is not listed; `kept_back` means that it exists, but its kind is excluded from fixes. */
export type UnlistedReason = 'not_there' | 'blocked' | 'too_large' | 'kept_back'

/** The named files that are not listed, with the reason. */
export function explainUnlistedFiles(
  files: readonly TreeFile[],
  listed: readonly TreeFile[],
  { named, blockedPaths }: { named: readonly string[]; blockedPaths: readonly string[] }
): { path: string; why: UnlistedReason }[] {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const isListed = new Set(listed.map(({ path }) => path))
  const isBlocked = createPathBlocker(blockedPaths)
  const whyOf = (path: string): UnlistedReason => {
    const file = byPath.get(path)
    if (!file) return 'not_there'
    if (isBlocked(path)) return 'blocked'
    return file.size > MOST_BYTES ? 'too_large' : 'kept_back'
  }
  const unlisted = [...new Set(named)].filter((path) => !isListed.has(path))
  return unlisted.map((path) => ({ path, why: whyOf(path) }))
}

const FEWEST_READ = 5

/** The named files that are listed, most likely first, up to the number that may be read. */
export function chooseFiles(
  listed: readonly TreeFile[],
  named: readonly string[],
  { most, ...query }: FileQuery & { most: number }
): TreeFile[] {
  const namedPaths = new Set(named)
  return listed
    .filter(({ path }) => namedPaths.has(path))
    .sort((a, b) => scorePath(b.path, query) - scorePath(a.path, query) || (a.path < b.path ? -1 : 1))
    .slice(0, Math.max(most, FEWEST_READ))
}
