// What helped to make the change and was forgotten in it.
import { addedLines, type DiffLine, type ReviewedChange, type ReviewedFile, removedLines } from '../change.js'
import {
  codeLanguageOf,
  isDocument,
  isExamplePlace,
  isScriptPlace,
  isTestPlace,
  isUnreadPlace
} from '../places.js'
import { commentedFindings } from './debug/commented.js'
import { IS_FALLBACK, TEMPORARY } from './debug/dangers.js'
import { LEFTOVERS, type Leftover, REMINDER, reasonOf } from './debug/leftovers.js'
import { unreachedFindings } from './debug/unreached.js'
import { isCommentLine } from './line-words.js'
import type { BuiltInFinding, ReviewRuleModule } from './rule.js'

const LONGEST_LINE = 1_000
const MOST_IN_FILE = 5
/** Code that prints so often does it on purpose. */
const MANY_OUTPUTS = 4

function find({ files }: ReviewedChange): BuiltInFinding[] {
  const gone = new Set(files.flatMap(removedLines).map(({ text }) => text.trim()))
  return files
    .filter(({ path, status }) => status !== 'removed' && !isUnreadPlace(path) && !isDocument(path))
    .flatMap((file) => fileFindings(file, gone))
}

function fileFindings(file: ReviewedFile, gone: ReadonlySet<string>): BuiltInFinding[] {
  const kinds = kindsFor(file)
  const own = addedLines(file)
    .filter(({ text }) => text.length <= LONGEST_LINE && !gone.has(text.trim()))
    .flatMap((line) => lineFindings(file, line, kinds))
  return [
    ...own.slice(0, MOST_IN_FILE),
    ...(isTestPlace(file.path) ? [] : [...commentedFindings(file), ...unreachedFindings(file)])
  ]
}

function kindsFor(file: ReviewedFile): readonly Leftover[] {
  const language = codeLanguageOf(file.path)
  if (language === undefined) return []
  const isOf = ({ languages }: Leftover) => languages === undefined || languages.includes(language)
  const kinds = LEFTOVERS.filter(isOf)
  const printsOnPurpose = isOutputFile(file, kinds)
  const shown = kinds.filter(({ isOutput }) => !isOutput || !printsOnPurpose)
  const isForPeople = isTestPlace(file.path) || isExamplePlace(file.path) || isScriptPlace(file.path)
  return isForPeople ? shown : [...shown, ...TEMPORARY.filter(isOf)]
}

/** Whether code prints to be read by whoever runs it. */
function isOutputFile({ path, lines, status }: ReviewedFile, kinds: readonly Leftover[]): boolean {
  if (isTestPlace(path) || isScriptPlace(path) || isExamplePlace(path) || /log/i.test(path)) return true
  const outputs = kinds.filter(({ isOutput }) => isOutput)
  const printing = lines.filter(({ text }) => outputs.some(({ pattern }) => pattern.test(text)))
  const before = printing.filter(({ kind }) => kind !== 'added').length
  return before > 0 || (status === 'added' && printing.length >= MANY_OUTPUTS)
}

function lineFindings({ path }: ReviewedFile, line: DiffLine, kinds: readonly Leftover[]): BuiltInFinding[] {
  const { text } = line
  if (isCommentLine(text) || /\/\/|#|\/\*|<!--/.test(text)) {
    const reminder = REMINDER.test(text) ? [reminderFinding(path, line)] : []
    if (reminder.length > 0 || isCommentLine(text)) return reminder
  }
  const found = kinds.find((kind) => isLeftover(kind, text))
  return found ? [leftoverFinding(path, line, found)] : []
}

const isLeftover = ({ pattern, also, isPlace }: Leftover, text: string) =>
  pattern.test(text) && (also === undefined || also.test(text)) && !(isPlace && IS_FALLBACK.test(text))

function leftoverFinding(path: string, line: DiffLine, leftover: Leftover): BuiltInFinding {
  const { what, severity, confidence, isOutput, category } = leftover
  const ownCategory = category ?? (severity === 'high' ? 'bug' : undefined)
  return {
    severity: isTestPlace(path) && severity === 'high' ? 'medium' : severity,
    title: leftover.why === undefined ? `${what} is left in the code` : what,
    description: reasonOf(leftover),
    suggestion: isOutput
      ? 'Remove it, or write it to the log at a level that can be switched off.'
      : 'Remove it.',
    path,
    line: line.after,
    confidence,
    context: line.text,
    ...(ownCategory ? { category: ownCategory } : {})
  }
}

const reminderFinding = (path: string, line: DiffLine): BuiltInFinding => ({
  severity: 'medium',
  title: 'A comment says that this must not stay',
  description: 'Its author wanted to take it out before the change is merged.',
  suggestion: 'Do what the comment says, or remove it if it no longer holds.',
  path,
  line: line.after,
  confidence: 0.8,
  context: line.text
})

export const debugLeftover: ReviewRuleModule = {
  name: 'debug_leftover',
  category: 'maintainability',
  about: 'Breakpoints, dumps, output and reminders that helped to make the change',
  find
}
