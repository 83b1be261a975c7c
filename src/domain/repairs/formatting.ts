// Repairs files that fail the Prettier check: the log names them, and the repository has the settings.
import ignore from 'ignore'
import type { Json } from '#schemas/common.js'
import { isObject } from '../json/path.js'
import { editorConfigOptions } from './editorconfig.js'
import {
  type FormatOptions,
  prettierOptionsFor,
  type ReadResult,
  readPrettierSettings
} from './prettier-options.js'
import {
  type FailureLog,
  type FileTexts,
  pathsEndingIn,
  type Repair,
  type RepairContext,
  type RepairPlan,
  refuseRepair
} from './repair.js'

/** Only a timestamp may precede the message: a prefix means several packages, each with its own paths. */
const UNFORMATTED_FILE = /^(?:\d{4}-\d\d-\d\dT[\d:.]{8,18}Z )?\[warn\] ([\w@.()/+ -]{1,250}\.\w{1,10})$/
const UNREADABLE = /(?:^|\s)\[error\] .{1,250}: SyntaxError/
const UNFORMATTED_COUNT = /Code style issues (?:were )?found in (?:(\d{1,6}) files|the above file)/

/** The settings files of Prettier, in the order in which it looks for them in each folder. */
const SETTINGS_FILES = [
  'package.json',
  'package.yaml',
  '.prettierrc',
  '.prettierrc.json',
  '.prettierrc.yaml',
  '.prettierrc.yml',
  '.prettierrc.json5',
  '.prettierrc.js',
  'prettier.config.js',
  '.prettierrc.ts',
  'prettier.config.ts',
  '.prettierrc.mjs',
  'prettier.config.mjs',
  '.prettierrc.mts',
  'prettier.config.mts',
  '.prettierrc.cjs',
  'prettier.config.cjs',
  '.prettierrc.cts',
  'prettier.config.cts',
  '.prettierrc.toml'
]
const IS_CODE = /\.[cm]?[jt]s$/
const IGNORE_FILE = '.prettierignore'
const EDITORCONFIG = '.editorconfig'
const MOST_FILES = 50
/** Beyond these limits a short text could become huge, or a file a single line. */
const WIDEST = { tabWidth: 32, printWidth: 1_000 }

