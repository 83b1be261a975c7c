// Kills the process when its event loop hangs: no timer or signal interrupts a query stuck in WebAssembly.
import { Worker } from 'node:worker_threads'
import { WATCHDOG_THREAD } from '#paths.js'

/** Passed to the watchdog thread. */
export interface WatchdogData {
  /** Shared memory with one counter, which grows while the event loop runs. */
  beats: SharedArrayBuffer
  /** The longest tolerated standstill. */
  mostMs: number
  /** The interval of beats and checks. */
  everyMs: number
}

const WATCH = { mostMs: 30_000, everyMs: 1_000 }

/** Starts watching the event loop; returns the function that stops it. */
export function watchLoop({ mostMs, everyMs } = WATCH): () => void {
  const beats = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
  const pulse = new Int32Array(beats)
  const heart = setInterval(() => Atomics.add(pulse, 0, 1), everyMs)
  const watch: WatchdogData = { beats, mostMs, everyMs }
  const thread = new Worker(WATCHDOG_THREAD, { workerData: watch, env: {}, execArgv: [] })
  heart.unref()
  thread.unref()
  return () => {
    clearInterval(heart)
    void thread.terminate()
  }
}
