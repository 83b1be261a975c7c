// Checks that a patch changes only allowed paths.
import { createPathBlocker, plainPath } from '../../text/path-blocker.js'
import { isCiFile, isWorkflowFile } from './file-kinds.js'
import type { PatchedFile, PatchFinding, PatchRules } from './patch.js'
import { hasInvisibleCharacters } from './source.js'

const LONGEST_PATH = 1_000
/** Mixed alphabets make a path look like another one. */
const MIXED =
  /[A-Za-z][\u0370-\u03ff\u0400-\u04ff\u0530-\u058f]|[\u0370-\u03ff\u0400-\u04ff\u0530-\u058f][A-Za-z]/

export function pathFindings(files: readonly PatchedFile[], rules: PatchRules): PatchFinding[] {
  const isBlocked = createPathBlocker(rules.blockedPaths)
  return files
    .flatMap(({ path, renamed_from }) => (renamed_from === undefined ? [path] : [path, renamed_from]))
    .flatMap((path) => {
      const plain = plainPath(path)
      if (isUnsafePath(path))
        return finding('odd_path', path, 'The path is not a plain path within the repository.')
      if (isCiFile(plain) && !(rules.isWorkflowRepair && isWorkflowFile(plain)))
        return finding(
          'ci_file',
          path,
          'The file belongs to the CI, which only a repair of the workflow may touch.'
        )
      return isBlocked(plain)
        ? finding('blocked_path', path, 'The configuration keeps repairs away from this path.')
        : []
    })
}

const finding = (
  fault: 'odd_path' | 'ci_file' | 'blocked_path',
  path: string,
  reason: string
): PatchFinding => ({
  fault,
  path,
  line: null,
  reason
})

/** Whether a path leaves the repository, or could be mistaken for another one. */
export function isUnsafePath(path: string): boolean {
  const segments = plainPath(path).split('/')
  const isPlain = segments.every(
    (segment) =>
      segment !== '' &&
      segment !== '.' &&
      segment !== '..' &&
      segment === segment.trim() &&
      !segment.endsWith('.')
  )
  const isHidden = segments.some(
    (segment) =>
      segment.toLowerCase().replace(/[.~ ]/g, '').startsWith('git') && /^\.git$|^git~/i.test(segment)
  )
  return (
    !isPlain ||
    isHidden ||
    path.length > LONGEST_PATH ||
    path !== path.normalize('NFC') ||
    plainPath(path) !== path ||
    holdsControl(path) ||
    hasInvisibleCharacters(path) ||
    MIXED.test(path)
  )
}

const holdsControl = (path: string) =>
  [...path].some((char) => char < ' ' || char === '\u007f' || char === ':')
