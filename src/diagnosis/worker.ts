// The thread in which one log is read.
import { parentPort, workerData } from 'node:worker_threads'
import { createBudgetedReader } from '#domain/ci-logs/budgeted-reader.js'
import { diagnose } from '#domain/ci-logs/diagnose.js'
import type { DiagnosisOptions, DiagnosisReply } from './index.js'

let workedMs = 0
let began = { at: 0, cpuMs: 0 }

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/**
 * Nothing tells the processor's time of one thread in every version of Node that runs us. It is no more than what passes
 * and no more than what the whole process uses: on a busy machine the second is less, in a busy process the first.
 */
const sinceBegan = () => Math.min(performance.now() - began.at, cpuMs() - began.cpuMs)

// The border to the thread that began this one.
const { budgetMs } = workerData as Pick<DiagnosisOptions, 'budgetMs'>
const reader = createBudgetedReader({ budgetMs, spentMs: () => workedMs + sinceBegan() })

function replyTo(piece: string | null): DiagnosisReply {
  if (piece === null) return diagnose(reader.end())
  reader.push(piece)
  return 'more'
}

parentPort?.on('message', (piece: string | null) => {
  began = { at: performance.now(), cpuMs: cpuMs() }
  const reply = replyTo(piece)
  workedMs += sinceBegan()
  parentPort?.postMessage(reply)
})
