// Which files of a repository a failure is about: those that its log names, the one that failed first.

export interface FileMentions {
  /** The file that the diagnosis points to. */
  file: string | null
  lines: readonly string[]
}

const MOST_WORDS = 500
const LONGEST_WORD = 500
const NO_PART_OF_A_PATH = /[^\w@.+\-/\\]+/

/** The paths of a repository that a log means, in the order in which it names them, each once. */
export function findMentionedFiles(paths: Iterable<string>, naming: FileMentions): string[] {
  const byName = new Map<string, string[]>()
  for (const path of paths) {
    const ofName = byName.get(nameOf(path))
    // Thousands may have one name: a copy for each would be the square of that.
    if (ofName) ofName.push(path)
    else byName.set(nameOf(path), [path])
  }
  const meant = pathWords(naming).map((word) => resolveMention(word, byName.get(nameOf(word)) ?? []))
  return [...new Set(meant.filter((path) => path !== undefined))]
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

function pathWords({ file, lines }: FileMentions): string[] {
  const words = [...(file === null ? [] : [file]), ...lines].flatMap((line) => line.split(NO_PART_OF_A_PATH))
  const paths = words
    .filter((word) => word.length <= LONGEST_WORD && word.includes('.'))
    .map((word) => word.replaceAll('\\', '/').replace(/^(?:\.{1,2}\/)+/, ''))
  return [...new Set(paths)].slice(0, MOST_WORDS)
}

/** A log may name it from a folder below, or by where it lay on the runner: only what can be no other is meant. */
function resolveMention(word: string, ofName: readonly string[]): string | undefined {
  if (ofName.includes(word)) return word
  const below = ofName.filter((path) => path.endsWith(`/${word}`))
  if (below.length > 0) return below.length === 1 ? below[0] : undefined
  const within = ofName.filter((path) => word.endsWith(`/${path}`))
  return within.reduce<string | undefined>(
    (longest, path) => (path.length > (longest?.length ?? 0) ? path : longest),
    undefined
  )
}
