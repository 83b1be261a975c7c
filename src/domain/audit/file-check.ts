// Whether an exported file is what was exported, from nothing but the file and those before it.
import { createHash } from 'node:crypto'
import type { Break, SealFault } from '#schemas/audit/verification.js'
import { appendToChain, type ChainState, skipMissing, startChain } from './chain.js'
import { parseAuditLine, type Seal } from './file.js'

export interface AuditFileFault {
  reason: Break | SealFault | 'not_final' | 'not_an_entry'
  message: string
}

export interface AuditFileVerdict {
  faults: AuditFileFault[]
  entries: number
  seal: Seal | undefined
  state: ChainState
}

const NO_ANCHORS = new Map<number, string>()

interface FileCheckState {
  state: ChainState | undefined
  content: ReturnType<typeof createHash>
  seal: Seal | undefined
  faults: AuditFileFault[]
}

/** All but who signed it; after the file before it. A line at a time: the file may be as long as it likes. */
export async function checkAuditFile(
  lines: AsyncIterable<string>,
  before: AuditFileVerdict | undefined
): Promise<AuditFileVerdict> {
  const reading: FileCheckState = {
    state: continueChain(before),
    content: createHash('sha256'),
    seal: undefined,
    faults: []
  }
  let number = 0
  for await (const line of lines) {
    number += 1
    checkLine(reading, line, number)
  }
  const state = closeAtSeal(reading)
  const { seal, faults } = reading
  return {
    faults: [...chainFaults(state), ...faults, ...sealFaults(reading, state)],
    entries: state.checked,
    seal,
    state
  }
}

function continueChain(before: AuditFileVerdict | undefined): ChainState | undefined {
  return before && startChain(before.state.nextSeq, before.state.lastHash ?? undefined)
}

function checkLine(reading: FileCheckState, line: string, number: number): void {
  const read = parseAuditLine(line)
  if (reading.seal || !read) {
    reading.faults.push({ reason: 'not_an_entry', message: `line ${number} is not what an export holds` })
    return
  }
  if ('seal' in read) {
    reading.seal = read.seal
    return
  }
  reading.content.update(`${line}\n`)
  const { entry } = read
  // Of the first of all files nothing is known of what came before, unless it is the very first entry.
  reading.state ??= startChain(entry.seq, entry.seq === 1 ? null : undefined)
  reading.state = appendToChain(reading.state, entry, NO_ANCHORS)
}

/** What the seal says to be there, and is not: before the first line or behind the last. */
function closeAtSeal({ state, seal }: FileCheckState): ChainState {
  const found = state ?? startChain(seal?.first_seq ?? 1, undefined)
  if (!seal) return found
  const { firstSeq } = found
  const withHead =
    firstSeq !== null && firstSeq > seal.first_seq && found.missing === 0
      ? {
          ...found,
          missing: firstSeq - seal.first_seq,
          broken: { at: seal.first_seq, reason: 'gap' as const }
        }
      : found
  return withHead.nextSeq <= seal.last_seq ? skipMissing(withHead, seal.last_seq + 1) : withHead
}

function chainFaults({ broken }: ChainState): AuditFileFault[] {
  return broken ? [{ reason: broken.reason, message: `at entry ${broken.at}` }] : []
}

function sealFaults({ seal, content }: FileCheckState, state: ChainState): AuditFileFault[] {
  if (!seal) return [{ reason: 'not_sealed', message: 'its last line is not a seal: the end was cut off' }]
  const isSame =
    seal.content_hash === content.digest('hex') &&
    seal.entry_count === state.checked &&
    seal.head_hash === state.lastHash
  return isSame ? [] : [{ reason: 'seal_mismatch', message: 'its lines are not those that were sealed' }]
}

/** At line feeds alone: other signs that end a line for some programs may stand in a text. */
export async function* splitLines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of chunks) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

/** Where a file begins, to put several in order; one that does not say comes last. */
export async function readFirstSeq(lines: AsyncIterable<string>): Promise<number> {
  for await (const line of lines) {
    const read = parseAuditLine(line)
    if (read && 'entry' in read) return read.entry.seq
    break
  }
  return Number.POSITIVE_INFINITY
}
