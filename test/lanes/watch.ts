// Watches the processes that run test files: one that is stuck cannot say so itself, and a run that is cut off says what
// it was waiting for.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readFinished } from './files.js'
import { FILE_TIMEOUT_MS } from './tap.js'

const EVERY_MS = 5_000
/** A file ends itself in time, as long as its process can. */
const STUCK_MS = FILE_TIMEOUT_MS + 60_000
/** After the last file, its process ends within a minute; whatever that has started may still hold its output. */
const LONGEST_END_MS = 120_000

interface RunningFile {
  name: string
  pid: number
  ms: number
}

export function watchLanes(queue: string): () => void {
  const ended = new Set<string>()
  let workedAt = Date.now()
  const timer = setInterval(() => {
    if (listRunning(queue).length > 0) workedAt = Date.now()
    if (Date.now() - workedAt > LONGEST_END_MS) {
      process.stderr.write('No test file runs, but a process that a test has started does not end.\n')
      process.exit(1)
    }
    for (const file of listRunning(queue)) {
      if (file.ms < STUCK_MS || ended.has(file.name)) continue
      ended.add(file.name)
      report('is stuck, and its process is ended by force', file)
      endByForce(file.pid)
    }
  }, EVERY_MS)
  const cutOff = () => {
    for (const file of listRunning(queue)) report('was still running when the run was cut off', file)
    process.exit(1)
  }
  process.once('SIGTERM', cutOff)
  return () => {
    clearInterval(timer)
    process.off('SIGTERM', cutOff)
  }
}

function listRunning(queue: string): RunningFile[] {
  const finished = new Set(readFinished(queue).map(({ name }) => name))
  const claims = readdirSync(queue).filter((name) => name.endsWith('.ts'))
  const running = claims.filter((claim) => !finished.has(decodeURIComponent(claim)))
  return running.map((claim) => {
    const path = join(queue, claim)
    return {
      name: decodeURIComponent(claim),
      pid: Number(readFileSync(path, 'utf8')),
      ms: Date.now() - statSync(path).mtimeMs
    }
  })
}

function report(what: string, { name, ms }: RunningFile): void {
  process.stderr.write(`${name} ${what}, after ${Math.round(ms / 1000)} s\n`)
}

function endByForce(pid: number): void {
  try {
    if (pid > 0) process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}
