// Manifests whose fault the log states to the letter, and whose lockfile need not follow.
import { type Failure, type Files, type Ground, type Plan, type Repair, refused } from './repair.js'

interface Misnomer {
  wrong: string
  right: string
}

const NO_PACKAGE = /error: no matching package named `([\w-]{1,100})` found/
const MEANT = /(?:perhaps you meant|packages found): {1,12}([\w-]{1,100})$/

/** What cargo says was meant instead of what was written. */
function misnomerIn({ lines }: Failure): Misnomer | undefined {
  const wrong = lines.map((line) => NO_PACKAGE.exec(line)?.[1]).find((name) => name !== undefined)
  const right = lines.map((line) => MEANT.exec(line)?.[1]).find((name) => name !== undefined)
  return wrong === undefined || right === undefined || wrong === right ? undefined : { wrong, right }
}

const NO_JSON =
  /EJSONPARSE|(?:Failed to parse|not valid JSON|JSON\.parse).{0,200}package\.json|package\.json is not valid JSON/

const isNoJson = ({ lines }: Failure) => lines.some((line) => NO_JSON.test(line))

/** Outside of texts: a comma before what closes a list. A text that does not end is passed over all the same, and once. */
const SURPLUS = /("[^"\\\n]*(?:\\.[^"\\\n]*)*"?)|,(?=\s*[}\]])/g

function withoutSurplus(text: string): string | undefined {
  const after = text.replace(SURPLUS, (_, quoted: string | undefined) => quoted ?? '')
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

const manifests = ({ paths }: Ground, name: string) =>
  [...paths].filter((path) => path === name || path.endsWith(`/${name}`)).slice(0, 30)

function jsonPlan(files: Files): Plan {
  const broken = [...files].filter(([, text]) => !isJson(text))
  const [one, ...more] = broken
  if (!one || more.length > 0) return refused('Which manifest is no JSON cannot be told.')
  const [path, before] = one
  const after = withoutSurplus(before)
  if (after === undefined) return refused(`${path} is no JSON, and not for a comma alone.`)
  return { is: 'change', files: [{ path, before, after }], explanation: [`${path} has a comma too many.`] }
}

function cargoPlan({ wrong, right }: Misnomer, ground: Ground, files: Files): Plan {
  if (manifests(ground, 'Cargo.lock').length > 0) return refused('The lockfile would have to follow.')
  const named = new RegExp(`^(\\s{0,20}"?)${wrong}("?\\s{0,20}=)`, 'gm')
  const changed = [...files]
    .map(([path, before]) => ({ path, before, after: before.replace(named, `$1${right}$2`) }))
    .filter(({ before, after }) => before !== after)
  if (changed.length === 0) return refused(`No manifest asks for ${wrong} by that name.`)
  const explanation = [`There is no package ${wrong}; cargo says that ${right} was meant.`]
  return { is: 'change', files: changed, explanation }
}

export const manifest: Repair = {
  name: 'manifest',
  isOfWorkflow: false,
  types: ['dependency_resolution', 'config_error'],
  knows: (failure) => misnomerIn(failure) !== undefined || isNoJson(failure),
  needs: (ground) => manifests(ground, misnomerIn(ground.failure) ? 'Cargo.toml' : 'package.json'),
  plan(ground, files) {
    const misnomer = misnomerIn(ground.failure)
    return misnomer ? cargoPlan(misnomer, ground, files) : jsonPlan(files)
  }
}
