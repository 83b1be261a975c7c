// Everything that is measured, one command each: `npm run bench -- NAME`.
import { parseArgs } from 'node:util'
import { measureAdvisories } from './advisories.js'
import { measureAudit } from './audit.js'
import { measureTrail } from './audit-trail.js'
import { NotPrepared } from './contestant.js'
import { measureDashboard } from './dashboard.js'
import { prepareData } from './data.js'
import { measureDiagnosis } from './diagnosis.js'
import { measureDuplicates } from './duplicates/speed.js'
import { measureEmbeddedReads } from './embedded/reads.js'
import { measureEnforcement } from './enforcement.js'
import { measureFlaky } from './flaky.js'
import { measureFloor } from './floor.js'
import { measureGrowth } from './growth.js'
import { measureIntake } from './intake.js'
import { measureJudging } from './judging.js'
import { measureLatency } from './latency.js'
import { predict } from './predict.js'
import { measureReads } from './reads.js'
import { measureReview } from './review.js'
import { measureScale } from './scale/measure.js'
import { measureStart } from './start.js'
import { measureSync } from './sync.js'
import { measureTestRuns } from './test-runs.js'
import { train } from './train.js'
import { measureYoung } from './young/measure.js'

export interface BenchOptions {
  /** How large a fleet: 1 has 1,000 repositories. */
  scale: number
  /** Only what has this in its path. */
  only: string
  /** What to train or to predict. */
  kind: string
  /** The file to read, and the one to write. */
  in: string
  out: string
  /** So many labelled rows of each kind and repository serve as its own history. */
  own: number
  /** Files to learn from or to search in. */
  docs: string[]
  /** Whether pages that were read are kept, as they are in use. */
  kept: boolean
  /** Whether lists are read from an embedded database. */
  embedded: boolean
  /** The file with what is looked for. */
  queries: string
}

const benches: Record<string, (options: BenchOptions) => Promise<void>> = {
  advisories: measureAdvisories,
  audit: measureAudit,
  'audit-trail': measureTrail,
  dashboard: measureDashboard,
  intake: measureIntake,
  flaky: measureFlaky,
  'test-runs': measureTestRuns,
  floor: measureFloor,
  latency: measureLatency,
  start: measureStart,
  data: prepareData,
  reads: (options) => (options.embedded ? measureEmbeddedReads(options) : measureReads(options)),
  review: measureReview,
  growth: measureGrowth,
  scale: measureScale,
  sync: measureSync,
  judging: measureJudging,
  enforcement: measureEnforcement,
  train,
  duplicates: measureDuplicates,
  diagnosis: measureDiagnosis,
  predict,
  young: measureYoung
}

const text = { type: 'string', default: '' } as const
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    scale: { type: 'string', default: '1' },
    only: text,
    in: text,
    out: text,
    own: { type: 'string', default: '0' },
    kept: { type: 'boolean', default: false },
    embedded: { type: 'boolean', default: false },
    docs: { type: 'string', multiple: true, default: [] },
    queries: text
  }
})
const [name = '', kind = ''] = positionals
const bench = benches[name]
const scale = Number(values.scale)
const own = Number(values.own)
if (bench && scale > 0 && own >= 0)
  await bench({ ...values, scale, own, kind }).catch((error: unknown) => {
    if (!(error instanceof NotPrepared)) throw error
    console.error(error.message)
    process.exitCode = 1
  })
else {
  console.error(
    `usage: npm run bench -- ${Object.keys(benches).join(' | ')} [KIND] [--scale NUMBER] [--only PATH]` +
      ' [--in FILE] [--out FILE] [--own NUMBER] [--kept] [--embedded] [--docs FILE]... [--queries FILE]'
  )
  process.exitCode = 1
}
