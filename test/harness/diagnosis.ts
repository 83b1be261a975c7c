// Reads CI logs in the process of the test. A thread for each log would take more CPU time than the rest of its test;
// test/diagnosis shows that a thread says the same.
import type { DiagnoseLog } from '#diagnosis/index.js'
import { diagnose } from '#domain/ci-logs/diagnose.js'
import { createLogReader } from '#domain/ci-logs/reader.js'

export const diagnoseHere: DiagnoseLog = async (log) => {
  const reader = createLogReader()
  for await (const piece of log) reader.push(piece)
  return diagnose(reader.end())
}
