// Imports advisories from the copy of the OSV database: in batches, each in a transaction of its own. What is known as
// it is now is not written again, so that an import that was cut off goes on where it was.
import type { Deps } from '#deps.js'
import { errorText } from '#domain/text/failure.js'
import { HOUR_MS } from '#domain/time/durations.js'
import type { AdvisorySource, PartReading } from '#osv/index.js'
import {
  advisoryIdsOf,
  countAdvisories,
  deleteAdvisories,
  dropOtherParts,
  type ImportRow,
  importsOf,
  type KnownAdvisory,
  knownAdvisories,
  type NewAdvisory,
  saveAdvisories,
  saveImport
} from '#store/dependencies/advisories.js'
import { newAdvisory } from './new-advisory.js'
import { type ImportDeps, scanAffected, scanAllAfterImport } from './requests.js'

type ImportParts = Pick<Deps, 'db' | 'transaction' | 'now' | 'advisorySource'> & ImportDeps

/** A part that was read in this time is not read again: the job begins anew after a crash. */
const FRESH_MS = 12 * HOUR_MS
const AT_ONCE = 500
const IDS_AT_ONCE = 5_000

/** A part that cannot be read keeps what it had, and the others are read all the same. */
export async function importAdvisories(deps: ImportParts): Promise<void> {
  const { advisorySource: source, now } = deps
  if (!source) return
  const known = new Map((await importsOf(deps.db, source.name)).map((row) => [row.part, row]))
  const failures: unknown[] = []
  for (const part of source.parts) {
    const before = known.get(part)
    if (before && isFresh(before, now())) continue
    try {
      await importPart(deps, source, part, before)
    } catch (error) {
      failures.push(error)
      await deps.transaction((tx) =>
        saveImport(tx, part, { source: source.name, triedAt: now(), error: errorText(error) })
      )
    }
  }
  if (failures.length > 0) throw failures[0]
  while ((await deps.transaction((tx) => dropOtherParts(tx, source.parts, AT_ONCE))) > 0);
}

const isFresh = ({ importedAt, error }: ImportRow, at: Date) =>
  error === null && importedAt !== null && at.getTime() - importedAt.getTime() < FRESH_MS

/** Changes that could not be read once may never be: the whole is read in their place. */
const sinceWhen = (before: ImportRow | undefined): string | null =>
  before?.importedAt && before.error === null ? before.modified : null

async function importPart(
  deps: ImportParts,
  source: AdvisorySource,
  part: string,
  before: ImportRow | undefined
): Promise<void> {
  const startedAt = deps.now()
  const reading = await source.read(part, sinceWhen(before))
  if (!reading) {
    if (before?.importedAt) throw new Error(`The source has no ${part} any more.`)
    const absent = { source: source.name, triedAt: startedAt, error: null }
    return deps.transaction((tx) => saveImport(tx, part, absent))
  }
  const { ids, unreadIds, unreadable } = await readRecords(deps, part, {
    files: reading.files,
    isNews: Boolean(before?.importedAt)
  })
  if (reading.isWhole) {
    if (ids.size === 0)
      throw new Error(
        unreadable === 0 ? 'The source has no records.' : 'No record of the source can be read.'
      )
    await dropUnseen(deps, part, new Set([...ids, ...unreadIds]))
  }
  const end = {
    source: source.name,
    modified: reading.modified,
    records: await countAdvisories(deps.db, part),
    unreadable,
    importedAt: startedAt,
    triedAt: startedAt,
    error: null
  }
  await deps.transaction(async (tx) => {
    await saveImport(tx, part, end)
    if (!before?.importedAt) await scanAllAfterImport(deps, tx)
  })
}

interface ReadRecords {
  ids: ReadonlySet<string>
  /** By the names of their files: what was known of these stays. */
  unreadIds: readonly string[]
  unreadable: number
}

/** What is read first is news to nobody: all repositories are scanned once it is there. */
async function readRecords(
  deps: ImportParts,
  part: string,
  { files, isNews }: Pick<PartReading, 'files'> & { isNews: boolean }
): Promise<ReadRecords> {
  const ids = new Set<string>()
  const unreadIds: string[] = []
  let unreadable = 0
  let batch = new Map<string, NewAdvisory>()
  for await (const { path, text } of files) {
    const advisory = text === undefined ? undefined : newAdvisory(text, part)
    if (!advisory) {
      unreadable += 1
      unreadIds.push(idNamedBy(path))
      continue
    }
    ids.add(advisory.id)
    batch.set(advisory.id, advisory)
    if (batch.size < AT_ONCE) continue
    await saveChanged(deps, batch, isNews)
    batch = new Map()
  }
  await saveChanged(deps, batch, isNews)
  return { ids, unreadIds, unreadable }
}

/** A record is in a file of its own name, perhaps within an archive. */
const idNamedBy = (path: string) =>
  path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf(':')) + 1, -'.json'.length)

/** Records about nothing that can be compared are only written if they were about something before. */
async function saveChanged(
  deps: ImportParts,
  batch: ReadonlyMap<string, NewAdvisory>,
  isNews: boolean
): Promise<void> {
  const known = await knownAdvisories(deps.db, [...batch.keys()])
  const changed = [...batch.values()].filter(
    ({ id, modified, packages }) =>
      known.get(id)?.modified !== modified && (packages.length > 0 || known.has(id))
  )
  if (changed.length === 0) return
  const rated = changed.filter((one) => isRatedAnew(known.get(one.id), one))
  await deps.transaction(async (tx) => {
    const keys = await saveAdvisories(tx, changed)
    if (!isNews) return
    const ratedKeys = rated.flatMap(({ packages }) => packages.map(({ packageKey }) => packageKey))
    await scanAffected(deps, tx, [...new Set([...keys, ...ratedKeys])])
  })
}

const isRatedAnew = (known: KnownAdvisory | undefined, { severity, scoreTenths }: NewAdvisory) =>
  known !== undefined && (known.severity !== severity || known.scoreTenths !== scoreTenths)

/** What a whole reading has not shown is gone. */
async function dropUnseen(deps: ImportParts, part: string, seen: ReadonlySet<string>): Promise<void> {
  for (let after = ''; ; ) {
    const ids = await advisoryIdsOf(deps.db, part, after, IDS_AT_ONCE)
    const last = ids.at(-1)
    if (last === undefined) return
    const gone = ids.filter((id) => !seen.has(id))
    if (gone.length > 0) await deps.transaction((tx) => deleteAdvisories(tx, gone))
    after = last
  }
}
