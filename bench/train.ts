// Weights that ship with the service, made from labelled data that does not.
import { trainDiagnosis } from './diagnosis/train.js'
import { trainWords } from './duplicates/train-words.js'
import { trainYoungDuplicates } from './duplicates/train-young.js'
import type { BenchOptions } from './index.js'
import { trainTriage } from './triage/train.js'
import { trainGravity } from './young/train-gravity.js'

const KINDS: Record<string, (options: BenchOptions) => void | Promise<void>> = {
  diagnosis: trainDiagnosis,
  triage: trainTriage,
  gravity: trainGravity,
  words: trainWords,
  'young-duplicates': trainYoungDuplicates
}

export async function train(options: BenchOptions): Promise<void> {
  const kind = KINDS[options.kind]
  if (!kind) throw new Error(`train what? ${Object.keys(KINDS).join(' | ')}`)
  await kind(options)
}
