// Ends the process when its loop stands still: a query that never returns from WebAssembly lets no timer and no signal in.
import { Worker } from 'node:worker_threads'
import { WATCHDOG_THREAD } from '#paths.js'

/** Told to the thread through memory that both share. */
export interface WatchdogData {
  /** One number, which grows while the loop turns. */
  beats: SharedArrayBuffer
  /** So long may it stand still. */
  mostMs: number
  /** How often is looked. */
  everyMs: number
}

const WATCH = { mostMs: 30_000, everyMs: 1_000 }

/** Watches the loop of this process from now on; returns what ends that. */
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
