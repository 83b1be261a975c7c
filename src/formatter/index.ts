// Formats texts with Prettier in a worker thread, which is terminated if it takes too much time or memory.
import { Worker } from 'node:worker_threads'
import { FORMATTER_WORKER } from '#paths.js'

export interface FormatInput {
  path: string
  text: string
  options: { readonly [option: string]: string | number | boolean }
}

/** Either all texts, in order, or the reason why there are none. */
export type FormatResult = { texts: readonly string[]; why?: never } | { why: string }

export type Format = (files: readonly FormatInput[]) => Promise<FormatResult>

const LIMIT_MS = 60_000
const MOST_MEMORY_MB = 512

export const format: Format = (files) =>
  new Promise((resolve) => {
    const worker = new Worker(FORMATTER_WORKER, {
      workerData: files,
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
      env: {}
    })
    const end = (result: FormatResult) => {
      clearTimeout(timer)
      resolve(result)
      void worker.terminate()
    }
    const timer = setTimeout(() => end({ why: 'Prettier took too long.' }), LIMIT_MS)
    worker.once('message', end)
    worker.once('error', () => end({ why: 'Prettier could not be run.' }))
    worker.once('exit', () => end({ why: 'Prettier could not be run.' }))
  })
