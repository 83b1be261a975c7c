// Files that do not belong into a repository, or not as they are.
import type { ReviewedChange, ReviewedFile, TreeEntry } from '../change.js'
import { isTestPlace } from '../places.js'
import type { BuiltInFinding, ReviewRuleModule } from './rule.js'
import { UNFIT_KINDS, type UnfitKind } from './unfit/binaries.js'
import { attributeMatcher, generatedFindings, vendoredFindings } from './unfit/generated.js'
import { ignoredFindings } from './unfit/ignored.js'
import { linkFindings, submoduleFindings } from './unfit/links.js'

const MEGABYTE = 1024 * 1024
const LARGE = MEGABYTE
const HUGE = 10 * MEGABYTE
const MOST_FINDINGS = 20

function find(change: ReviewedChange): BuiltInFinding[] {
  const changed = new Set(change.files.map(({ path }) => path))
  const entries = new Map(
    (change.tree ?? []).filter(({ path }) => changed.has(path)).map((entry) => [entry.path, entry])
  )
  return [
    ...linkFindings(change, entries),
    ...submoduleFindings(change, entries),
    ...kindFindings(change.files),
    ...ignoredFindings(change),
    ...sizeFindings(change, entries),
    ...generatedFindings(change),
    ...vendoredFindings(change)
  ].slice(0, MOST_FINDINGS)
}

/** One finding for each kind: a folder of thousands is one mistake. */
function kindFindings(files: readonly ReviewedFile[]): BuiltInFinding[] {
  const added = files.filter(({ status }) => status === 'added')
  const taken = new Set<string>()
  return UNFIT_KINDS.flatMap((kind) => {
    const [first, ...others] = added.filter(({ path }) => kind.pattern.test(path) && !taken.has(path))
    for (const { path } of [first, ...others].filter((one) => one !== undefined)) taken.add(path)
    return first ? [kindFinding(first, others.length, kind)] : []
  })
}

function kindFinding({ path }: ReviewedFile, others: number, kind: UnfitKind): BuiltInFinding {
  const isForTests = isTestPlace(path)
  return {
    severity: isForTests ? 'info' : kind.severity,
    title: `${kind.what} is added`,
    description: `${kind.why}${others > 0 ? ` There are ${others} more of this kind.` : ''}`,
    suggestion: 'Take it out of the change, and name it in `.gitignore`.',
    path,
    line: null,
    confidence: isForTests ? 0.2 : kind.confidence,
    context: kind.what
  }
}

function sizeFindings(change: ReviewedChange, entries: ReadonlyMap<string, TreeEntry>): BuiltInFinding[] {
  const isStoredElsewhere = attributeMatcher(change, /filter=lfs/)
  return change.files
    .filter(({ status }) => status === 'added' || status === 'modified')
    .flatMap((file) => {
      const bytes = entries.get(file.path)?.bytes ?? 0
      if (!file.isShown && isStoredElsewhere(file.path)) return [lfsFinding(file)]
      return bytes >= LARGE ? [sizeFinding(file, bytes)] : []
    })
}

function sizeFinding({ path, isShown }: ReviewedFile, bytes: number): BuiltInFinding {
  const size = (bytes / MEGABYTE).toFixed(1)
  return {
    severity: bytes >= HUGE ? 'high' : isShown ? 'low' : 'medium',
    title: `A file of ${size} MB is put into the history`,
    description:
      'Everybody who clones the repository loads every version of it for ever: removing it later does not make the history smaller.',
    suggestion: 'Keep it in Git LFS, in a release or in a store of objects, and fetch it where it is needed.',
    path,
    line: null,
    confidence: bytes >= HUGE ? 0.9 : 0.7,
    context: 'size'
  }
}

const lfsFinding = ({ path }: ReviewedFile): BuiltInFinding => ({
  severity: 'medium',
  title: 'A file that belongs into Git LFS is committed itself',
  description:
    'The attributes of the repository send files of this name to Git LFS, and this one is not a pointer.',
  suggestion: 'Install Git LFS, and add the file anew: `git add --renormalize`.',
  path,
  line: null,
  confidence: 0.6,
  context: 'lfs'
})

export const unfitFile: ReviewRuleModule = {
  name: 'unfit_file',
  category: 'maintainability',
  about:
    'Large, built and left-over files, generated and vendored ones that are changed by hand, links that lead out, submodules',
  find
}
