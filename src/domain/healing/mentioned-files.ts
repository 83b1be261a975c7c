// Finds the files of a repository that a failure log mentions, the failing file first.

export interface FileMentions {
  /** The file that the diagnosis points to. */
  file: string | null
  lines: readonly string[]
}

const MOST_WORDS = 500
const LONGEST_WORD = 500
const NO_PART_OF_A_PATH = /[^\w@.+\-/\\]+/

/** The mentioned paths without repetitions, in the order of the log. */
export function findMentionedFiles(paths: Iterable<string>, mentions: FileMentions): string[] {
  const byName = new Map<string, string[]>()
  for (const path of paths) {
    const sameName = byName.get(nameOf(path))
    // Appends in place, because thousands of files may share one name.
    if (sameName) sameName.push(path)
    else byName.set(nameOf(path), [path])
  }
  const mentioned = pathWords(mentions).map((word) => resolveMention(word, byName.get(nameOf(word)) ?? []))
  return [...new Set(mentioned.filter((path) => path !== undefined))]
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

function pathWords({ file, lines }: FileMentions): string[] {
  const words = [...(file === null ? [] : [file]), ...lines].flatMap((line) => line.split(NO_PART_OF_A_PATH))
  const paths = words
    .filter((word) => word.length <= LONGEST_WORD && word.includes('.'))
    .map((word) => word.replaceAll('\\', '/').replace(/^(?:\.{1,2}\/)+/, ''))
  return [...new Set(paths)].slice(0, MOST_WORDS)
}

/** A log may print a path relative to a subfolder or an absolute path of the runner; ambiguous ones are ignored. */
function resolveMention(word: string, candidates: readonly string[]): string | undefined {
  if (candidates.includes(word)) return word
  const below = candidates.filter((path) => path.endsWith(`/${word}`))
  if (below.length > 0) return below.length === 1 ? below[0] : undefined
  const within = candidates.filter((path) => word.endsWith(`/${path}`))
  return within.reduce<string | undefined>(
    (longest, path) => (path.length > (longest?.length ?? 0) ? path : longest),
    undefined
  )
}
