// Diagnoses logs beside the process, each in a thread of its own: whatever a log holds, nothing else waits for it.
import { Worker } from 'node:worker_threads'
import type { Diagnosis } from '#domain/ci-logs/diagnose.js'
import { DIAGNOSIS_WORKER } from '#paths.js'

/** Reads a log to its end; fails only where the log does. */
export type DiagnoseLog = (log: AsyncIterable<string>) => Promise<Diagnosis>

export interface DiagnosisOptions {
  /** The work on one log; of what is longer the end alone is read. */
  budgetMs: number
  /** What is told of a thread that is lost, for people. */
  onLost: (why: string) => void
  /** A thread that is silent for longer is lost. */
  silenceMs?: number
  thread?: string
}

/** `more` asks for the next piece. */
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
      onLost(lost() ?? 'the thread gave no diagnosis')
      // Loaded by the threads alone, until one is lost.
      const { diagnose, UNREADABLE_LOG: UNREAD } = await import('#domain/ci-logs/diagnose.js')
      return diagnose(UNREAD)
    } finally {
      void worker.terminate()
    }
  }
}

/** One question at a time; nothing is the answer of a thread that is lost. */
function openConversation(worker: Worker, silenceMs: number) {
  let lost: string | undefined
  let answer: (reply?: DiagnosisReply) => void = () => undefined
  const lose = (why: string) => {
    lost ??= why
    answer()
  }
  worker.on('message', (reply: DiagnosisReply) => answer(reply))
  worker.on('error', (error) => lose(`the thread failed: ${error.message}`))
  worker.on('exit', () => lose('the thread ended'))
  const ask = (piece: string | null) =>
    new Promise<DiagnosisReply | undefined>((resolve) => {
      const timer = setTimeout(() => lose(`no answer for ${silenceMs} ms`), silenceMs)
      answer = (reply) => {
        clearTimeout(timer)
        resolve(reply)
      }
      if (lost === undefined) worker.postMessage(piece)
      else answer()
    })
  return { ask, lost: () => lost }
}
