// Everything that is measured, one command each: `npm run bench -- NAME`.
import { measureFloor } from './floor.js'
import { measureIntake } from './intake.js'
import { measureLatency } from './latency.js'
import { measureStart } from './start.js'

const benches: Record<string, () => Promise<void>> = {
  intake: measureIntake,
  floor: measureFloor,
  latency: measureLatency,
  start: measureStart
}

const bench = benches[process.argv[2] ?? '']
if (bench) await bench()
else {
  console.error(`usage: npm run bench -- ${Object.keys(benches).join(' | ')}`)
  process.exitCode = 1
}
