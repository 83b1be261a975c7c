// Settings and workflows that check less than before.

import { redactSecrets } from '#domain/text/secrets.js'
import { shortened } from '#domain/text/shown-text.js'
import { isCiFile, isSettingsFile, isTestFile } from '../../../patches/guard/file-kinds.js'
import type { PatchedFile } from '../../../patches/guard/patch.js'
import { weakeningFindings } from '../../../patches/guard/weakening.js'
import {
  addedLines,
  type DiffLine,
  type ReviewedChange,
  type ReviewedFile,
  removedLines
} from '../../change.js'
import { isUnreadPlace } from '../../places.js'
import { isCommentLine } from '../line-words.js'
import type { BuiltInFinding } from '../rule.js'
import {
  EMPTY_SCRIPT,
  LAX_SETTING,
  LEFT_OUT,
  LETS_PASS,
  RETRIED,
  TEST_COMMAND,
  WHOLE_FILE_OFF
} from './patterns.js'
import { lineAfterGap } from './removed.js'

const SHELL = /\.(?:sh|mk|ps1)$|(?:^|\/)(?:Makefile|Justfile|Taskfile\.ya?ml|justfile)$/
const LONGEST_LINE = 1_000

export function checkFindings(change: ReviewedChange, patched: readonly PatchedFile[]): BuiltInFinding[] {
  const gone = new Set(change.files.flatMap(removedLines).map(({ text }) => text.trim()))
  const byLine = change.files
    .filter(({ path, status }) => status !== 'removed' && !isUnreadPlace(path))
    .flatMap((file) =>
      addedLines(file)
        .filter(({ text }) => text.length <= LONGEST_LINE && !gone.has(text.trim()))
        .flatMap((line) => lineFinding(file, line))
        .slice(0, 3)
    )
  return [...byLine, ...lostCommands(change), ...lowerThresholds(change, patched)]
}

const isOfChecks = (path: string) => isCiFile(path) || isSettingsFile(path) || SHELL.test(path)

function lineFinding(file: ReviewedFile, line: DiffLine): BuiltInFinding[] {
  const { path, status } = file
  const { text } = line
  if (WHOLE_FILE_OFF.test(text)) return [wholeFileOff(path, line)]
  if (!isOfChecks(path) || (isCommentLine(text) && !path.endsWith('.json'))) return []
  if (LETS_PASS.test(text) && isAboutTests(file, line)) return [letsPass(path, line)]
  return status === 'modified' ? laxer(path, line) : []
}

/** What was stricter before. */
function laxer(path: string, line: DiffLine): BuiltInFinding[] {
  if (EMPTY_SCRIPT.test(line.text)) return [emptyScript(path, line)]
  return isSettingsFile(path) && LAX_SETTING.test(line.text) ? [laxSetting(path, line)] : laxRun(path, line)
}

/** Runs less of the tests, or runs them until they pass. */
function laxRun(path: string, line: DiffLine): BuiltInFinding[] {
  if (LEFT_OUT.test(line.text)) return [leftOut(path, line)]
  return RETRIED.test(line.text) &&
    /test|spec|jest|vitest|playwright|cypress|wdio|surefire|pom\.xml/i.test(path + line.text)
    ? [retried(path, line)]
    : []
}

const leftOut = (path: string, line: DiffLine): BuiltInFinding => ({
  severity: 'medium',
  title: 'Tests are left out by the settings',
  description: 'What they test may break from now on, and nobody sees it.',
  suggestion: 'Let them pass, or name the issue that brings them back.',
  path,
  line: line.after,
  confidence: 0.6,
  context: line.text
})

const retried = (path: string, line: DiffLine): BuiltInFinding => ({
  severity: 'medium',
  title: 'Tests are tried again until they pass',
  description: 'A fault that shows only at times, such as a race, stays unseen from now on.',
  suggestion: 'Find out which tests fail at times, and why.',
  path,
  line: line.after,
  confidence: 0.6,
  context: line.text
})

const NEAR = 12

