// The change of a pull request as the reviewer reads it: the lines of its diff, and what the repository holds at its head.
import type { AdvisorySeverity, Ecosystem } from '#schemas/dependencies/enums.js'

export interface DiffLine {
  kind: 'context' | 'added' | 'removed'
  /** Line number before the change; null for an added line. */
  before: number | null
  /** Line number after the change; null for a removed line. */
  after: number | null
  text: string
}

export type FileStatus = 'added' | 'removed' | 'modified' | 'renamed'

export interface ReviewedFile {
  path: string
  /** Its path before the change, if that was another. */
  previousPath: string | null
  status: FileStatus
  additions: number
  deletions: number
  /** The lines of all hunks in order; empty where the host shows no text. */
  lines: readonly DiffLine[]
  /** Whether the host shows its whole diff as text. A binary or very large file has none. */
  isShown: boolean
}

/** An entry of the repository at the head. */
export interface TreeEntry {
  path: string
  /** As git has it: 100644, 100755, 120000 for a link, 160000 for another repository. */
  mode: string
  /** Null where the host does not say. */
  bytes: number | null
}

/** How often earlier pull requests that changed `path` changed `companion` too. */
export interface Companionship {
  path: string
  companion: string
  changes: number
  together: number
}

/** A package that the change adds, or moves to this version, and that has a known vulnerability. */
export interface VulnerablePackage {
  /** The manifest or lock file. */
  path: string
  ecosystem: Ecosystem
  name: string
  version: string
  severity: AdvisorySeverity
  advisory: string
  /** The first version without it; null if there is none. */
  fixedIn: string | null
  /** Whether a version that the change replaces had it too. */
  isOld: boolean
}

export interface ReviewedChange {
  title: string
  description: string
  author: string
  /** Who owns the repository: the workflows of the same owner are no foreign ones. */
  owner: string
  /** Null where nobody says. */
  isPublic: boolean | null
  /** Whether its head lies in another repository. */
  isFromFork: boolean
  files: readonly ReviewedFile[]
  /** Texts at the head by path: of the files that `wantedTexts` names, as far as they could be read. */
  texts: ReadonlyMap<string, string>
  /** The same before the change, by the path that the file had then. */
  formerTexts: ReadonlyMap<string, string>
  /** What the repository holds at the head; undefined if the host does not show all of it. */
  tree: readonly TreeEntry[] | undefined
  companionships: readonly Companionship[]
  vulnerable: readonly VulnerablePackage[]
}

export const addedLines = ({ lines }: ReviewedFile): DiffLine[] =>
  lines.filter(({ kind }) => kind === 'added')
export const removedLines = ({ lines }: ReviewedFile): DiffLine[] =>
  lines.filter(({ kind }) => kind === 'removed')

/** The path that the file had before the change. */
export const formerPathOf = ({ path, previousPath }: ReviewedFile): string => previousPath ?? path

/** The whole text at the head, where it is known; of a new file the diff is the text. */
export function textAtHead({ texts }: ReviewedChange, file: ReviewedFile): string | undefined {
  const known = texts.get(file.path)
  if (known !== undefined || file.status !== 'added' || !file.isShown) return known
  return addedLines(file)
    .map(({ text }) => text)
    .join('\n')
}

/** The whole text before the change, where it is known; of a removed file the diff is the text. */
export function textBefore({ formerTexts }: ReviewedChange, file: ReviewedFile): string | undefined {
  const known = formerTexts.get(formerPathOf(file))
  if (known !== undefined || file.status !== 'removed' || !file.isShown) return known
  return removedLines(file)
    .map(({ text }) => text)
    .join('\n')
}
