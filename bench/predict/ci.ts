// Failed logs: of each the type, whether a re-run would pass, and the lines to show.
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { diagnose } from '../../src/domain/ci-logs/diagnose.js'
import { createLogReader } from '../../src/domain/ci-logs/reader.js'
import type { BenchOptions } from '../index.js'
import { readLines, writeLines } from '../json-lines.js'

const Case = Type.Object({ id: Type.String(), log: Type.String() })

export async function predictCi(options: BenchOptions): Promise<void> {
  const cases = await readLines(options.in)
  await writeLines(options.out, cases.map(predictionOf))
}

function predictionOf(row: unknown) {
  const { id, log } = Value.Parse(Case, row)
  const reader = createLogReader()
  reader.push(log)
  const { type, transient, extract, confidence } = diagnose(reader.end())
  return { id, type, transient, lines: extract.map(({ from, to }) => [from, to]), confidence }
}
