// Checks the size of a patch, and that every change in it is visible.
import { containsSecret } from '#domain/text/secrets.js'
import { lineChanges } from './changes.js'
import type { PatchedFile, PatchFinding, PatchLimits } from './patch.js'
import { hasInvisibleCharacters } from './source.js'

/** A repair of a larger file must keep at least this share of its lines. */
const LEAST_SHARE_LEFT = 0.2
const SMALL_LINES = 20

export function amountFindings(files: readonly PatchedFile[], limits: PatchLimits): PatchFinding[] {
  const tooLarge = sizeFindings(files, limits)
  // Compares lines only if the limits bound the work.
  if (tooLarge.length > 0) return tooLarge
  const lines = files.reduce((sum, file) => sum + changedLines(file), 0)
  const first = files[0]?.path ?? ''
  return [
    ...(files.every(isUnchanged) ? [amountFinding('empty', first, 'Nothing is changed.')] : []),
    ...(lines > limits.lines
      ? [amountFinding('too_large', first, `More than ${limits.lines} lines are changed.`)]
      : []),
    ...files.flatMap((file) => fileFindings(file, limits))
  ]
}

function sizeFindings(files: readonly PatchedFile[], limits: PatchLimits): PatchFinding[] {
  if (files.length > limits.files)
    return [amountFinding('too_large', files[0]?.path ?? '', `More than ${limits.files} files are changed.`)]
  return files
    .filter(({ before, after }) => Math.max(before?.length ?? 0, after?.length ?? 0) > limits.characters)
    .map(({ path }) =>
      amountFinding('too_large', path, `The file has more than ${limits.characters} characters.`)
    )
}

const amountFinding = (
  fault: 'empty' | 'too_large' | 'hidden_text',
  path: string,
  reason: string
): PatchFinding => ({
  fault,
  path,
  line: null,
  reason
})

const isUnchanged = ({ before, after, renamed_from }: PatchedFile) =>
  before === after && renamed_from === undefined

function changedLines(file: PatchedFile): number {
  const { added, removed } = lineChanges(file)
  return added.length + removed.length
}

function fileFindings(file: PatchedFile, limits: PatchLimits): PatchFinding[] {
  const { path, after } = file
  if (after?.includes('\u0000')) return [amountFinding('hidden_text', path, 'The file is not a text.')]
  return [...emptiedFindings(file, limits), ...lineFindings(file)]
}

/** A kept file must keep most of its content; deletions are judged elsewhere. */
function emptiedFindings(
  { path, before, after }: PatchedFile,
  { leastShareLeft = LEAST_SHARE_LEFT }: PatchLimits
): PatchFinding[] {
  if (before === null || after === null) return []
  const had = filledLines(before)
  const has = filledLines(after)
  const isEmptied = had > 0 && (has === 0 || (had > SMALL_LINES && has < leastShareLeft * had))
  return isEmptied ? [amountFinding('too_large', path, 'Hardly anything of the file is left.')] : []
}

const filledLines = (text: string) => text.split('\n').filter((line) => line.trim() !== '').length

function lineFindings(file: PatchedFile): PatchFinding[] {
  const raw = (file.after ?? '').split('\n')
  const linesBefore = new Set((file.before ?? '').split('\n'))
  const newLines = raw
    .map((text, index) => ({ text, line: index + 1 }))
    .filter(({ text }) => !linesBefore.has(text))
  const hidden = newLines.find(({ text }) => hasInvisibleCharacters(text))
  const secret = newLines.find(({ text }) => containsSecret(text))
  return [
    ...(hidden
      ? [
          {
            ...amountFinding('hidden_text', file.path, 'The line holds characters that nobody sees.'),
            line: hidden.line
          }
        ]
      : []),
    ...(secret
      ? [
          {
            fault: 'secret' as const,
            path: file.path,
            line: secret.line,
            reason: 'The line holds what looks like a secret.'
          }
        ]
      : [])
  ]
}
