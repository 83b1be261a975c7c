// Repairs manifests whose fault the log states exactly, if the lockfile needs no change.
import {
  type FailureLog,
  type FileTexts,
  pathsEndingIn,
  type Repair,
  type RepairContext,
  type RepairPlan,
  refuseRepair
} from './repair.js'

interface Misnomer {
  wrong: string
  right: string
}

const UNKNOWN_PACKAGE = /error: no matching package named `([\w-]{1,100})` found/
const SUGGESTED_PACKAGE = /(?:perhaps you meant|packages found): {1,12}([\w-]{1,100})$/

/** The package name that cargo suggests instead of the wrong one. */
function misnomerIn({ lines }: FailureLog): Misnomer | undefined {
  const wrong = lines.map((line) => UNKNOWN_PACKAGE.exec(line)?.[1]).find((name) => name !== undefined)
  const right = lines.map((line) => SUGGESTED_PACKAGE.exec(line)?.[1]).find((name) => name !== undefined)
  return wrong === undefined || right === undefined || wrong === right ? undefined : { wrong, right }
}

const INVALID_JSON =
  /EJSONPARSE|(?:Failed to parse|not valid JSON|JSON\.parse).{0,200}package\.json|package\.json is not valid JSON/

const isInvalidJsonFailure = ({ lines }: FailureLog) => lines.some((line) => INVALID_JSON.test(line))

/** npm prints the path on a separate line. */
const NPM_PATH = /^npm (?:error|ERR!) (?:path|file) /
const PATH = /(?<![\w.-])(?:(?<![/\\])(?:[\w@.+:-]{0,100}[/\\]){1,40})?package\.json(?![\w-]|\.\w)/

/** The manifest paths in the log, which are usually absolute. */
const namedIn = ({ lines }: FailureLog): string[] =>
  lines
    .filter((line) => NPM_PATH.test(line) || INVALID_JSON.test(line))
    .flatMap((line) => PATH.exec(line)?.[0].replaceAll('\\', '/') ?? [])

/** A trailing comma outside of strings. An unterminated string is skipped once, so that the pattern stays linear. */
const TRAILING_COMMA = /("[^"\\\n]*(?:\\.[^"\\\n]*)*"?)|,(?=\s*[}\]])/g

function removeSurplusCommas(text: string): string | undefined {
  const after = text.replace(TRAILING_COMMA, (_, quoted: string | undefined) => quoted ?? '')
  return isJson(after) ? after : undefined
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const MOST_FILES = 30

/** A printed path may end like several manifests; the invalid one is meant. */
function namedManifests(context: RepairContext): string[] {
  const named = namedIn(context.failure)
  return pathsEndingIn(context, 'package.json').filter((path) =>
    named.some((name) => name === path || name.endsWith(`/${path}`))
  )
}

function jsonPlan(context: RepairContext, files: FileTexts): RepairPlan {
  if (namedManifests(context).length === 0)
    return refuseRepair('The log names no manifest of the repository.')
  const broken = [...files].filter(([, text]) => !isJson(text))
  const [one, ...more] = broken
  if (!one || more.length > 0) return refuseRepair('It is unclear which manifest is not valid JSON.')
  const [path, before] = one
  const after = removeSurplusCommas(before)
  if (after === undefined)
    return refuseRepair(`${path} is not valid JSON, and not only because of a trailing comma.`)
  return {
    is: 'change',
    files: [{ path, before, after }],
    explanation: [`${path} was not valid JSON because of a trailing comma. The comma is removed.`]
  }
}

const TABLE = /^\s{0,20}\[/
const OF_DEPENDENCIES = /^\s{0,20}\[(?:workspace\.|target\..{1,200}\.)?(?:dev-|build-)?dependencies\]/

/** Renames the dependency only in sections of dependencies. */
function renameDependency(text: string, { wrong, right }: Misnomer): string {
  const named = new RegExp(`^(\\s{0,20}"?)${wrong}("?\\s{0,20}=)`)
  let isInside = false
  return text
    .split('\n')
    .map((line) => {
      if (TABLE.test(line)) isInside = OF_DEPENDENCIES.test(line)
      return isInside ? line.replace(named, `$1${right}$2`) : line
    })
    .join('\n')
}

function cargoPlan({ wrong, right }: Misnomer, ground: RepairContext, files: FileTexts): RepairPlan {
  if (pathsEndingIn(ground, 'Cargo.lock').length > 0)
    return refuseRepair('The lockfile would have to change too, which needs cargo.')
  const changed = [...files]
    .map(([path, before]) => ({ path, before, after: renameDependency(before, { wrong, right }) }))
    .filter(({ before, after }) => before !== after)
  if (changed.length === 0) return refuseRepair(`No manifest depends on ${wrong} by that name.`)
  const explanation = [
    `The package ${wrong} does not exist. The manifest now depends on ${right}, which cargo suggested.`
  ]
  return { is: 'change', files: changed, explanation }
}

export const manifest: Repair = {
  name: 'manifest',
  isOfWorkflow: false,
  types: ['dependency_resolution', 'config_error'],
  knows: (failure) => misnomerIn(failure) !== undefined || isInvalidJsonFailure(failure),
  needs: (context) =>
    (misnomerIn(context.failure) ? pathsEndingIn(context, 'Cargo.toml') : namedManifests(context)).slice(
      0,
      MOST_FILES
    ),
  plan(context, files) {
    const misnomer = misnomerIn(context.failure)
    return misnomer ? cargoPlan(misnomer, context, files) : jsonPlan(context, files)
  }
}
