// The worker thread that reads one log.
import { parentPort, workerData } from 'node:worker_threads'
import { createBudgetedReader } from '#domain/ci-logs/budgeted-reader.js'
import { diagnose } from '#domain/ci-logs/diagnose.js'
import type { DiagnosisOptions, DiagnosisReply } from './index.js'

let usedMs = 0
let start = { at: 0, cpuMs: 0 }

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/**
 * Not every supported version of Node reports the CPU time of a thread. Both the elapsed time and the CPU time of the
 * process are upper bounds: the latter is smaller on a busy machine, the former in a busy process.
 */
const sinceStart = () => Math.min(performance.now() - start.at, cpuMs() - start.cpuMs)

// Cast: the parent thread passes exactly this.
const { budgetMs } = workerData as Pick<DiagnosisOptions, 'budgetMs'>
const reader = createBudgetedReader({ budgetMs, spentMs: () => usedMs + sinceStart() })

function replyTo(piece: string | null): DiagnosisReply {
  if (piece === null) return diagnose(reader.end())
  reader.push(piece)
  return 'more'
}

parentPort?.on('message', (piece: string | null) => {
  start = { at: performance.now(), cpuMs: cpuMs() }
  const reply = replyTo(piece)
  usedMs += sinceStart()
  parentPort?.postMessage(reply)
})
