// The watchdog thread.
import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import type { WatchdogData } from './index.js'

// Cast: the parent thread passes exactly this.
const { beats, mostMs, everyMs } = workerData as WatchdogData
const pulse = new Int32Array(beats)
const maxMissed = Math.ceil(mostMs / everyMs)
const STDERR = 2

let [last, missed] = [Atomics.load(pulse, 0), 0]
// Counts checks instead of time, so that a process that was suspended as a whole is not killed when it resumes.
setInterval(() => {
  const now = Atomics.load(pulse, 0)
  missed = now === last ? missed + 1 : 0
  last = now
  if (missed >= maxMissed) end()
}, everyMs)

/** A thread cannot set the exit code of its process, so it kills it. */
function end(): void {
  writeSync(
    STDERR,
    `The event loop has stood still for ${mostMs / 1000} s and the process is killed. More work than the process can do at once causes this, and with the embedded database a full or failing disk: look at what was asked of it and at the disk of DATA_DIR, then start again.\n`
  )
  process.kill(process.pid, 'SIGKILL')
}