const namesIn = ({ lines }: FailureLog) => [
  ...new Set(lines.flatMap((line) => UNFORMATTED_FILE.exec(line)?.[1]?.replace(/^\.\//, '') ?? []))
]

/** The number of files that the log reports; undefined if it reports none. */
function countIn({ lines }: FailureLog): number | undefined {
  const [count] = lines.flatMap((line) => {
    const hit = UNFORMATTED_COUNT.exec(line)
    return hit ? [Number(hit[1] ?? 1)] : []
  })
  return count
}

/** The step may have run in a subfolder, so a name also matches the end of a path. */
const namedPaths = (context: RepairContext): string[] =>
  namesIn(context.failure).flatMap((name) => pathsEndingIn(context, name))

/** From the root to the folder of the file. */
function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1)
  return ['', ...parts.map((_, at) => parts.slice(0, at + 1).join('/'))]
}

const inFolder = (folder: string, name: string) => (folder === '' ? name : `${folder}/${name}`)

function settingsPathsFor(path: string): string[] {
  return foldersOf(path).flatMap((folder) =>
    [...SETTINGS_FILES, EDITORCONFIG].map((name) => inFolder(folder, name))
  )
}

const isPresent = ({ paths, others }: RepairContext, path: string) => paths.has(path) || others.has(path)

/** Settings that exist but cannot be read as text; the defaults must not replace them. */
function unreadableSettings(
  context: RepairContext,
  named: readonly string[],
  files: FileTexts
): string | undefined {
  return [IGNORE_FILE, ...named.flatMap(settingsPathsFor)].find(
    (path) => !IS_CODE.test(path) && isPresent(context, path) && !files.has(path)
  )
}

/** The settings of the nearest folder that has any, in the order of Prettier. */
function settingsFor(path: string, context: RepairContext, files: FileTexts): ReadResult<FormatOptions> {
  const around = foldersOf(path)
    .reverse()
    .flatMap((folder) => SETTINGS_FILES.map((name) => inFolder(folder, name)))
  for (const at of around.filter((path) => isPresent(context, path))) {
    const read = IS_CODE.test(at)
      ? { why: `${at} is a program, and the service runs no programs of the repository.` }
      : readPrettierSettings(at, files.get(at) ?? '')
    if (read.why !== undefined) return read
    if (read.value) return prettierOptionsFor(read.value, path.slice(at.lastIndexOf('/') + 1))
  }
  return { value: {} }
}

function formatOptionsFor(path: string, context: RepairContext, files: FileTexts): ReadResult<FormatOptions> {
  const fromSettings = settingsFor(path, context, files)
  if (fromSettings.why !== undefined) return fromSettings
  const editors = foldersOf(path).flatMap((folder) => {
    const text = files.get(inFolder(folder, EDITORCONFIG))
    return text === undefined ? [] : [{ folder, text }]
  })
  const fromEditors = editorConfigOptions(editors, path)
  if (fromEditors.why !== undefined) return fromEditors
  const older = requestedMajor(files) === 2 ? { trailingComma: 'es5' } : {}
  const value: FormatOptions = { ...older, ...fromEditors.value, ...fromSettings.value }
  const [tooWide] = Object.entries(WIDEST).filter(([name, most]) => Number(value[name] ?? 0) > most)
  return tooWide ? { why: `The settings set ${tooWide[0]} to more than ${tooWide[1]}.` } : { value }
}

/** The major version of Prettier that the repository requests; undefined if unknown. */
function requestedMajor(files: FileTexts): number | undefined {
  try {
    // Cast: JSON.parse returns any.
    const manifest = JSON.parse(files.get('package.json') ?? '{}') as Json
    if (!isObject(manifest)) return undefined
    const version = [manifest['devDependencies'], manifest['dependencies']]
      .filter(isObject)
      .map(({ prettier }) => prettier)
      .find((prettier) => typeof prettier === 'string')
    const [, major] = /^[\^~>=v ]{0,4}(\d{1,3})/.exec(String(version ?? '')) ?? []
    return major === undefined ? undefined : Number(major)
  } catch {
    return undefined
  }
}

/** The major version of the bundled Prettier. */
const PRETTIER_MAJOR = 3

/** Why the log alone rules out a repair. */
function findLogObjection(context: RepairContext): string | undefined {
  const { failure } = context
  const [names, count] = [namesIn(failure), countIn(failure)]
  if (failure.lines.some((line) => UNREADABLE.test(line))) return 'Prettier could not parse a file.'
  if (names.length > MOST_FILES)
    return `More than ${MOST_FILES} files would have to be formatted. Run Prettier on the whole repository instead.`
  if (count !== undefined && count > names.length)
    return `The log counts ${count} files, but its stored part names only ${names.length}.`
  const found = names.map((name) => pathsEndingIn(context, name).length)
  if (found.includes(0)) return 'The log names a file that is not in the repository.'
  return found.every((one) => one === 1)
    ? undefined
    : 'The log names a path that matches several files; it is unclear in which folder the step ran.'
}

/** Why the files of the repository rule out a repair. */
function findFilesObjection(
  context: RepairContext,
  named: readonly string[],
  files: FileTexts
): string | undefined {
  const unread = unreadableSettings(context, named, files)
  if (unread !== undefined) return `${unread} exists but cannot be read as text.`
  const allowed = ignore()
    .add(files.get(IGNORE_FILE) ?? '')
    .filter([...named])
  return allowed.length < named.length ? `The log names a file that ${IGNORE_FILE} excludes.` : undefined
}

function plan(context: RepairContext, files: FileTexts): RepairPlan {
  const objection = findLogObjection(context)
  if (objection !== undefined) return refuseRepair(objection)
  const named = namedPaths(context)
  const filesObjection = findFilesObjection(context, named, files)
  if (filesObjection !== undefined) return refuseRepair(filesObjection)
  const texts = []
  for (const path of named) {
    const [text, options] = [files.get(path), formatOptionsFor(path, context, files)]
    if (options.why !== undefined) return refuseRepair(options.why)
    if (text === undefined) return refuseRepair(`${path} cannot be read as text.`)
    texts.push({ path, text, options: options.value })
  }
  const major = requestedMajor(files)
  const isOther = major !== undefined && major !== PRETTIER_MAJOR
  return {
    is: 'format',
    files: texts,
    explanation: [
      'These files are formatted with Prettier and the settings of the repository.',
      ...(isOther
        ? [
            `The repository uses Prettier ${major}, but the service formatted with Prettier ${PRETTIER_MAJOR}. Check the result for differences.`
          ]
        : [])
    ]
  }
}

export const formatting: Repair = {
  name: 'formatting',
  isOfWorkflow: false,
  types: ['lint_format'],
  knows: (failure) => namesIn(failure).length > 0,
  needs(context) {
    if (findLogObjection(context) !== undefined) return []
    const named = namedPaths(context)
    const around = named
      .flatMap(settingsPathsFor)
      .filter((path) => context.paths.has(path) && !IS_CODE.test(path))
    return [...new Set([...named, ...around, IGNORE_FILE].filter((path) => context.paths.has(path)))]
  },
  plan
}
