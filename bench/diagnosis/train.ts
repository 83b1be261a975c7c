// Trains the weights of the diagnosis, tries them on sources that they have not seen, and writes them.
import { writeFileSync } from 'node:fs'
import type { JudgementWeights } from '#domain/ci-logs/judgement/weights.js'
import type { BenchOptions } from '../index.js'
import { learn } from './model.js'
import { logRows } from './rows.js'
import { tellTrials, trialsOf } from './trials.js'

export function trainDiagnosis({ docs, out }: BenchOptions): void {
  const rows = logRows(docs)
  tellTrials(trialsOf(rows))
  const { type, transience } = learn(rows)
  writeFileSync(
    out,
    [
      HEAD,
      `export const CAUSE_WEIGHTS: JudgementWeights = ${tableOf(type)}\n`,
      `export const TRANSIENCE_WEIGHTS: JudgementWeights = ${tableOf(transience)}\n`
    ].join('\n')
  )
}

const HEAD = `// Made by \`npm run bench -- train diagnosis\`: what each feature says, as logarithms of odds.

export interface JudgementWeights {
  bias: number
  /** "name=weight", as many on a line as fit. */
  weights: readonly string[]
}
`

const WIDTH = 96

function tableOf({ bias, weights }: JudgementWeights): string {
  const lines: string[] = []
  for (const entry of weights) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + entry.length < WIDTH) lines[lines.length - 1] = `${last};${entry}`
    else lines.push(entry)
  }
  return `{\n  bias: ${bias},\n  weights: [\n${lines.map((line) => `    '${line}'`).join(',\n')}\n  ]\n}`
}
