// What others use and no longer find, and new behaviour that nothing tests.
import { shortened } from '#domain/text/shown-text.js'
import { isTestFile } from '../../../patches/guard/file-kinds.js'
import { addedLines, type ReviewedFile, removedLines } from '../../change.js'
import {
  codeLanguageOf,
  directoryOf,
  fileNameOf,
  isExamplePlace,
  isGeneratedName,
  isScriptPlace,
  isTestPlace,
  isVendoredPlace
} from '../../places.js'
import type { BuiltInFinding } from '../rule.js'
import { subjectOf } from '../tests/subjects.js'
import { type ChangeView, missingPart } from './part.js'

/** Where a package shows what it offers. */
const ENTRY =
  /(?:^|\/)(?:src\/)?(?:index|main|mod|lib|public[-_]api|api|exports)\.(?:[cm]?[jt]sx?|rs|py)$|(?:^|\/)__init__\.py$|\.d\.ts$|(?:^|\/)include\/[\w/]{1,120}\.h(?:pp)?$/
const EXPORTED =
  /^\s*(?:export\s(?:default\s)?(?:declare\s)?(?:async\s)?(?:abstract\s)?(?:function\*?|class|const|let|interface|type|enum)\s([A-Za-z_$][\w$]{0,80})|pub\s(?:async\s)?(?:unsafe\s)?(?:fn|struct|enum|trait|type|const)\s(\w{1,80})|exports\.(\w{1,80})\s?=|(?:def|class)\s([A-Za-z]\w{0,80})|func\s(?:\([^)]{1,60}\)\s)?([A-Z]\w{0,80})\(|public\s(?:static\s|final\s|abstract\s|async\s|override\s){0,3}[\w<>[\],?]{2,60}\s([A-Za-z]\w{1,80})\()/
const LISTED = /^\s*(?:export\s?\{|export\s\*|from\s\.|__all__|pub use|mod\s|\w{2,60},?$)/
export const RELEASE_NOTES =
  /(?:^|\/)(?:CHANGELOG|CHANGES|HISTORY|NEWS|RELEASES?|UPGRADING|MIGRATION)[\w.-]{0,30}$|(?:^|\/)(?:\.changeset|changelog\.d|newsfragments|changes|\.changes|changelogs?)\//i
const VERSION_FILE =
  /(?:^|\/)(?:package\.json|Cargo\.toml|pyproject\.toml|setup\.(?:py|cfg)|[\w.-]{1,60}\.gemspec|version\.\w{1,4}|VERSION|__version__\.py|pom\.xml|build\.gradle(?:\.kts)?)$/

export function exportFindings(view: ChangeView): BuiltInFinding[] {
  const isSilent = view.holds(RELEASE_NOTES) && !view.touches(RELEASE_NOTES) && !view.saysSo
  return [...(isSilent ? [...removedExports(view), ...hiddenExports(view)] : []), ...untestedCode(view)]
}

const isPublic = ({ path }: ReviewedFile) =>
  codeLanguageOf(path) !== undefined &&
  !isTestPlace(path) &&
  !isVendoredPlace(path) &&
  !isGeneratedName(path) &&
  !isExamplePlace(path) &&
  !isScriptPlace(path)

/** Names that the package offered: without a word in its notes, whoever uses them learns it from an error. */
function removedExports(view: ChangeView): BuiltInFinding[] {
  const file = view.change.files
    .filter(isPublic)
    .find((one) => ENTRY.test(one.path) && lostNames(view, one).length > 0)
  if (!file) return []
  const names = lostNames(view, file)
  const hasVersion = view.touches(VERSION_FILE)
  return [
    missingPart(file, {
      severity: hasVersion ? 'low' : 'medium',
      confidence: 0.55,
      title: `${names[0]} is no longer offered, and the notes say nothing`,
      description: `Whoever uses ${names.slice(0, 5).join(', ')} learns from an error that it is gone.`,
      suggestion: 'Say it in the notes of the release, or keep the old name for a while.',
      category: 'regression',
      line: file.lines.find(({ kind, after }) => kind !== 'removed' && after !== null)?.after ?? null
    })
  ]
}

function lostNames({ files }: ChangeView, file: ReviewedFile): string[] {
  const kept = new Set(files.flatMap(addedLines).flatMap(({ text }) => offeredIn(text)))
  return removedLines(file)
    .flatMap(({ text }) => offeredIn(text))
    .filter((name) => !kept.has(name))
}

function offeredIn(text: string): string[] {
  if (text.length > 500) return []
  const name = EXPORTED.exec(text)?.slice(1).find(Boolean)
  if (name) return name.startsWith('_') ? [] : [name]
  return LISTED.test(text) && /export|pub use|__all__/.test(text) ? listedIn(text) : []
}

function listedIn(text: string): string[] {
  const [from, to] = [text.indexOf('{'), text.lastIndexOf('}')]
  if (from < 0 || to < from) return []
  return text
    .slice(from + 1, to)
    .split(',')
    .map((one) => one.trim().split(' as ').at(-1) ?? '')
    .filter((one) => /^[A-Za-z_$][\w$]{0,80}$/.test(one))
}

const EXPORT_WORD =
  /^\s*(?:export\s(?:default\s)?(?:async\s)?|pub\s|public\s)(?=(?:async\s|static\s|final\s|unsafe\s){0,2}(?:function|class|const|let|interface|type|enum|fn|struct|trait|[\w<>[\],?]{1,60}\s\w{1,80}\())/

/** Names that stay, and that others can no longer reach. */
function hiddenExports(view: ChangeView): BuiltInFinding[] {
  for (const file of view.files.filter(isPublic)) {
    const added = new Map(addedLines(file).map((line) => [plainCode(line.text), line]))
    const lost = removedLines(file).find(
      ({ text }) => EXPORT_WORD.test(text) && added.has(plainCode(text.replace(EXPORT_WORD, '')))
    )
    const line = lost && added.get(plainCode(lost.text.replace(EXPORT_WORD, '')))
    if (line) return [hiddenExport(file, shortened(line.text.trim(), 60), line.after)]
  }
  return []
}

const plainCode = (text: string) =>
  text.replace(/^\s*(?:private|protected|internal)\s/, '').replace(/\s+/g, '')

const hiddenExport = (file: ReviewedFile, code: string, line: number | null): BuiltInFinding =>
  missingPart(file, {
    severity: 'medium',
    confidence: 0.55,
    title: 'Something is no longer exported, and the notes say nothing',
    description: `Whoever uses \`${code}\` from outside learns it from an error.`,
    suggestion: 'Keep it exported, or say it in the notes of the release.',
    category: 'regression',
    line
  })

const LEAST_NEW_LINES = 15
const LEAST_TESTED = 0.5
const LEAST_SIBLINGS = 3
const BRANCHES = /\b(?:if|for|while|switch|match|case|catch|except|return)\b/

/** New code in a folder whose other files have tests. */
function untestedCode(view: ChangeView): BuiltInFinding[] {
  if (view.change.files.some(({ path }) => isTestFile(path) || path.endsWith('.rs'))) return []
  const added = view.files.filter((file) => file.status === 'added' && isPublic(file) && isCode(file))
  if (added.length === 0) return []
  const subjects = new Set(view.paths.filter(isTestFile).map(subjectOf))
  const file = added.find((one) => isTestedPlace(view, one.path, subjects))
  if (!file) return []
  return [
    missingPart(file, {
      severity: 'low',
      confidence: 0.55,
      title: 'New code comes without tests',
      description: 'Most of the other files of its folder have tests, and nothing tests this one.',
      suggestion: `Add tests of what ${fileNameOf(file.path)} does.`,
      category: 'test_gap'
    })
  ]
}

const isCode = (file: ReviewedFile) => {
  const lines = addedLines(file).filter(({ text }) => text.trim().length > 1)
  return lines.length >= LEAST_NEW_LINES && lines.filter(({ text }) => BRANCHES.test(text)).length > 2
}

function isTestedPlace({ paths, change }: ChangeView, path: string, subjects: ReadonlySet<string>): boolean {
  const fresh = new Set(change.files.filter(({ status }) => status === 'added').map((one) => one.path))
  const siblings = paths.filter(
    (one) =>
      directoryOf(one) === directoryOf(path) &&
      !fresh.has(one) &&
      !isTestFile(one) &&
      codeLanguageOf(one) === codeLanguageOf(path)
  )
  const tested = siblings.filter((one) => subjects.has(subjectOf(one))).length
  return siblings.length >= LEAST_SIBLINGS && tested >= siblings.length * LEAST_TESTED
}
