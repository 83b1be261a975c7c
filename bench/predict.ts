// What the service would have said of labelled data: predictions as JSON lines, for whoever has the labels to score.
import type { BenchOptions } from './index.js'
import { predictDuplicates } from './predict/duplicates.js'

const kinds: Record<string, (options: BenchOptions) => Promise<void>> = {
  duplicates: predictDuplicates
}

export async function predict(options: BenchOptions): Promise<void> {
  const kind = kinds[options.kind]
  if (kind === undefined) throw new Error(`predict ${Object.keys(kinds).join(' | ')}`)
  await kind(options)
}
