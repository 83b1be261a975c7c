// Verifies exported audit files without the service: an auditor needs only the files, this program and Node.
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import {
  type AuditFileFault,
  type AuditFileVerdict,
  checkAuditFile,
  readFirstSeq,
  splitLines
} from '#domain/audit/file-check.js'
import { isFormerKey, parseSealKey, type SealKey, SHORTEST_SEAL_KEY } from '#domain/audit/keys.js'
import type { SealRules } from '#domain/audit/seals.js'
import { findTrailFaults, type SignedVerdict, withSignatures } from '#domain/audit/trail-check.js'
import { isDay } from '#domain/time/day.js'
import { type ProgramCommand, WRONG_CALL } from './command.js'

const USAGE = `usage: verify-audit [--key-file FILE]... [--last-seq N] [--signed-since DATE] [--part] EXPORT...

Checks every hash and every link of exported audit files, and their seals; several files are checked as one trail,
from its first entry to the end of a day that is over.

  --key-file FILE      holds the key that the service signs with, and nothing else, or a former key as KEY@DAY, where DAY
                       is the last day that it may have sealed: one option for each key; without any, anybody may
                       have made the files
  --last-seq N         the trail reaches at least to entry N (GET /api/audit/verify says how far): finds missing last days
  --signed-since DATE  files of earlier days may be unsigned, or signed with a lost key; without it, only files from
                       before the first signed one may be unsigned
  --part               the files are some days of the trail: neither its beginning nor its end need be there

It ends with 0 for "valid", 1 for "NOT VALID", 2 for wrong arguments or an unreadable file, and 3 for "NOT AUTHENTICATED":
nothing is wrong with the files, and nothing shows who made them.
`

const linesOf = (path: string) => splitLines(createReadStream(path, 'utf8'))

async function verify(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      'key-file': { type: 'string', multiple: true, default: [] },
      'last-seq': { type: 'string' },
      'signed-since': { type: 'string' },
      part: { type: 'boolean', default: false }
    }
  })
  const lastSeq = values['last-seq'] === undefined ? undefined : Number(values['last-seq'])
  const signedSince = values['signed-since']
  const isValidCall =
    positionals.length > 0 &&
    (lastSeq === undefined || Number.isSafeInteger(lastSeq)) &&
    (signedSince === undefined || isDay(signedSince))
  if (!isValidCall) {
    process.stderr.write(USAGE)
    return 2
  }
  const keys = await keysIn(values['key-file'])
  const paths = await sortByFirstSeq(positionals)
  const verdicts = withSignatures(await checkEach(paths), { keys, signedSince })
  for (const [at, verdict] of verdicts.entries()) printLine(`${paths[at]}: ${verdictText(verdict, keys)}`)
  const trailFaults = findTrailFaults(verdicts, { isPart: values.part, lastSeq })
  if (trailFaults.length > 0) printLine(faultsText(trailFaults))
  const { outcome, code } = outcomeOf(verdicts, trailFaults, keys)
  printLine(outcome)
  return code
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Of several keys without a last day, one that was replaced could sign whatever came after it. */
async function keysIn(paths: readonly string[]): Promise<SealKey[]> {
  const keys = await Promise.all(paths.map(keyIn))
  if (keys.filter((key) => !isFormerKey(key)).length > 1)
    throw new Error('more than one key has no last day: write each former key as KEY@DAY')
  return keys
}

async function keyIn(path: string): Promise<SealKey> {
  const text = (await readFile(path, 'utf8')).trim()
  if (text.includes('\n'))
    throw new Error(
      `${path} does not hold a key alone: write the value of AUDIT_EXPORT_KEY into a file of its own`
    )
  const key = parseSealKey(text)
  if (!key)
    throw new Error(
      `${path} holds neither a key of at least ${SHORTEST_SEAL_KEY} characters nor such a KEY@DAY`
    )
  return key
}

async function checkEach(paths: readonly string[]): Promise<AuditFileVerdict[]> {
  const verdicts: AuditFileVerdict[] = []
  for (const path of paths) verdicts.push(await checkAuditFile(linesOf(path), verdicts.at(-1)))
  return verdicts
}

type Keys = SealRules['keys']

/** The entries form a hash chain, so a valid signature of the last file covers all files. */
function outcomeOf(verdicts: readonly SignedVerdict[], trailFaults: readonly AuditFileFault[], keys: Keys) {
  if (trailFaults.length > 0 || verdicts.some(({ faults }) => faults.length > 0))
    return { outcome: 'NOT VALID', code: 1 }
  if (verdicts.at(-1)?.isVerified) return { outcome: 'valid', code: 0 }
  const why = keys.length === 0 ? 'no --key-file' : 'none of the keys signed the last file'
  return { outcome: `NOT AUTHENTICATED (${why})`, code: 3 }
}

/** Sorts the files into the order of the trail, whatever the order of the arguments. */
async function sortByFirstSeq(paths: readonly string[]): Promise<string[]> {
  const firsts = await Promise.all(
    paths.map(async (path) => ({ path, first: await readFirstSeq(linesOf(path)) }))
  )
  return firsts.sort((a, b) => a.first - b.first).map(({ path }) => path)
}

const faultsText = (faults: readonly AuditFileFault[]) =>
  faults.map(({ reason, message }) => `${reason}: ${message}`).join('; ')

function verdictText({ faults, entries, seal, isVerified }: SignedVerdict, keys: Keys): string {
  if (faults.length > 0) return faultsText(faults)
  const open = seal?.final === false ? '; made before the day was over' : ''
  const signature = isVerified ? 'signature right' : unverified(seal, keys)
  return `${entries} entries, ${seal?.first_seq} to ${seal?.last_seq}, all as written; ${signature}${open}`
}

function unverified(seal: SignedVerdict['seal'], keys: Keys): string {
  if (!seal?.signature) return 'not signed'
  return keys.length === 0 ? 'signature not checked' : 'signed with another key'
}

export const verifyAuditCommand: ProgramCommand = {
  usage: USAGE,
  async run(args) {
    try {
      return await verify(args)
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
      return WRONG_CALL
    }
  }
}
