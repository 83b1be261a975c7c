#!/usr/bin/env node
// Checks exported audit files without the service that wrote them: for whoever has the files, this program and Node.
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import {
  checkedFile,
  type FileFault,
  type FileVerdict,
  firstSeqOf,
  linesIn
} from '#domain/audit/file-check.js'
import { faultsTogether } from '#domain/audit/files-together.js'

const USAGE = `usage: verify-audit [--key-file FILE] [--last-seq N] [--part] EXPORT...

Checks every hash and every link of exported audit files, and their seals; several files are checked as one trail,
from its first entry to the end of a day that is over.

  --key-file FILE  the key that the service signs with; without it anybody may have made the files
  --last-seq N     the trail reaches at least to entry N (GET /api/audit/verify says how far): finds missing last days
  --part           the files are some days of the trail: neither its beginning nor its end need be there

It ends with 0 for "valid", 1 for "NOT VALID", 2 for a call that cannot be meant, and 3 for "NOT AUTHENTICATED":
nothing is wrong with the files, and nothing shows who made them.
`

const CODES = { valid: 0, 'NOT VALID': 1, 'NOT AUTHENTICATED (no --key-file)': 3 } as const

const linesOf = (path: string) => linesIn(createReadStream(path, 'utf8'))

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'key-file': { type: 'string' },
      'last-seq': { type: 'string' },
      part: { type: 'boolean', default: false }
    }
  })
  const lastSeq = values['last-seq'] === undefined ? undefined : Number(values['last-seq'])
  if (positionals.length === 0 || (lastSeq !== undefined && !Number.isSafeInteger(lastSeq))) {
    process.stderr.write(USAGE)
    return 2
  }
  const keyFile = values['key-file']
  const key = keyFile === undefined ? undefined : (await readFile(keyFile, 'utf8')).trim()
  const verdicts = await checkEach(await inOrder(positionals), key)
  const together = faultsTogether(verdicts, { isPart: values.part, lastSeq })
  if (together.length > 0) say(wordsForFaults(together))
  const outcome = outcomeOf([...verdicts.flatMap(({ faults }) => faults), ...together], key)
  say(outcome)
  return CODES[outcome]
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

async function checkEach(paths: readonly string[], key: string | undefined): Promise<FileVerdict[]> {
  const verdicts: FileVerdict[] = []
  for (const path of paths) {
    const verdict = await checkedFile(linesOf(path), { before: verdicts.at(-1), key })
    say(`${path}: ${wordsFor(verdict, key)}`)
    verdicts.push(verdict)
  }
  return verdicts
}

function outcomeOf(faults: readonly FileFault[], key: string | undefined): keyof typeof CODES {
  if (faults.length > 0) return 'NOT VALID'
  return key === undefined ? 'NOT AUTHENTICATED (no --key-file)' : 'valid'
}

/** As the trail goes, however they were named. */
async function inOrder(paths: readonly string[]): Promise<string[]> {
  const firsts = await Promise.all(
    paths.map(async (path) => ({ path, first: await firstSeqOf(linesOf(path)) }))
  )
  return firsts.sort((a, b) => a.first - b.first).map(({ path }) => path)
}

const wordsForFaults = (faults: readonly FileFault[]) =>
  faults.map(({ reason, message }) => `${reason}: ${message}`).join('; ')

function wordsFor({ faults, entries, seal }: FileVerdict, key: string | undefined): string {
  if (faults.length > 0) return wordsForFaults(faults)
  const signature = !seal?.signature
    ? 'not signed'
    : key === undefined
      ? 'signature not checked'
      : 'signature right'
  const open = seal?.final === false ? '; made before the day was over' : ''
  return `${entries} entries, ${seal?.first_seq} to ${seal?.last_seq}, all as written; ${signature}${open}`
}

main().then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 2
  }
)
