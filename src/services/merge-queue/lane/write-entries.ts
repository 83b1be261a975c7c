// Writes the entries of a lane as they are after a change: those that ended, those that moved, and new ones.
import type { Tx } from '#deps.js'
import { tallyDifference } from '#domain/counters/tally.js'
import { waitingOf } from '#domain/merge-queue/entry-words.js'
import type { LaneEntry } from '#domain/merge-queue/lane/lane.js'
import { compareEntries } from '#domain/merge-queue/lane/order.js'
import { talliesOfQueueEntry } from '#domain/merge-queue/tallies.js'
import { changeTallied, type TalliedTx } from '#store/counters/tallies.js'
import {
  changeEntry,
  type EntryFields,
  type EntryRow,
  saveEntry,
  savePositions
} from '#store/merge-queue/entries.js'
import type { LaneChange } from './change-lane.js'
import { type EntryNews, endedFields, excusedOf, failureOf, namesOf } from './entry-fields.js'
import { laneColumnsOf } from './lane-rows.js'

/** The entries that were written, as they are now, by number. */
export type WrittenEntries = ReadonlyMap<number, EntryRow>

export async function writeEntries(tx: Tx, change: LaneChange): Promise<WrittenEntries> {
  let written: EntryRow[] = []
  await changeTallied(tx, async (tallied) => {
    written = [...(await writeEnded(tallied, change)), ...(await writeActive(tallied, change))]
    const known = written.flatMap(({ prNumber }) => knownRow(change, prNumber) ?? [])
    const tallies = tallyDifference(known.flatMap(talliesOfQueueEntry), written.flatMap(talliesOfQueueEntry))
    return [{ repoId: change.before.key.repoId, tallies }]
  })
  return new Map(written.map((row) => [row.prNumber, row]))
}

/** An entry as it was before the change; undefined if it was never in the queue. */
export const knownRow = ({ before, news }: LaneChange, number: number): EntryRow | undefined =>
  news.get(number)?.known ?? before.rows.get(number)

/** An entry may end in the very step that admits it, or after its lane has let go of it. */
async function writeEnded(tallied: TalliedTx, change: LaneChange): Promise<EntryRow[]> {
  const { before, after, news, at } = change
  const written: EntryRow[] = []
  for (const row of before.rows.values()) {
    const ended = endedFields(change, row)
    if (ended) written.push(await write(tallied, row, { ...ended, updatedAt: at }))
  }
  const isThere = (number: number) => after.entries.some((entry) => entry.number === number)
  for (const [number, { fields }] of news) {
    const ended = fields && !isThere(number) ? endedFields(change, fields) : undefined
    if (fields && ended) written.push(await saveEntry(tallied, { ...fields, ...ended, updatedAt: at }))
  }
  return written
}

async function writeActive(tallied: TalliedTx, change: LaneChange): Promise<EntryRow[]> {
  const { before, after, at } = change
  const written: EntryRow[] = []
  const moved: { id: number; position: number }[] = []
  for (const [index, entry] of [...after.entries].sort(compareEntries).entries()) {
    const row = before.rows.get(entry.number)
    const fields = { ...activeFields(change, entry, row), position: index + 1 }
    if (!row) written.push(await saveEntry(tallied, { ...admittedFields(change, entry), ...fields }))
    else if (isNews(row, fields)) written.push(await write(tallied, row, { ...fields, updatedAt: at }))
    else if (row.position !== fields.position) moved.push({ id: row.id, position: fields.position })
  }
  await savePositions(tallied, moved)
  return written
}

async function write(tallied: TalliedTx, row: EntryRow, fields: Partial<EntryFields>): Promise<EntryRow> {
  await changeEntry(tallied, row.id, fields)
  return { ...row, ...fields }
}

function admittedFields({ news, at }: LaneChange, { number }: LaneEntry): EntryFields {
  const fields = news.get(number)?.fields
  if (!fields) throw new Error(`nothing is known of #${number}, which is admitted`)
  return { ...fields, updatedAt: at }
}

function activeFields(change: LaneChange, entry: LaneEntry, row: EntryRow | undefined): Partial<EntryFields> {
  const { after, news, at } = change
  const known = news.get(entry.number)
  const columns = laneColumnsOf(after, entry)
  const { passed, awaited } = headChecks(columns.headSha, row, known)
  const isSameTest = row?.headSha === columns.headSha && row.candidateSha === columns.candidateSha
  const checksFailed = isSameTest ? namesOf(failureOf(row, known)) : []
  return {
    ...columns,
    ...known?.settings,
    checksPassed: passed,
    checksFailed,
    checksExcused: excusedOf(row, known).filter(({ sha }) => isTested(columns, sha)),
    waitingOn: waitingOf(after, entry, awaited, at.getTime())
  }
}

const isTested = ({ headSha, candidateSha }: Pick<EntryFields, 'headSha' | 'candidateSha'>, sha: string) =>
  sha === headSha || sha === candidateSha

function headChecks(
  headSha: string,
  row: EntryRow | undefined,
  known: EntryNews | undefined
): { passed: string[]; awaited: string[] } {
  if (known?.checks) return { passed: known.checks.passed, awaited: known.checks.waitingOn }
  if (!row) return { passed: [], awaited: [] }
  if (row.headSha !== headSha) return { passed: [], awaited: row.requiredChecks }
  return { passed: row.checksPassed, awaited: row.status === 'pending' ? row.waitingOn : [] }
}

/** Its place in the lane alone is written together with that of the others. */
function isNews(row: EntryRow, { position: _, ...fields }: Partial<EntryFields>): boolean {
  return JSON.stringify({ ...row, ...fields }) !== JSON.stringify(row)
}
