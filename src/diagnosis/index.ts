// Diagnoses CI logs in worker threads, one per log, so that no log can block the process.
import { Worker } from 'node:worker_threads'
import type { Diagnosis } from '#domain/ci-logs/diagnose.js'
import { DIAGNOSIS_WORKER } from '#paths.js'

/** Reads a log to its end. Rejects only if the stream does. */
export type DiagnoseLog = (log: AsyncIterable<string>) => Promise<Diagnosis>

export interface DiagnosisOptions {
  /** CPU time per log. Beyond it only the end of the log is read. */
  budgetMs: number
  /** Called with the reason when a thread fails or hangs. */
  onLost: (why: string) => void
  /** A thread that does not reply for this long counts as lost. */
  silenceMs?: number
  thread?: string
}

/** `more` requests the next chunk. */
export type DiagnosisReply = 'more' | Diagnosis

const SILENCE_MS = 30_000
const MOST_MEMORY_MB = 256

export function openDiagnosis({
  budgetMs,
  onLost,
  silenceMs = SILENCE_MS,
  thread = DIAGNOSIS_WORKER
}: DiagnosisOptions): DiagnoseLog {
  return async (log) => {
    const worker = new Worker(thread, {
      workerData: { budgetMs },
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
      env: {}
    })
    const { ask, lost } = openConversation(worker, silenceMs)
    try {
      for await (const piece of log) if ((await ask(piece)) !== 'more') break
      const diagnosis = await ask(null)
      if (diagnosis !== undefined && diagnosis !== 'more') return diagnosis
      onLost(lost() ?? 'the thread returned no diagnosis')
      // Loaded only here, because normally only the threads need it.
      const { diagnose, UNREADABLE_LOG } = await import('#domain/ci-logs/diagnose.js')
      return diagnose(UNREADABLE_LOG)
    } finally {
      void worker.terminate()
    }
  }
}

/** One message at a time; a lost thread replies with undefined. */
function openConversation(worker: Worker, silenceMs: number) {
  let lost: string | undefined
  let onReply: (reply?: DiagnosisReply) => void = () => undefined
  const lose = (why: string) => {
    lost ??= why
    onReply()
  }
  worker.on('message', (reply: DiagnosisReply) => onReply(reply))
  worker.on('error', (error) => lose(`the thread failed: ${error.message}`))
  worker.on('exit', () => lose('the thread ended'))
  const ask = (piece: string | null) =>
    new Promise<DiagnosisReply | undefined>((resolve) => {
      const timer = setTimeout(() => lose(`no reply for ${silenceMs} ms`), silenceMs)
      onReply = (reply) => {
        clearTimeout(timer)
        resolve(reply)
      }
      if (lost === undefined) worker.postMessage(piece)
      else onReply()
    })
  return { ask, lost: () => lost }
}
