// Which files of a repository a fix may be about, the likely ones first: by their paths, and by the words of the issue.
import { isBuildFile, isCiFile, isIgnoreFile, isSnapshotFile } from './guard/file-kinds.js'
import { findModelPathFault } from './guard/model-paths.js'
import { createPathBlocker, isUnsafePath } from './guard/paths.js'

export interface TreeFile {
  path: string
  size: number
  mode: '100644' | '100755'
}

const MOST_LISTED = 500
const MOST_BYTES = 64 * 1024
const LONGEST_PATH = 300

/** What mostly holds a key or a password, by its name. */
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

/** The words of an issue that may name a file, each once. */
export function keywordsIn(text: string): string[] {
  const parts = text
    .slice(0, 20_000)
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
  return [...new Set(parts.filter((one) => one.length > 2 && one.length < 40 && !COMMON.has(one)))].slice(
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

/** What may be shown and changed at all, the likeliest first; nothing that the configuration keeps from fixes. */
export function listCandidateFiles(files: readonly TreeFile[], listing: FileListQuery): TreeFile[] {
  const isBlocked = createPathBlocker(listing.blockedPaths)
  const ranked = files
    .filter(({ path, size }) => size <= MOST_BYTES && isPlain(path) && !isBlocked(path))
    .map((file) => ({ file, score: scorePath(file.path, listing) }))
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

/** Why a file that was named is not listed; the last where it is there and kept from fixes for what it is. */
export type UnlistedReason = 'not_there' | 'blocked' | 'too_large' | 'kept_back'

/** Of the files that were named, those that are not listed. */
export function explainUnlistedFiles(
  files: readonly TreeFile[],
  listed: readonly TreeFile[],
  { named, blockedPaths }: { named: readonly string[]; blockedPaths: readonly string[] }
): { path: string; why: UnlistedReason }[] {
  const known = new Map(files.map((file) => [file.path, file]))
  const isListed = new Set(listed.map(({ path }) => path))
  const isBlocked = createPathBlocker(blockedPaths)
  const whyOf = (path: string): UnlistedReason => {
    const file = known.get(path)
    if (!file) return 'not_there'
    if (isBlocked(path)) return 'blocked'
    return file.size > MOST_BYTES ? 'too_large' : 'kept_back'
  }
  const left = [...new Set(named)].filter((path) => !isListed.has(path))
  return left.map((path) => ({ path, why: whyOf(path) }))
}

const MOST_READ = 5

/** Of the files that were named, those that are listed: as many as may be read, the likeliest first. */
export function chooseFiles(
  listed: readonly TreeFile[],
  named: readonly string[],
  { most, ...asked }: FileQuery & { most: number }
): TreeFile[] {
  const wanted = new Set(named)
  return listed
    .filter(({ path }) => wanted.has(path))
    .sort((a, b) => scorePath(b.path, asked) - scorePath(a.path, asked) || (a.path < b.path ? -1 : 1))
    .slice(0, Math.max(most, MOST_READ))
}