const NEVER = /^\s*-?\s?if:\s?(?:\$\{\{\s?)?false\b/

/** Whether what may fail is a check, and not a cleanup or an upload. */
function isAboutTests({ lines }: ReviewedFile, line: DiffLine): boolean {
  if (NEVER.test(line.text)) return true
  if (TEST_COMMAND.test(line.text) || /skipTests|passWithNoTests|pass-with-no-tests/i.test(line.text))
    return true
  if (/\|\||; ?exit 0/.test(line.text)) return false
  const at = lines.indexOf(line)
  const near = lines.slice(Math.max(0, at - NEAR), at + NEAR).filter(({ kind }) => kind !== 'removed')
  return near.some(({ text }) => TEST_COMMAND.test(text) || /\b(?:tests?|lint|checks?)\b/i.test(text))
}

const wholeFileOff = (path: string, line: DiffLine): BuiltInFinding => ({
  severity: 'low',
  title: 'A check is switched off for a whole file',
  description: 'From now on it finds nothing in this file, whatever is written there later.',
  suggestion: 'Switch it off for the lines that need it, and say why.',
  path,
  line: line.after,
  confidence: 0.6,
  context: line.text
})

const emptyScript = (path: string, line: DiffLine): BuiltInFinding => ({
  severity: 'high',
  title: 'A script that checks the code does nothing any longer',
  description: 'It passes without looking at anything, and whatever relies on it believes that all is well.',
  suggestion: 'Keep the command that it ran.',
  path,
  line: line.after,
  confidence: 0.85,
  context: line.text
})

const laxSetting = (path: string, line: DiffLine): BuiltInFinding => ({
  severity: isTestFile(path) ? 'low' : 'medium',
  title: 'A check is loosened in the settings',
  description: 'It finds less from now on, in all of the code.',
  suggestion: 'Keep the setting, and let the code that needs it say so.',
  path,
  line: line.after,
  confidence: 0.6,
  context: line.text
})

const letsPass = (path: string, line: DiffLine): BuiltInFinding => ({
  severity: 'medium',
  title: 'A check may fail without consequence',
  description: 'The run passes even if the check fails, so that nobody sees what it finds.',
  suggestion: 'Let the failure stop the run.',
  path,
  line: line.after,
  confidence: 0.7,
  context: line.text
})

/** What may run the checks by another name. */
const RUNS_OTHERS =
  /\buses:\s?\S{0,120}(?:test|ci\b|check|lint|verify|workflows\/)|\b(?:make|just|task|mise run)\b(?!\s(?:build|install|clean|deploy|release))|\b(?:npm|pnpm|yarn|bun) run (?!build|start|dev|deploy|release|docs)\w|\.\/[\w/.-]{0,60}(?:test|check|ci\b|verify)|\b(?:ba)?sh [\w/.-]{1,80}|\bdocker (?:compose|build|run)\b/

/** Commands that ran tests and are found nowhere any longer. */
function lostCommands({ files, title, description }: ReviewedChange): BuiltInFinding[] {
  const added = files.flatMap(addedLines).filter(({ text }) => TEST_COMMAND.test(text))
  const isSaid = /\b(?:tests?|lint|checks?|ci|workflows?|pipeline|jobs?)\b/i.test(
    `${title}\n${description.slice(0, 5_000)}`
  )
  return files
    .filter(({ path, lines }) => isCiFile(path) && lines.length > 0)
    .flatMap((file) => {
      const first = removedLines(file).find(({ text }) => isLost(text, added))
      const others = addedLines(file).some(({ text }) => RUNS_OTHERS.test(text))
      return first && !others ? [lostCommand(file, first, isSaid)] : []
    })
}

function isLost(text: string, added: readonly DiffLine[]): boolean {
  if (isCommentLine(text)) return false
  const word = text.length <= LONGEST_LINE ? TEST_COMMAND.exec(text)?.[0] : undefined
  return word !== undefined && added.length === 0
}

const lostCommand = (file: ReviewedFile, line: DiffLine, isSaid: boolean): BuiltInFinding => ({
  severity: isSaid || file.status === 'removed' ? 'medium' : 'high',
  title: 'The workflow no longer runs a check',
  description: `It ran \`${shortened(redactSecrets(line.text.trim()), 100)}\`, and nothing that the change adds does so instead.`,
  suggestion: 'Keep the step, or say in the description where the check runs from now on.',
  path: file.path,
  line: lineAfterGap(file),
  confidence: 0.7,
  context: line.text
})

const THRESHOLD =
  /cov|threshold|branches|functions|lines|statements|fail[-_]under|minimum|min[_-]|score|rating/i

/** Thresholds by their figures before and after; other figures of settings are none of tests. */
function lowerThresholds({ files }: ReviewedChange, patched: readonly PatchedFile[]): BuiltInFinding[] {
  const losing = new Map(files.filter(losesThreshold).map((file) => [file.path, file]))
  const settings = patched.filter(
    ({ path, before, after }) => before !== null && after !== null && losing.has(path)
  )
  return weakeningFindings(settings, {})
    .filter(({ fault, reason }) => fault === 'coverage_lowered' && reason.endsWith('than before.'))
    .flatMap(({ path, reason }) => {
      const file = losing.get(path)
      return file ? [lowerThreshold(file, reason)] : []
    })
    .slice(0, 2)
}

const losesThreshold = (file: ReviewedFile) =>
  !isTestFile(file.path) &&
  (isSettingsFile(file.path) || isCiFile(file.path) || /\.ya?ml$/.test(file.path)) &&
  removedLines(file).some(({ text }) => /\d/.test(text) && THRESHOLD.test(text))

const lowerThreshold = (file: ReviewedFile, reason: string): BuiltInFinding => ({
  severity: 'medium',
  title: 'A threshold of the checks is lowered',
  description: `${reason} From now on, less of the code has to be tested.`,
  suggestion: 'Keep the threshold, and add the tests that are missing.',
  path: file.path,
  line: lineAfterGap(file),
  confidence: 0.7,
  context: reason
})
