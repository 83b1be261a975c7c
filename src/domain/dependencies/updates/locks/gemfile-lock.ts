// Updates of a Gemfile.lock: version and requirement of one gem, where all else may stay.
import { satisfies } from '../../versions/requirements/satisfies.js'
import { eachLineAt } from '../formats/lines-at.js'
import type { PlacedEdit } from '../placed-edits.js'
import { isAffectedPin } from './affected.js'
import { type LockDraft, type LockOutcome, type LockRequest, NOTHING_TO_DO, needsMetadata } from './lock.js'

/** `name (version)` in a section, with the place of what is in brackets. */
interface GemLine {
  section: string
  indent: number
  name: string
  stated: string
  from: number
  /** What follows the brackets, as a checksum. */
  rest: string
  restFrom: number
  /** The gem of which it is a requirement. */
  owner: string
}

const LINE = /^(\s+)([^\s(!]+)!?(?: \(([^)]*)\))?(.*)$/
const SPEC = 4
const REQUIREMENT = 6

interface GemLock {
  path: string
  lines: ReadonlyMap<string, readonly GemLine[]>
  requirements: ReadonlyMap<string, readonly GemLine[]>
  /** Where gems come from; that of one gem may be any of them. */
  remotes: readonly string[]
  edits: PlacedEdit[]
}

export function gemfileLockDraft(path: string, text: string): LockDraft {
  const lines = linesIn(text)
  const lock: GemLock = {
    path,
    lines: groupedBy(lines, ({ name }) => name),
    requirements: groupedBy(
      lines.filter(({ indent }) => indent === REQUIREMENT),
      ({ owner }) => owner
    ),
    remotes: lines.flatMap(({ section, name, rest }) =>
      section === 'GEM' && name === 'remote:' ? [rest.trim()] : []
    ),
    edits: []
  }
  return {
    path,
    pins: (name) => specsOf(lock, name).length > 0,
    raise: (request) => raiseGem(lock, request),
    edits: () => lock.edits
  }
}

function linesIn(text: string): GemLine[] {
  const found: GemLine[] = []
  let section = ''
  let owner = ''
  eachLineAt(text, (line, from) => {
    const [, spaces, name = '', stated = '', rest = ''] = LINE.exec(line) ?? []
    if (spaces === undefined) section = line.trim()
    else {
      const indent = spaces.length
      if (indent === SPEC) owner = name
      const at = from + indent + name.length + 2
      const restFrom = from + line.length - rest.length
      found.push({ section, indent, name, stated, from: at, rest, restFrom, owner })
    }
  })
  return found
}

function groupedBy(lines: readonly GemLine[], keyOf: (line: GemLine) => string): Map<string, GemLine[]> {
  const groups = new Map<string, GemLine[]>()
  for (const line of lines) {
    const known = groups.get(keyOf(line))
    if (known) known.push(line)
    else groups.set(keyOf(line), [line])
  }
  return groups
}

const specsOf = ({ lines }: GemLock, name: string) =>
  (lines.get(name) ?? []).filter(({ indent, stated }) => indent === SPEC && stated !== '')

function raiseGem(lock: GemLock, request: LockRequest): LockOutcome {
  const { fix, restated } = request
  const [spec, ...more] = specsOf(lock, fix.package)
  if (!spec || (restated.length === 0 && !isAffectedPin('rubygems', spec.stated, fix))) return NOTHING_TO_DO
  if (more.length > 0 || spec.stated.includes('-'))
    return { refusal: `${lock.path} has it for single platforms; run \`bundle update ${fix.package}\`` }
  if (spec.section !== 'GEM' || !lock.remotes.every(request.serves))
    return { refusal: `${lock.path} has it from elsewhere than the registry` }
  const edits: PlacedEdit[] = []
  const isOld = isAffectedPin('rubygems', spec.stated, fix)
  const refusal =
    (isOld ? takeVersion(lock, spec, request, edits) : null) ?? takeRequirement(lock, request, edits)
  return refusal === null ? { commit: () => lock.edits.push(...edits), forced: false } : { refusal }
}

function takeVersion(lock: GemLock, spec: GemLine, request: LockRequest, edits: PlacedEdit[]): string | null {
  const { package: name, to } = request.fix
  const metadata = request.metadata(name, to)
  if (!metadata) return needsMetadata(lock.path, 'the dependencies', { name, version: to }, request)
  const own = lock.requirements.get(name) ?? []
  const isSame =
    own.length === Object.keys(metadata.dependencies).length &&
    own.every((line) => metadata.dependencies[line.name] === line.stated)
  if (!isSame) return `It needs other gems than before; run \`bundle update ${name}\``
  const lines = lock.lines.get(name) ?? []
  const declined = lines
    .filter(({ indent, stated }) => indent === REQUIREMENT && stated !== '')
    .map((line) => whyNotTaken(line, to))
    .find((reason) => reason !== null)
  if (declined !== undefined) return declined
  const sums = lines.filter(({ section }) => section === 'CHECKSUMS')
  const digest = metadata.hashes.find((one) => SHA256.test(one))
  if (sums.length > 0 && digest === undefined)
    return needsMetadata(lock.path, 'the checksum', { name, version: to }, request)
  for (const line of [spec, ...sums]) edits.push(...versionEdits(line, to, digest))
  return null
}

const SHA256 = /^sha256:[0-9a-f]{64}$/

function versionEdits(
  { section, stated, from, rest, restFrom }: GemLine,
  to: string,
  digest = ''
): PlacedEdit[] {
  const edits = [{ from, to: from + stated.length, text: to }]
  if (section !== 'CHECKSUMS' || rest === '') return edits
  return [...edits, { from: restFrom, to: restFrom + rest.length, text: ` ${digest.replace(':', '=')}` }]
}

const whyNotTaken = ({ owner, stated }: GemLine, to: string) =>
  satisfies('rubygems', stated, to) === true ? null : `\`${owner}\` asks for ${stated}; update that first`

/** The lock file repeats what the Gemfile asks for. */
function takeRequirement(lock: GemLock, { fix, restated }: LockRequest, edits: PlacedEdit[]): string | null {
  for (const { before, after } of restated) {
    const line = lock.lines.get(fix.package)?.find(({ section }) => section === 'DEPENDENCIES')
    if (line?.stated !== before)
      return `${lock.path} does not match the Gemfile; run \`bundle update ${fix.package}\``
    edits.push({ from: line.from, to: line.from + line.stated.length, text: after })
  }
  return null
}
