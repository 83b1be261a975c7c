// Which texts the rules want to read, within fixed limits: everything else the diff says.
import { isDependencyManifest } from '../dependencies/manifests/index.js'
import { CODE_OWNER_FILES } from '../flaky-tests/code-owners.js'
import { formerPathOf, type ReviewedFile, type TreeEntry } from './change.js'
import { codeLanguageOf, isUnreadPlace, isWorkflowPath } from './places.js'

export interface WantedTexts {
  /** Paths at the head. */
  head: string[]
  /** Paths before the change. */
  former: string[]
}

const KILOBYTE = 1024
const LARGEST_SMALL = 256 * KILOBYTE
const LARGEST_OWNERS = 3 * 1024 * KILOBYTE
const LARGEST_MANIFEST = 5 * 1024 * KILOBYTE
const MOST_WORKFLOWS = 40
const MOST_MANIFESTS = 40
const MOST_CODE = 20
const LARGEST_CODE = 100 * KILOBYTE

const SETTINGS = ['.gitattributes', '.gitignore', '.env.example', '.env.sample', '.env.template', '.env.dist']

export function wantedTexts(
  files: readonly ReviewedFile[],
  tree: readonly TreeEntry[] | undefined
): WantedTexts {
  const sizes = new Map((tree ?? []).map(({ path, bytes }) => [path, bytes]))
  const isSmall = ({ path }: ReviewedFile, most: number) => (sizes.get(path) ?? 0) <= most
  const shared = [...CODE_OWNER_FILES, ...SETTINGS].filter((path) => tree === undefined || sizes.has(path))
  const there = files.filter(({ status }) => status !== 'removed')
  const workflows = there.filter((file) => isWorkflowPath(file.path) && isSmall(file, LARGEST_SMALL))
  const manifests = there.filter((file) => isDependencyManifest(file.path) && isSmall(file, LARGEST_MANIFEST))
  const compared = [...workflows.slice(0, MOST_WORKFLOWS), ...manifests.slice(0, MOST_MANIFESTS)]
  const owners = files.filter(({ path }) => CODE_OWNER_FILES.includes(path))
  return {
    head: [
      ...new Set([
        ...shared.filter((path) => (sizes.get(path) ?? 0) <= LARGEST_OWNERS),
        ...compared.map(({ path }) => path),
        ...codeToRead(there, isSmall)
      ])
    ],
    former: [
      ...new Set([...compared, ...owners].filter(({ status }) => status !== 'added').map(formerPathOf))
    ]
  }
}

/** What says at its beginning that a tool writes it, which the hunks seldom show. */
function codeToRead(
  files: readonly ReviewedFile[],
  isSmall: (file: ReviewedFile, most: number) => boolean
): string[] {
  return files
    .filter(
      ({ path, status }) =>
        status === 'modified' && codeLanguageOf(path) !== undefined && !isUnreadPlace(path)
    )
    .filter((file) => isSmall(file, LARGEST_CODE) && !showsBeginning(file))
    .slice(0, MOST_CODE)
    .map(({ path }) => path)
}

const showsBeginning = ({ lines }: ReviewedFile) => lines.some(({ after }) => after === 1)
