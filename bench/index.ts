// Everything that is measured, one command each: `npm run bench -- NAME`.
import { parseArgs } from 'node:util'
import { measureAudit } from './audit.js'
import { measureTrail } from './audit-trail.js'
import { prepareData } from './data.js'
import { measureDiagnosis } from './diagnosis.js'
import { measureFloor } from './floor.js'
import { measureGrowth } from './growth.js'
import { measureIntake } from './intake.js'
import { measureLatency } from './latency.js'
import { predict } from './predict.js'
import { measureReads } from './reads.js'
import { measureStart } from './start.js'
import { measureSync } from './sync.js'

export interface BenchOptions {
  /** How large a fleet: 1 has 1,000 repositories. */
  scale: number
  /** Only what has this in its path. */
  only: string
  /** What `predict` predicts, from where, to where. */
  kind: string
  in: string
  out: string
  /** Labelled examples of the tested repository itself, documents and queries, where a kind asks for them. */
  own: string
  docs: string[]
  queries: string
}

const benches: Record<string, (options: BenchOptions) => Promise<void>> = {
  audit: measureAudit,
  'audit-trail': measureTrail,
  intake: measureIntake,
  floor: measureFloor,
  latency: measureLatency,
  start: measureStart,
  data: prepareData,
  reads: measureReads,
  growth: measureGrowth,
  sync: measureSync,
  predict,
  diagnosis: measureDiagnosis
}

const text = { type: 'string', default: '' } as const
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    scale: { type: 'string', default: '1' },
    only: text,
    in: text,
    out: text,
    own: text,
    docs: { type: 'string', multiple: true, default: [] },
    queries: text
  }
})
const bench = benches[positionals[0] ?? '']
const scale = Number(values.scale)
if (bench && scale > 0) await bench({ ...values, scale, kind: positionals[1] ?? '' })
else {
  console.error(`usage: npm run bench -- ${Object.keys(benches).join(' | ')} [--scale NUMBER] [--only PATH]`)
  process.exitCode = 1
}
