// Weights that ship with the service, made from labelled data that does not.
import type { BenchOptions } from './index.js'
import { trainTriage } from './triage/train.js'

const KINDS: Record<string, (options: BenchOptions) => void> = { triage: trainTriage }

export async function train(options: BenchOptions): Promise<void> {
  const kind = KINDS[options.kind]
  if (!kind) throw new Error(`train what? ${Object.keys(KINDS).join(' | ')}`)
  kind(options)
}
