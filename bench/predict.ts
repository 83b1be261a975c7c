// What the service would say of issues, reports or logs in a file: one row of the answer for each row that is asked.
import type { BenchOptions } from './index.js'
import { predictCi } from './predict/ci.js'
import { predictDuplicates } from './predict/duplicates.js'
import { predictPriority } from './predict/priority.js'
import { predictTriage } from './predict/triage.js'

const KINDS: Record<string, (options: BenchOptions) => void | Promise<void>> = {
  ci: predictCi,
  duplicates: predictDuplicates,
  priority: predictPriority,
  triage: predictTriage
}

export async function predict(options: BenchOptions): Promise<void> {
  const kind = KINDS[options.kind]
  if (!kind) throw new Error(`predict what? ${Object.keys(KINDS).join(' | ')}`)
  await kind(options)
}
