// The thread that watches the loop of its process.
import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import type { WatchdogData } from './index.js'

// The border to the thread, which is given nothing else.
const { beats, mostMs, everyMs } = workerData as WatchdogData
const pulse = new Int32Array(beats)
const mostLooks = Math.ceil(mostMs / everyMs)
const STDERR = 2

let [seen, silent] = [Atomics.load(pulse, 0), 0]
// Looks are counted, and not time: a process that was stopped as a whole has missed nothing when it goes on.
setInterval(() => {
  const now = Atomics.load(pulse, 0)
  silent = now === seen ? silent + 1 : 0
  seen = now
  if (silent >= mostLooks) end()
}, everyMs)

/** A thread cannot say with which code its process ends. */
function end(): void {
  writeSync(
    STDERR,
    `The process has stood still for ${mostMs / 1000} s and is ended. With the embedded database a full or failing disk does that: look at DATA_DIR, then start again.\n`
  )
  process.kill(process.pid, 'SIGKILL')
}
