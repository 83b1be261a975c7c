// Random schedules: many pull requests, and everything that may happen to them. A seed names a schedule.
import type { LaneSettings } from '#domain/merge-queue/lane/lane.js'
import { watchAttempts, watchBlocks, watchExits } from './blocks.js'
import {
  watchBuilds,
  watchFreezes,
  watchLandingEntry,
  watchLandings,
  watchOvertaking,
  watchTrees
} from './landings.js'
import { Ledger } from './ledger.js'
import { demand, type Mechanism, Violation } from './mechanism.js'
import { Outside } from './outside.js'
import { SeededRandom } from './random.js'
import { Simulation } from './simulation.js'
import { watchFailedBuilds, watchMoves, watchSkips, watchStops, watchStructure } from './structure.js'
import { CALM, LONGEST_DELAY_MS, MINUTE_MS, SECOND_MS, STORM } from './weather.js'

const PULLS = 50
const STORM_MS = 360 * MINUTE_MS
/** Once nobody else commits to the base, a landing on an old tip is refused, and what was under way; then it is known. */
const MOST_OUTDATED_ASKS = 2
/** Steps until rest after the storm: each pull request is built, tested and landed a few times. */
const MOST_CALM_STEPS = PULLS * 100

export interface ScheduleOutcome {
  steps: number
  tests: number
  landed: number
}

export const DEFAULT_SETTINGS: LaneSettings = {
  batchSize: 8,
  depth: 3,
  batchMaxWaitMs: MINUTE_MS,
  checkTimeoutMs: 60 * MINUTE_MS,
  maxAttempts: 4,
  allowSkip: true,
  strict: true,
  freezes: [],
  paused: null
}

function settingsOf(random: SeededRandom, start: number): LaneSettings {
  const from = start + random.below(STORM_MS)
  const freeze = { from, to: from + random.between(10 * MINUTE_MS, 120 * MINUTE_MS), reason: 'release' }
  return {
    batchSize: random.pick([1, 2, 3, 4, 5, 8, 16]),
    depth: random.between(1, 4),
    batchMaxWaitMs: random.pick([0, 30 * SECOND_MS, 10 * MINUTE_MS]),
    checkTimeoutMs: 60 * MINUTE_MS,
    maxAttempts: random.between(2, 5),
    allowSkip: random.chance(0.7),
    strict: random.chance(0.9),
    freezes: random.chance(0.3) ? [freeze] : [],
    paused: null
  }
}

/** Adds everything that must hold at every step. */
export function watchEverything(sim: Simulation): Ledger {
  const ledger = new Ledger()
  sim.watchers.push(
    (seen) => ledger.hear(seen),
    watchLandings(ledger),
    watchTrees(ledger, sim.host),
    watchBuilds(ledger, sim.host),
    watchFreezes(ledger),
    watchOvertaking(),
    watchBlocks(ledger, sim.host),
    watchExits(ledger),
    watchAttempts(),
    watchFailedBuilds,
    watchMoves,
    watchSkips,
    (seen) => ledger.note(seen),
    watchLandingEntry(ledger),
    watchStructure(ledger)
  )
  return ledger
}

/** A storm of events, then calm until the lane is at rest. */
export function runSchedule(mechanism: Mechanism, seed: number): ScheduleOutcome {
  const random = new SeededRandom(seed)
  const weather = random.chance(0.2) ? CALM : STORM
  const settings = settingsOf(random, 1_000_000)
  const sim = new Simulation({ mechanism, settings, weather, random })
  const ledger = watchEverything(sim)
  sim.watchers.push(watchStops)
  try {
    runStorm(sim)
    settle(sim, ledger)
  } catch (error) {
    const reason = error instanceof Violation ? error.message : String(error instanceof Error && error.stack)
    throw new Violation(`seed ${seed}: ${reason}\n${JSON.stringify(settings)}\n${sim.recentSteps}`)
  }
  const landed = sim.host.landings.filter(({ batch }) => batch !== null).length
  return { steps: sim.steps, tests: sim.tests, landed }
}

function runStorm(sim: Simulation): void {
  const { random, now } = sim
  const outside = new Outside(sim, {
    broken: random.pick([0, 0.05, 0.2]),
    redHead: 0.05,
    entangled: random.pick([0, 0.1, 0.4]),
    silent: 0.03,
    lines: random.pick([10_000, 500, 100]),
    areas: random.pick([[], ['api', 'web'], ['api', 'docs', 'web']])
  })
  const acts = random.pick([0, 30, 60, 120])
  for (let number = 1; number <= PULLS; number++)
    sim.after(random.below(STORM_MS * 0.7), () => outside.open(number))
  for (let act = 0; act < acts; act++) sim.after(random.below(STORM_MS), () => outside.act())
  const end = now + STORM_MS
  sim.runUntil(end)
  sim.weather = CALM
  sim.runUntil(end + 2 * LONGEST_DELAY_MS)
  outside.reconcile()
}

/** Without news from outside everything lands that can, and nothing is left over. */
export function settle(sim: Simulation, ledger: Ledger, mostSteps = MOST_CALM_STEPS): void {
  const last = sim.steps + mostSteps
  const outdatedBefore = sim.host.outdatedAsks
  while (sim.advance())
    demand(sim.steps <= last, () => `the lane is not at rest after ${mostSteps} steps of calm`)
  const outdated = sim.host.outdatedAsks - outdatedBefore
  demand(outdated <= MOST_OUTDATED_ASKS, () => `${outdated} landings were asked for on an old tip`)
  const { entries, batches } = sim.lane
  demand(batches.length === 0, () => `batches remain at rest: ${JSON.stringify(batches)}`)
  // Whatever did not land was blocked or has left, and each block was justified when it happened.
  demand(entries.length === 0, () => `entries remain at rest: ${JSON.stringify(entries)}`)
  demand(ledger.landing === null, () => `the landing of #${ledger.landing?.number} was never answered`)
  const leftovers = ledger.leftovers()
  demand(leftovers.length === 0, () => `candidates remain at rest: ${leftovers}`)
}

export interface ScheduleRange {
  from: number
  count: number
}

/** Runs schedule after schedule; the first violation ends it and names its seed. */
export function runSchedules(mechanism: Mechanism, { from, count }: ScheduleRange): ScheduleOutcome {
  const total: ScheduleOutcome = { steps: 0, tests: 0, landed: 0 }
  for (let seed = from; seed < from + count; seed++) {
    const outcome = runSchedule(mechanism, seed)
    total.steps += outcome.steps
    total.tests += outcome.tests
    total.landed += outcome.landed
  }
  return total
}
