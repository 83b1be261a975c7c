// What exports say of the trail, for as far as they can be believed: a seal holds what the key has signed, a column
// beside it holds what anybody with the database may write.
import { isSignedBy, readLine, type Seal, wasNamedAfter } from './file.js'

/** `entry_hash` by `seq`, as kept outside of the trail. */
export type Anchors = ReadonlyMap<number, string>

/** The last line of an export, and what its row in the database says beside it; a file has no row. */
export interface KeptSeal {
  line: string
  row?: Pick<Seal, 'date_covered' | 'entry_count' | 'first_seq' | 'last_seq' | 'head_hash'> & {
    final: boolean
  }
}

/** No entry has it: where a seal was forged, or two of them differ, no entry is right. */
const NO_HASH = ''

/** With a key only what it has signed is an anchor; what bears its name and was not signed with it, is forged. */
export function anchorsIn(kept: readonly KeptSeal[], key: string | undefined): Anchors {
  const anchors = new Map<number, string>()
  for (const [seq, hash] of kept.flatMap((one) => placesOf(one, key))) {
    anchors.set(seq, (anchors.get(seq) ?? hash) === hash ? hash : NO_HASH)
  }
  return anchors
}

function placesOf({ line, row }: KeptSeal, key: string | undefined): [number, string][] {
  const seal = sealIn(line)
  if (!seal) return row ? [[row.last_seq, NO_HASH]] : []
  if (key !== undefined && !wasNamedAfter(seal, key)) return []
  const isForged = (key !== undefined && !isSignedBy(seal, key)) || (row && !isSealOf(seal, row))
  if (!isForged) return [[seal.last_seq, seal.head_hash]]
  return [seal.last_seq, row?.last_seq ?? seal.last_seq].map((seq) => [seq, NO_HASH])
}

function sealIn(line: string): Seal | undefined {
  const read = readLine(line)
  return read && 'seal' in read && Number.isSafeInteger(read.seal?.last_seq) ? read.seal : undefined
}

function isSealOf(seal: Seal, row: NonNullable<KeptSeal['row']>): boolean {
  return (
    seal.date_covered === row.date_covered &&
    seal.entry_count === row.entry_count &&
    seal.first_seq === row.first_seq &&
    seal.last_seq === row.last_seq &&
    seal.head_hash === row.head_hash &&
    (seal.final ?? row.final) === row.final
  )
}
