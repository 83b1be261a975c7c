// What a change of the file of code owners takes from whom.
import { shortened } from '#domain/text/shown-text.js'
import { validateCodeowners } from '../../../enforcement/config-files/codeowners.js'
import { addedLines, type ReviewedChange } from '../../change.js'
import type { BuiltInFinding } from '../rule.js'
import { type OwnerLine, ownerLineOf } from './code-owners.js'

/** Paths times lines. */
const MOST_WORK = 2_000_000

export interface OwnerLines {
  path: string
  before: readonly OwnerLine[]
  after: readonly OwnerLine[]
}

/** Paths that nobody owns any longer, or only whoever owns all the rest, by a line that is new or by none. */
export function takenPaths({ tree = [], files }: ReviewedChange, lines: OwnerLines): BuiltInFinding[] {
  const { before, after } = lines
  const most = Math.ceil(MOST_WORK / Math.max(1, before.length + after.length))
  const moved = new Set(files.filter(({ status }) => status !== 'modified').map(({ path }) => path))
  const patterns = new Set(after.map(({ pattern }) => pattern))
  const paths = tree.map(({ path }) => path).filter((path) => !moved.has(path))
  const step = Math.max(1, Math.ceil(paths.length / most))
  const taken = paths.filter((path, at) => at % step === 0 && isTaken(path, lines))
  const [first] = taken
  if (first === undefined) return []
  const had = ownerLineOf(before, first)
  const has = ownerLineOf(after, first)
  const isHidden = had !== undefined && has?.pattern !== had.pattern && patterns.has(had.pattern)
  const more = taken.length > 1 ? ` and ${taken.length - 1} more files` : ''
  return [
    {
      severity: 'medium',
      title: isHidden
        ? 'A line takes files from the owners that an earlier line names'
        : 'Files lose their owners',
      description: `${had?.owners.join(' and ')} owned ${first}${more}. ${
        isHidden
          ? `The last line that matches counts, and that is \`${shortened(has?.pattern ?? '', 80)}\` now.`
          : 'They are no longer asked to review changes of them.'
      }`,
      suggestion: isHidden
        ? 'Put the wider line above the narrower ones.'
        : 'Keep a line with owners for them.',
      path: lines.path,
      line: has && isHidden ? has.line : null,
      confidence: 0.7,
      context: `taken ${had?.pattern}`
    }
  ]
}

function isTaken(path: string, { before, after }: OwnerLines): boolean {
  const had = ownerLineOf(before, path)
  if (!had || had.owners.length === 0) return false
  const has = ownerLineOf(after, path)
  if (!has || has.owners.length === 0) return true
  const isWider = has.pattern !== had.pattern && isWide(has.pattern) && !isWide(had.pattern)
  return isWider && had.owners.some((owner) => !has.owners.includes(owner))
}

const isWide = (pattern: string) => /^\/?\*{1,2}$/.test(pattern)

/** Added lines that the host ignores. */
export function ignoredOwnerLines(change: ReviewedChange, path: string, text: string): BuiltInFinding[] {
  const file = change.files.find((one) => one.path === path)
  if (!file) return []
  const added = new Set(addedLines(file).map(({ after }) => after))
  return validateCodeowners(text)
    .filter(({ severity }) => severity === 'error')
    .map(({ at, message }) => ({ message, line: text.slice(0, at).split('\n').length }))
    .filter(({ line }) => added.has(line))
    .slice(0, 2)
    .map(({ message, line }) => ({
      severity: 'medium',
      title: 'The host ignores this line of the file of code owners',
      description: `${message} What the line matches has no owner by it.`,
      suggestion: 'Write the line as the host reads it.',
      path,
      line,
      confidence: 0.8,
      context: message
    }))
}
