// Updates of a Cargo.lock: version and checksum of one crate, where all else may stay.
import { isJsonRecord, type JsonRecord, listMember, textMember } from '../../manifests/formats/json.js'
import { parseTomlRecord } from '../../manifests/formats/toml.js'
import { satisfies } from '../../versions/requirements/satisfies.js'
import { spansOfToml } from '../formats/toml-spans.js'
import type { PlacedEdit } from '../placed-edits.js'
import type { PackageMetadata } from '../update.js'
import { isAffectedPin } from './affected.js'
import { type LockDraft, type LockOutcome, type LockRequest, NOTHING_TO_DO, needsMetadata } from './lock.js'

interface LockedCrate {
  index: number
  name: string
  version: string
  source: string
  checksum: string | undefined
  /** `name`, or `name version` where the name is not enough. */
  dependencies: readonly string[]
}

interface CargoLock {
  path: string
  byName: ReadonlyMap<string, readonly LockedCrate[]>
  /** The crates that name one, by its name. */
  askers: ReadonlyMap<string, readonly LockedCrate[]>
  changed: NewCrate[]
}

export function cargoLockDraft(path: string, text: string): LockDraft | undefined {
  const parsed = parseTomlRecord(text)
  if (!parsed) return undefined
  const crates = listMember(parsed, 'package').filter(isJsonRecord).map(crateOf)
  const byName = groupedBy(crates, ({ name }) => [name])
  const askers = groupedBy(crates, ({ dependencies }) => dependencies.map(nameIn))
  const lock: CargoLock = { path, byName, askers, changed: [] }
  return {
    path,
    pins: (name) => lock.byName.has(name),
    raise: (request) => raiseCrate(lock, request),
    edits: () => crateEdits(text, lock.changed)
  }
}

function crateOf(entry: JsonRecord, index: number): LockedCrate {
  return {
    index,
    name: textMember(entry, 'name') ?? '',
    version: textMember(entry, 'version') ?? '',
    source: textMember(entry, 'source') ?? '',
    checksum: textMember(entry, 'checksum'),
    dependencies: listMember(entry, 'dependencies').filter((one) => typeof one === 'string')
  }
}

const nameIn = (dependency: string) => dependency.split(' ', 1)[0] ?? ''

function groupedBy(crates: readonly LockedCrate[], keysOf: (crate: LockedCrate) => readonly string[]) {
  const groups = new Map<string, LockedCrate[]>()
  for (const crate of crates)
    for (const key of keysOf(crate)) {
      const known = groups.get(key)
      if (known) known.push(crate)
      else groups.set(key, [crate])
    }
  return groups
}

const CHECKSUM = /^[0-9a-f]{64}$/

function raiseCrate(lock: CargoLock, request: LockRequest): LockOutcome {
  const { fix } = request
  const same = lock.byName.get(fix.package) ?? []
  const [crate, ...more] = same.filter(({ version }) => isAffectedPin('cargo', version, fix))
  if (!crate) return NOTHING_TO_DO
  if (more.length > 0 || same.some(({ version }) => version === fix.to))
    return { refusal: `${lock.path} has it in several versions that would become one; run \`cargo update\`` }
  if (!isOfRegistry(crate, request))
    return { refusal: `${lock.path} has it from elsewhere than the registry` }
  const next = request.metadata(fix.package, fix.to)
  if (!next?.integrity || !CHECKSUM.test(next.integrity) || crate.checksum === undefined)
    return { refusal: needsMetadata(lock.path, 'the checksum and dependencies', wantedOf(fix), request) }
  const refusal = whyOthersChange(lock, crate, { next, request }) ?? whyNotTaken(lock, crate, request)
  if (refusal !== null) return { refusal }
  const { integrity } = next
  const commit = () => lock.changed.push({ crate, version: fix.to, checksum: integrity })
  return { commit, forced: false }
}

const isOfRegistry = ({ source }: LockedCrate, { serves }: LockRequest) =>
  /^(?:registry|sparse)\+/.test(source) && serves(source)

const wantedOf = ({ package: name, to: version }: LockRequest['fix']) => ({ name, version })

