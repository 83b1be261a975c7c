// A few pull requests in a calm world, to show one guarantee at a time.
import type { LaneSettings } from '#domain/merge-queue/lane/lane.js'
import type { Ledger } from './ledger.js'
import type { Mechanism } from './mechanism.js'
import { SeededRandom } from './random.js'
import { DEFAULT_SETTINGS, settle, watchEverything } from './schedules.js'
import type { Pull } from './simulated-host.js'
import { Simulation } from './simulation.js'
import type { Change } from './trees.js'
import { CALM, type Weather } from './weather.js'

export interface Contribution {
  priority?: number
  isBroken?: boolean
  feature?: number
  lines?: number[]
  areas?: string[] | null
}

export interface Landing {
  number: number
  wishedAt: number
}

export class Scenario {
  readonly sim: Simulation
  readonly ledger: Ledger
  /** Landings as they were wished. */
  readonly wished: Landing[] = []
  #opened = 0

  constructor(mechanism: Mechanism, settings: Partial<LaneSettings> = {}, weather: Partial<Weather> = {}) {
    this.sim = new Simulation({
      mechanism,
      settings: { ...DEFAULT_SETTINGS, ...settings },
      weather: { ...CALM, ...weather },
      random: new SeededRandom(1)
    })
    this.ledger = watchEverything(this.sim)
    this.sim.watchers.push(({ step, now }) => {
      for (const wish of step.wishes)
        if (wish.is === 'land') this.wished.push({ number: wish.number, wishedAt: now })
    })
  }

  /** A pull request whose own checks are green enters the lane. */
  open(contribution: Contribution = {}): Pull {
    const { priority = 0, isBroken = false, feature = 0, lines = [], areas = null } = contribution
    this.#opened += 1
    const number = this.#opened
    const sha = `head-${number}-1`
    const change: Change = { id: sha, lines, feature, isBroken, areas }
    const head = { sha, change, verdict: 'passed' as const, checkedAt: 0 }
    const pull: Pull = { number, priority, head, state: 'open', isApproved: true }
    this.sim.host.pulls.set(number, pull)
    this.sim.host.setHead(number, head)
    this.sim.now += 1
    this.sim.admit(pull)
    return pull
  }

  runFor(duration: number): void {
    this.sim.runUntil(this.sim.now + duration)
  }

  settle(): void {
    settle(this.sim, this.ledger)
  }

  /** The numbers of those that have landed, in order. */
  get landed(): number[] {
    return this.sim.host.landings.map(({ number }) => number)
  }
}
