// Runs a lane in a simulated world: what the lane wishes is done, sooner or later, and answered.
import type { TreeCommit } from '#domain/host/merging.js'
import type { Lane, LaneEntry, LaneEvent, LaneSettings, LaneWish } from '#domain/merge-queue/lane/lane.js'
import { demand, type Mechanism, type Watcher, type WishOf } from './mechanism.js'
import type { SeededRandom } from './random.js'
import { type Head, type MergeOutcome, type Pull, SimulatedHost } from './simulated-host.js'
import { Timetable } from './timetable.js'
import { LONGEST_DELAY_MS, type Span, type Weather } from './weather.js'

interface Setup {
  mechanism: Mechanism
  settings: LaneSettings
  weather: Weather
  random: SeededRandom
}

const SHOWN_STEPS = 25

export class Simulation {
  readonly host = new SimulatedHost()
  readonly random: SeededRandom
  readonly watchers: Watcher[] = []
  weather: Weather
  lane: Lane
  now = 1_000_000
  steps = 0
  tests = 0
  #mechanism: Mechanism
  #timetable = new Timetable()
  #discarded = new Set<number>()
  #wake: number | null = null
  #recent: string[] = []

  constructor({ mechanism, settings, weather, random }: Setup) {
    this.#mechanism = mechanism
    this.weather = weather
    this.random = random
    this.lane = mechanism.emptyLane(settings)
  }

  /** The last steps, for whoever has to understand a failure. */
  get recentSteps(): string {
    return this.#recent.join('\n')
  }

  after(delay: number, act: () => void): void {
    this.#timetable.put(this.now + delay, act)
  }

  afterSpan([from, to]: Span, act: () => void): void {
    this.after(this.random.between(from, to), act)
  }

  /** Does the next thing; says whether there was one until then. */
  advance(until = Number.POSITIVE_INFINITY): boolean {
    const next = this.#timetable.next ?? Number.POSITIVE_INFINITY
    const wake = this.#wake ?? Number.POSITIVE_INFINITY
    if (Math.min(next, wake) > until || Math.min(next, wake) === Number.POSITIVE_INFINITY) return false
    // No two things happen at once.
    this.now = Math.max(this.now + 1, Math.min(next, wake))
    if (next <= wake) this.#timetable.take()()
    else this.#wakeLane()
    return true
  }

  runUntil(time: number): void {
    while (this.advance(time));
    this.now = Math.max(this.now, time)
  }