interface CrateVersions {
  next: PackageMetadata
  request: LockRequest
}

/** The same crates must do, in the versions that are locked; null if they do. */
function whyOthersChange(
  lock: CargoLock,
  { name, version, dependencies }: LockedCrate,
  { next, request }: CrateVersions
): string | null {
  if (next.fields['yanked'] === true) return `${next.version} was yanked; run \`cargo update\``
  const now = request.metadata(name, version)
  if (!now)
    return needsMetadata(
      lock.path,
      `the features and dependencies of \`${name}\``,
      { name, version },
      request
    )
  const needed = new Map([...Object.entries(next.optionalDependencies), ...Object.entries(next.dependencies)])
  const locked = new Map(dependencies.map((one) => [nameIn(one), one]))
  const added = Object.keys(next.dependencies).find((one) => !locked.has(one))
  const dropped = [...locked.keys()].find((one) => !needed.has(one))
  if (added !== undefined) return `It needs \`${added}\`, which is a new dependency; run \`cargo update\``
  if (dropped !== undefined) return `It needs \`${dropped}\` no longer; run \`cargo update\``
  for (const [one, dependency] of locked)
    if (!satisfies('cargo', needed.get(one) ?? '', versionOf(lock, dependency)))
      return `It needs \`${one}\` ${needed.get(one)}, which is not locked; run \`cargo update\``
  if (JSON.stringify(now.fields['features']) !== JSON.stringify(next.fields['features']))
    return 'Its features change, and with them what it needs; run `cargo update`'
  return null
}

function versionOf({ byName }: CargoLock, dependency: string): string {
  const [name = '', version] = dependency.split(' ', 2)
  return version ?? byName.get(name)?.[0]?.version ?? ''
}

/** Every other crate that needs it must take the new version; manifests of the repository are judged apart. */
function whyNotTaken(lock: CargoLock, crate: LockedCrate, request: LockRequest): string | null {
  const reasons = (lock.askers.get(crate.name) ?? []).map((asker) =>
    whyAskerDeclines(lock, crate, { asker, request })
  )
  return reasons.find((reason) => reason !== null) ?? null
}

function whyAskerDeclines(
  lock: CargoLock,
  { name, version }: LockedCrate,
  { asker, request }: { asker: LockedCrate; request: LockRequest }
): string | null {
  const reference = asker.dependencies.find((one) => nameIn(one) === name) ?? name
  if (!isOfRegistry(asker, request) || versionOf(lock, reference) !== version) return null
  const metadata = request.metadata(asker.name, asker.version)
  const range = metadata?.dependencies[name] ?? metadata?.optionalDependencies[name]
  if (range === undefined) return needsMetadata(lock.path, `what \`${asker.name}\` asks for`, asker, request)
  return satisfies('cargo', range, request.fix.to)
    ? null
    : `\`${asker.name}\` asks for ${range}; update that first`
}

interface NewCrate {
  crate: LockedCrate
  version: string
  checksum: string
}

/** All changes at once, because the places are found by a walk over the whole text. */
function crateEdits(text: string, crates: readonly NewCrate[]): PlacedEdit[] {
  if (crates.length === 0) return []
  const members = new Map<string, string>()
  const references = new Map<string, string>()
  for (const { crate, version, checksum } of crates) {
    members.set(`package/${crate.index}/version`, version)
    members.set(`package/${crate.index}/checksum`, checksum)
    references.set(`${crate.name} ${crate.version}`, `${crate.name} ${version}`)
  }
  return spansOfToml(text).flatMap(({ path, from, to, value }) => {
    const member = members.get(path.join('/'))
    if (member !== undefined) return [{ from, to, text: member }]
    const named = isReference(path) ? (value ?? '').split(' ', 2).join(' ') : ''
    const reference = references.get(named)
    return reference === undefined ? [] : [{ from, to: from + named.length, text: reference }]
  })
}

/** Where a crate is named with its version, and perhaps its registry behind that. */
const isReference = ([table, , member]: readonly string[]) => table === 'package' && member === 'dependencies'
