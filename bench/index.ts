// Everything that is measured, one command each: `npm run bench -- NAME`.
import { parseArgs } from 'node:util'
import { measureAudit } from './audit.js'
import { measureTrail } from './audit-trail.js'
import { prepareData } from './data.js'
import { measureDuplicates } from './duplicates.js'
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
  /** What is predicted. */
  kind: string
  /** Files of JSON lines, plain or packed. */
  in: string
  own: string
  docs: string[]
  queries: string
  out: string
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
  duplicates: measureDuplicates,
  predict
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    scale: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    in: { type: 'string', default: '' },
    own: { type: 'string', default: '' },
    docs: { type: 'string', multiple: true, default: [] },
    queries: { type: 'string', default: '' },
    out: { type: 'string', default: '' }
  }
})
const [name = '', kind = ''] = positionals
const bench = benches[name]
const scale = Number(values.scale)
if (bench && scale > 0) await bench({ ...values, kind, scale })
else {
  console.error(`usage: npm run bench -- ${Object.keys(benches).join(' | ')} [--scale NUMBER] [--only PATH]`)
  process.exitCode = 1
}
