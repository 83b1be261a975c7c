// Verifies an exported audit file from its content and the files before it.
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

/** Checks everything but the signature, line by line, because the file may be of any length. */
export async function checkAuditFile(
  lines: AsyncIterable<string>,
  before: AuditFileVerdict | undefined
): Promise<AuditFileVerdict> {
  const check: FileCheckState = {
    state: continueChain(before),
    content: createHash('sha256'),
    seal: undefined,
    faults: []
  }
  let number = 0
  for await (const line of lines) {
    number += 1
    checkLine(check, line, number)
  }
  const state = closeAtSeal(check)
  const { seal, faults } = check
  return {
    faults: [...chainFaults(state), ...faults, ...sealFaults(check, state)],
    entries: state.checked,
    seal,
    state
  }
}

function continueChain(before: AuditFileVerdict | undefined): ChainState | undefined {
  return before && startChain(before.state.nextSeq, before.state.lastHash ?? undefined)
}

function checkLine(check: FileCheckState, line: string, number: number): void {
  const parsed = parseAuditLine(line)
  if (check.seal || !parsed) {
    check.faults.push({ reason: 'not_an_entry', message: `line ${number} is neither an entry nor a seal` })
    return
  }
  if ('seal' in parsed) {
    check.seal = parsed.seal
    return
  }
  check.content.update(`${line}\n`)
  const { entry } = parsed
  // Without an earlier file, the previous hash is unknown, unless this is the very first entry.
  check.state ??= startChain(entry.seq, entry.seq === 1 ? null : undefined)
  check.state = appendToChain(check.state, entry, NO_ANCHORS)
}

/** Reports entries that the seal covers and the file lacks, before its first line or after its last. */
function closeAtSeal({ state, seal }: FileCheckState): ChainState {
  const chain = state ?? startChain(seal?.first_seq ?? 1, undefined)
  if (!seal) return chain
  const { firstSeq } = chain
  const withHead =
    firstSeq !== null && firstSeq > seal.first_seq && chain.missing === 0
      ? {
          ...chain,
          missing: firstSeq - seal.first_seq,
          broken: { at: seal.first_seq, reason: 'gap' as const }
        }
      : chain
  return withHead.nextSeq <= seal.last_seq ? skipMissing(withHead, seal.last_seq + 1) : withHead
}

function chainFaults({ broken }: ChainState): AuditFileFault[] {
  return broken ? [{ reason: broken.reason, message: `at entry ${broken.at}` }] : []
}

function sealFaults({ seal, content }: FileCheckState, state: ChainState): AuditFileFault[] {
  if (!seal)
    return [
      { reason: 'not_sealed', message: 'the last line is not a seal, so the end of the file is missing' }
    ]
  const isSame =
    seal.content_hash === content.digest('hex') &&
    seal.entry_count === state.checked &&
    seal.head_hash === state.lastHash
  return isSame ? [] : [{ reason: 'seal_mismatch', message: 'the lines do not match the seal' }]
}

/** Splits at line feeds alone: an entry may contain other line separators. */
export async function* splitLines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of chunks) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

/** The first `seq` of a file, to put files in order. A file without one sorts last. */
export async function readFirstSeq(lines: AsyncIterable<string>): Promise<number> {
  for await (const line of lines) {
    const parsed = parseAuditLine(line)
    if (parsed && 'entry' in parsed) return parsed.entry.seq
    break
  }
  return Number.POSITIVE_INFINITY
}