  #wakeLane(): void {
    this.send({ is: 'time' })
    const again = this.#wake
    demand(again === null || again > this.now, () => `woken at ${this.now}, the lane asks for ${again}`)
  }

  /** Tells the lane something, now. */
  send(event: LaneEvent): void {
    const before = this.lane
    const step = this.#mechanism.stepLane(before, event, this.now)
    this.steps += 1
    this.#remember(event, step.wishes, step.lane)
    for (const watch of this.watchers) watch({ before, event, step, now: this.now })
    this.lane = step.lane
    this.#wake = this.#mechanism.wakeAt(this.lane, this.now)
    for (const wish of step.wishes) this.#grant(wish)
    for (const { number, to } of step.moves) if (to === 'pending') this.awaitChecks(number)
  }

  #remember(event: LaneEvent, wishes: readonly LaneWish[], lane: Lane): void {
    const batches = lane.batches.map(
      ({ id, state, members, size, redAt }) => `${id}:${state}[${members}]${size}/${redAt}`
    )
    // Told as text only when somebody reads it would need copies; the text is short.
    this.#recent.push(
      `${this.now} ${JSON.stringify(event)} -> ${JSON.stringify(wishes)} ${batches.join(' ')}`
    )
    if (this.#recent.length > SHOWN_STEPS) this.#recent.shift()
  }

  #grant(wish: LaneWish): void {
    if (wish.is === 'read-base') this.readBase()
    if (wish.is === 'build') this.#build(wish)
    if (wish.is === 'discard') this.#discarded.add(wish.batch)
    if (wish.is === 'land') this.#land(wish)
  }

  readBase(): void {
    const at = this.now
    this.afterSpan(this.weather.landing, () => {
      const { tip } = this.host
      const isLate = this.random.chance(this.weather.lateReading)
      this.after(isLate ? this.random.below(LONGEST_DELAY_MS) : 0, () => this.send({ is: 'base', tip, at }))
    })
  }

  /** As the lane knows it, which may be behind what the host knows. */
  entryOf(number: number): LaneEntry | undefined {
    return this.lane.entries.find((entry) => entry.number === number)
  }

  #build({ batch, on, members, trees }: WishOf<'build'>): void {
    const heads = members.map((number) => ({ number, headSha: this.entryOf(number)?.headSha ?? '' }))
    this.afterSpan(this.weather.build, () => {
      if (this.#discarded.has(batch) && this.random.chance(0.5)) return
      if (this.random.chance(this.weather.buildFailure)) return this.send({ is: 'build-failed', batch })
      const outcome = this.host.merge(on, heads)
      demand(
        trees === null || JSON.stringify(trees) === JSON.stringify(outcome.candidate.trees),
        () => `candidate ${batch} is not what its members lead to`
      )
      this.send({ is: 'built', batch, candidate: outcome.candidate, conflicts: outcome.conflicts })
      if (!this.#discarded.has(batch) && outcome.included.length > 0) this.#test(batch, on, outcome)
    })
  }

  #test(batch: number, on: TreeCommit, { candidate }: MergeOutcome): void {
    if (this.random.chance(this.weather.unanswered)) return
    const tree = this.host.treeOf({ sha: candidate.sha, tree: candidate.trees.at(-1) ?? on.tree })
    const isRed = tree.isRed || this.random.chance(this.weather.flaky)
    this.afterSpan(this.weather.test, () => {
      if (this.#discarded.has(batch) && this.random.chance(0.5)) return
      this.tests += 1
      this.send({ is: 'tested', batch, verdict: isRed ? 'failed' : 'passed' })
    })
  }

  #land({ batch, number, on, tree, areas }: WishOf<'land'>): void {
    const headSha = this.entryOf(number)?.headSha ?? ''
    this.afterSpan(this.weather.landing, () => {
      const refused = { is: 'refused' as const, batch, number }
      if (this.random.chance(this.weather.refusal)) return this.#answer({ ...refused, reason: null })
      if (this.random.chance(this.weather.rejection))
        return this.#answer({ ...refused, reason: 'merge_rejected' })
      const outcome = this.host.land({ number, headSha, onSha: on.sha, batch })
      if (outcome.is === 'merged') return this.#answer({ is: 'merged', number })
      if (outcome.is === 'landed') {
        const isAsTested = tree === '' || this.host.isSameIn(areas, tree, outcome.commit.tree)
        return this.#tellLanding({ ...outcome, batch, number, isAsTested })
      }
      this.#answer({ ...refused, ...outcome })
    })
  }

  /** Sometimes the first news is that it is merged; after that the answer proper comes or does not come. */
  #tellLanding(landed: Extract<LaneEvent, { is: 'landed' }>): void {
    const isMergedTold = this.random.chance(this.weather.mergedInstead)
    if (isMergedTold) this.#answer({ is: 'merged', number: landed.number })
    if (!isMergedTold || this.random.chance(0.5)) this.#answer(landed)
  }

  #answer(event: LaneEvent): void {
    const isLate = this.random.chance(this.weather.lateLanding)
    this.after(isLate ? this.random.below(LONGEST_DELAY_MS) : 0, () => this.send(event))
  }

  /** Tells news of outside: late, perhaps twice, perhaps never. */
  notify(event: LaneEvent): void {
    if (this.random.chance(this.weather.lost)) return
    this.afterSpan(this.weather.notice, () => this.send(event))
    if (this.random.chance(this.weather.doubled)) this.afterSpan(this.weather.notice, () => this.send(event))
  }

  /** Whoever asks for an admission knows the pull request as the host does. */
  admit(pull: Pull): void {
    const known = this.entryOf(pull.number)
    const headSha = known?.headSha ?? pull.head.sha
    this.send({ is: 'admitted', entry: this.#newEntry(pull, headSha) })
  }

  #newEntry({ number, priority }: Pull, headSha: string): LaneEntry {
    const head = this.host.heads.get(headSha)
    const isReady = head?.verdict === 'passed' && (head.checkedAt ?? Number.POSITIVE_INFINITY) <= this.now
    return {
      number,
      headSha,
      status: isReady ? 'ready' : 'pending',
      priority,
      admittedAt: this.now,
      pendingSince: this.now,
      readyAt: isReady ? this.now : null,
      attempts: 0,
      notBefore: 0,
      overtaken: 0,
      areas: head?.change.areas ?? null,
      behind: null,
      leftOut: 0,
      interruption: null
    }
  }

  /** Whoever has moved an entry to pending reads its checks. */
  awaitChecks(number: number): void {
    const head = this.host.heads.get(this.entryOf(number)?.headSha ?? '')
    if (!head || head.checkedAt === null) return
    this.after(Math.max(1, head.checkedAt - this.now), () => this.#tellChecks(number, head))
  }

  #tellChecks(number: number, { sha, verdict }: Head): void {
    this.send({ is: 'checked', number, headSha: sha, verdict })
  }
}
