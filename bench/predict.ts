// What the service would say of issues, reports or logs in a file: one row of the answer for each row that is asked.
import type { BenchOptions } from './index.js'
import { predictAdvisories } from './predict/advisories.js'
import { predictCi } from './predict/ci.js'
import { predictDuplicates } from './predict/duplicates.js'
import { predictManifests } from './predict/manifests.js'
import { predictPriority } from './predict/priority.js'
import { predictReports } from './predict/reports.js'
import { predictTriage } from './predict/triage.js'
import { predictVersions } from './predict/versions.js'

const KINDS: Record<string, (options: BenchOptions) => void | Promise<void>> = {
  advisories: predictAdvisories,
  ci: predictCi,
  duplicates: predictDuplicates,
  manifests: predictManifests,
  priority: predictPriority,
  reports: predictReports,
  triage: predictTriage,
  versions: predictVersions
}

export async function predict(options: BenchOptions): Promise<void> {
  const kind = KINDS[options.kind]
  if (!kind) throw new Error(`predict what? ${Object.keys(KINDS).join(' | ')}`)
  await kind(options)
}
