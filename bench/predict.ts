// Predictions for labelled data, by the code of the service: `npm run bench -- predict KIND --in FILE --out FILE`.
import type { BenchOptions } from './index.js'
import { predictCi } from './predict/ci.js'

type Predict = (options: BenchOptions) => Promise<void>

const KINDS: Record<string, Predict> = { ci: predictCi }

export async function predict(options: BenchOptions): Promise<void> {
  const kind = KINDS[options.kind]
  if (!kind || options.in === '' || options.out === '')
    throw new Error(`usage: npm run bench -- predict ${Object.keys(KINDS).join(' | ')} --in FILE --out FILE`)
  await kind(options)
}
