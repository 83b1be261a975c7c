// The changed files as texts before and after, as far as they are known, for the checks of patches.
import { isSettingsFile, isTestFile } from '../../../patches/guard/file-kinds.js'
import type { PatchedFile } from '../../../patches/guard/patch.js'
import { type DiffLine, formerPathOf, type ReviewedChange, type ReviewedFile } from '../../change.js'
import { isAnyLock, isVendoredPlace } from '../../places.js'

/** Longer texts are compared by their hunks alone. */
const LONGEST_TEXT = 60_000
const LONGEST_LINE = 2_000

/** Files that check the code, or say what is checked and how. */
export const isCheckFile = (path: string): boolean =>
  !isVendoredPlace(path) &&
  !isAnyLock(path) &&
  (isTestFile(path) || isSettingsFile(path) || /\.(?:ya?ml|rs|sh)$/.test(path))

export function patchedFiles(change: ReviewedChange): PatchedFile[] {
  return change.files
    .filter(({ path, isShown, lines }) => isShown && lines.length > 0 && isCheckFile(path))
    .map((file) => patchedFile(change, file))
}

function patchedFile(change: ReviewedChange, file: ReviewedFile): PatchedFile {
  const { before, after } = textsOf(change, file)
  const from = formerPathOf(file)
  return {
    path: file.path,
    before: file.status === 'added' ? null : before,
    after: file.status === 'removed' ? null : after,
    ...(from === file.path ? {} : { renamed_from: from })
  }
}

function textsOf(
  { texts, formerTexts }: ReviewedChange,
  file: ReviewedFile
): { before: string; after: string } {
  const [before, after] = [formerTexts.get(formerPathOf(file)), texts.get(file.path)]
  const isKnown = before !== undefined && after !== undefined
  return isKnown && Math.max(before.length, after.length) <= LONGEST_TEXT
    ? { before, after }
    : { before: sideOf(file, 'added'), after: sideOf(file, 'removed') }
}

/** All lines but those of the other side. */
const sideOf = ({ lines }: ReviewedFile, without: DiffLine['kind']) =>
  lines
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text.slice(0, LONGEST_LINE))
    .join('\n')
