import { performance } from 'node:perf_hooks'
import t from 'tap'
import type { LaneEvent } from '#domain/merge-queue/lane/lane.js'
import { realLane as lane } from './simulation/mechanism.js'
import { SeededRandom } from './simulation/random.js'
import { Scenario } from './simulation/scenario.js'
import { MINUTE_MS, SECOND_MS } from './simulation/weather.js'

const HOURS = 8
const WAITING = 400
const CULPRITS = 0.05
const DURATIONS = {
  build: [30 * SECOND_MS, 30 * SECOND_MS],
  test: [10 * MINUTE_MS, 10 * MINUTE_MS],
  landing: [2 * SECOND_MS, 2 * SECOND_MS]
} as const

/** Landings an hour, from a lane that never runs empty. */
function landingsPerHour(batchSize: number, depth: number): number {
  const random = new SeededRandom(3)
  const scenario = new Scenario(lane, { batchSize, depth }, DURATIONS)
  // What holds of every step is checked by the schedules, with fewer entries.
  scenario.sim.watchers.length = 0
  for (let pull = 0; pull < WAITING; pull++) scenario.open({ isBroken: random.chance(CULPRITS) })
  scenario.runFor(HOURS * 60 * MINUTE_MS)
  if (scenario.sim.lane.entries.length === 0) throw new Error('The lane ran empty: let more wait.')
  return scenario.landed.length / HOURS
}

t.test('three batches of eight land six times as much as one by one, if one in twenty is red', async (t) => {
  const [serial, batched] = [landingsPerHour(1, 1), landingsPerHour(8, 3)]
  const ratio = batched / serial
  t.comment(
    `${serial.toFixed(1)} an hour one by one, ${batched.toFixed(1)} in batches: ${ratio.toFixed(1)} times`
  )
  t.ok(ratio >= 6, `${ratio}`)
})

const ENTRIES = 500

t.test('a lane of 500 entries takes its steps; how quickly is told', async (t) => {
  const scenario = new Scenario(lane, { depth: 4 })
  const { sim } = scenario
  sim.watchers.length = 0
  for (let pull = 0; pull < ENTRIES; pull++) scenario.open({ priority: pull % 5 })
  scenario.runFor(3 * MINUTE_MS)
  t.equal(sim.lane.entries.length, ENTRIES)
  t.ok(sim.lane.batches.length > 0)

  const number = 250
  const headSha = `head-${number}-1`
  const events: Record<string, LaneEvent> = {
    time: { is: 'time' },
    checked: { is: 'checked', number, headSha, verdict: 'passed' },
    pushed: { is: 'pushed', number, headSha: 'head-250-2', areas: null },
    left: { is: 'left', number: sim.lane.batches[0]?.members[0] ?? 0, reason: 'closed' },
    tested: { is: 'tested', batch: sim.lane.batches[0]?.id ?? 0, verdict: 'failed' }
  }
  for (const [name, event] of Object.entries(events)) {
    const times = Array.from({ length: 200 }, () => {
      const start = performance.now()
      lane.stepLane(sim.lane, event, sim.now + 1)
      return performance.now() - start
    }).sort((one, other) => one - other)
    t.comment(
      `${name}: ${((times[100] ?? 0) * 1000).toFixed(0)} µs, at most ${(times[199] ?? 0).toFixed(2)} ms`
    )
  }
})
