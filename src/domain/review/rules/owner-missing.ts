// Files for which the file of code owners names nobody, so that nobody is asked to review them.
import { shortened } from '#domain/text/shown-text.js'
import { CODE_OWNER_FILES } from '../../flaky-tests/code-owners.js'
import { formerPathOf, type ReviewedChange, type ReviewedFile } from '../change.js'
import { directoryOf, isTestPlace, isUnreadPlace } from '../places.js'
import { ignoredOwnerLines, takenPaths } from './owners/changes.js'
import { type OwnerLine, ownerLineOf, readOwnerLines } from './owners/code-owners.js'
import type { BuiltInFinding, ReviewRuleModule } from './rule.js'

const MOST_FINDINGS = 5
/** Where fewer have an owner, having none is nothing special. */
const LEAST_OWNED = 0.5
/** Paths times lines. */
const MOST_WORK = 4_000_000
const MOST_ASKED = 2_000

const mostPaths = (lines: readonly OwnerLine[]) => Math.ceil(MOST_WORK / Math.max(1, lines.length))

function find(change: ReviewedChange): BuiltInFinding[] {
  const path = CODE_OWNER_FILES.find((one) => change.texts.has(one))
  const text = path === undefined ? undefined : change.texts.get(path)
  if (path === undefined || text === undefined) return removedOwners(change)
  const lines = readOwnerLines(text)
  return [
    ...ignoredOwnerLines(change, path, text),
    ...lostOwners(change, lines, path),
    ...unowned(change, lines),
    ...emptyLines(change, lines, path)
  ].slice(0, MOST_FINDINGS)
}

/** The file of owners itself goes away. */
function removedOwners({ files }: ReviewedChange): BuiltInFinding[] {
  const gone = files.find(({ path, status }) => status === 'removed' && CODE_OWNER_FILES.includes(path))
  if (!gone) return []
  return [
    {
      severity: 'medium',
      title: 'The file of code owners is removed',
      description: 'Without it nobody is asked to review what others change.',
      suggestion: 'Keep it, or say who reviews from now on.',
      path: gone.path,
      line: null,
      confidence: 0.8,
      context: 'removed'
    }
  ]
}

const isOwned = (lines: readonly OwnerLine[], path: string) =>
  (ownerLineOf(lines, path)?.owners.length ?? 0) > 0

/** New files without an owner, one finding for each directory. */
function unowned(change: ReviewedChange, lines: readonly OwnerLine[]): BuiltInFinding[] {
  const fresh = change.files.filter(isNewPlace).filter(({ path }) => !isOwned(lines, path))
  if (fresh.length === 0 || !isMostlyOwned(change, lines)) return []
  const groups = new Map<string, ReviewedFile[]>()
  for (const file of fresh) {
    const directory = directoryOf(file.path)
    groups.set(directory, [...(groups.get(directory) ?? []), file])
  }
  return [...groups].map(([directory, files]) => unownedFinding(directory, files, lines))
}

const isNewPlace = ({ path, status }: ReviewedFile) =>
  (status === 'added' || status === 'renamed') && !isUnreadPlace(path)

function isMostlyOwned({ tree, files }: ReviewedChange, lines: readonly OwnerLine[]): boolean {
  const added = new Set(files.filter(({ status }) => status === 'added').map(({ path }) => path))
  const old = (tree ?? files).filter(({ path }) => !added.has(path))
  // Some of a large repository say what all would.
  const step = Math.max(1, Math.ceil(old.length / Math.min(MOST_ASKED, mostPaths(lines))))
  const asked = old.filter((_, at) => at % step === 0)
  const owned = asked.filter(({ path }) => isOwned(lines, path)).length
  return asked.length === 0 || owned >= asked.length * LEAST_OWNED
}

function unownedFinding(
  directory: string,
  files: readonly ReviewedFile[],
  lines: readonly OwnerLine[]
): BuiltInFinding {
  const [first] = files
  const path = first?.path ?? directory
  const others = files.length > 1 ? ` and of ${files.length - 1} more new files in its directory` : ''
  const line = ownerLineOf(lines, path)
  const why = line
    ? `line ${line.line} (\`${shortened(line.pattern, 60)}\`) takes it out`
    : 'no line matches it'
  return {
    severity: 'low',
    title: 'Nobody owns this new file',
    description: `The file of code owners names no owner of this file${others}: ${why}. So nobody is asked to review it from now on.`,
    suggestion: `Add a line for ${directory === '' ? 'the files at the top' : `/${directory}`} to the file of code owners.`,
    path,
    line: null,
    confidence: isTestPlace(path) ? 0.4 : 0.65,
    context: directory
  }
}

/** Files that had an owner before the file of owners changed, or before they moved. */
function lostOwners(change: ReviewedChange, lines: readonly OwnerLine[], path: string): BuiltInFinding[] {
  const former = change.formerTexts.get(path)
  const before = former === undefined ? lines : readOwnerLines(former)
  const moved = change.files.filter((file) => file.status === 'renamed' && loses(file, before, lines))
  return [
    ...moved.slice(0, 2).map((file) => movedFinding(file, before)),
    ...(former === undefined ? [] : takenPaths(change, { path, before, after: lines }))
  ]
}

/** Nobody owns it where it is now, or only whoever owns all the rest. */
function loses(file: ReviewedFile, before: readonly OwnerLine[], after: readonly OwnerLine[]): boolean {
  const [had, has] = [ownerLineOf(before, formerPathOf(file)), ownerLineOf(after, file.path)]
  if (!had || had.owners.length === 0) return false
  if (!has || has.owners.length === 0) return true
  return has.pattern === '*' && had.pattern !== '*' && had.owners.some((owner) => !has.owners.includes(owner))
}

function movedFinding({ path, previousPath }: ReviewedFile, before: readonly OwnerLine[]): BuiltInFinding {
  const had = ownerLineOf(before, previousPath ?? path)
  return {
    severity: 'medium',
    title: 'The move takes a file away from its owners',
    description: `Where it was before, ${had?.owners.join(' and ')} owned it by \`${shortened(had?.pattern ?? '', 80)}\`; no such line matches its new path. Those owners are no longer asked to review changes of it.`,
    suggestion: 'Let a line of the file of code owners match it.',
    path,
    line: null,
    confidence: 0.7,
    context: 'moved'
  }
}

/** Lines that match nothing any longer, because the change moves or removes what they were about. */
function emptyLines(change: ReviewedChange, lines: readonly OwnerLine[], path: string): BuiltInFinding[] {
  const { tree, files } = change
  if (!tree) return []
  const gone = files.filter(({ status }) => status === 'removed' || status === 'renamed').map(formerPathOf)
  const hit = lines.filter(({ matches }) => gone.some(matches))
  const empty = hit.filter(({ matches }) => !tree.some((entry) => matches(entry.path)))
  return empty.slice(0, 2).map(({ line, pattern }) => ({
    severity: 'low',
    title: 'A line of the file of code owners matches nothing any longer',
    description: `The change takes away the last file that \`${shortened(pattern, 80)}\` was about.`,
    suggestion: 'Change the line so that it follows the files, or remove it.',
    path,
    line,
    confidence: 0.7,
    context: pattern
  }))
}

export const ownerMissing: ReviewRuleModule = {
  name: 'owner_missing',
  category: 'maintainability',
  about: 'New, moved and formerly owned files for which the file of code owners names nobody',
  find
}
