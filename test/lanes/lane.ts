// One of the processes that share the test files: it takes the next one that nobody has taken, until there is none, or
// until it has grown so large that a new process is better.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { FINISHED, type TestFile } from './files.js'
import { root, runFile } from './tap.js'

const LARGEST_BYTES = 1.5 * 2 ** 30
/** A process ends with its last file; what a test left open, such as a server, would hold it for ever. */
const LONGEST_END_MS = 60_000

// This process has its heap already. V8 would give the large young generation to each thread that a test starts as well,
// and ends the whole process where a thread with one runs out of memory.
setFlagsFromString('--max-semi-space-size=0')

const queue = process.env['TEST_QUEUE'] ?? ''
const files: TestFile[] = JSON.parse(readFileSync(join(queue, 'files.json'), 'utf8'))
// The process as a whole takes as long as all its files together.
root.setTimeout(0)
for (const file of files) {
  if (process.memoryUsage.rss() > LARGEST_BYTES) break
  if (claim(file.name)) await run(file)
}
setTimeout(() => {
  const open = process.getActiveResourcesInfo().join(', ')
  process.stderr.write(`A test process is ended by force, as its tests left open: ${open}\n`)
  process.exit()
}, LONGEST_END_MS).unref()

/** Makes a file that only one can make, and that says who made it. */
function claim(name: string): boolean {
  try {
    writeFileSync(join(queue, encodeURIComponent(name)), `${process.pid}`, { flag: 'wx' })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

async function run({ name, bundle }: TestFile): Promise<void> {
  const before = process.cpuUsage()
  const startedAt = performance.now()
  const failed = await runFile(name, () => import(pathToFileURL(bundle).href))
  const { user, system } = process.cpuUsage(before)
  const cost = {
    name,
    failed,
    seconds: (performance.now() - startedAt) / 1000,
    cpuSeconds: (user + system) / 1e6,
    residentMb: Math.round(process.memoryUsage.rss() / 2 ** 20)
  }
  appendFileSync(join(queue, FINISHED), `${JSON.stringify(cost)}\n`)
}
