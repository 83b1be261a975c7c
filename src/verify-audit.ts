#!/usr/bin/env node
// Checks exported audit files without the service that wrote them: for whoever has the files, this program and Node.
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { checkedFile, type FileVerdict, firstSeqOf, linesIn } from './domain/audit-file-check.js'

const USAGE = `usage: verify-audit [--key-file FILE] EXPORT...

Checks every hash and every link of exported audit files, and their seals; several files are checked as one trail.
With the key that the service signs with, in a file, the signatures are checked as well.
`

const linesOf = (path: string) => linesIn(createReadStream(path, 'utf8'))

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'key-file': { type: 'string' } }
  })
  if (positionals.length === 0) {
    process.stderr.write(USAGE)
    return 2
  }
  const keyFile = values['key-file']
  const key = keyFile === undefined ? undefined : (await readFile(keyFile, 'utf8')).trim()
  let before: FileVerdict | undefined
  let isValid = true
  for (const path of await inOrder(positionals)) {
    const verdict = await checkedFile(linesOf(path), { before, key })
    process.stdout.write(`${path}: ${wordsFor(verdict, key)}\n`)
    isValid &&= verdict.faults.length === 0
    before = verdict
  }
  process.stdout.write(isValid ? 'valid\n' : 'NOT VALID\n')
  return isValid ? 0 : 1
}

/** As the trail goes, however they were named. */
async function inOrder(paths: readonly string[]): Promise<string[]> {
  const firsts = await Promise.all(
    paths.map(async (path) => ({ path, first: await firstSeqOf(linesOf(path)) }))
  )
  return firsts.sort((a, b) => a.first - b.first).map(({ path }) => path)
}

function wordsFor({ faults, entries, seal }: FileVerdict, key: string | undefined): string {
  if (faults.length > 0) return faults.map(({ reason, message }) => `${reason}: ${message}`).join('; ')
  const signature = !seal?.signature
    ? 'not signed'
    : key === undefined
      ? 'signature not checked'
      : 'signature right'
  return `${entries} entries, ${seal?.first_seq} to ${seal?.last_seq}, all as written; ${signature}`
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
