// What people do around the queue: open, push, close, approve, merge by hand, commit to the base.
import type { LaneEvent } from '#domain/merge-queue/lane/lane.js'
import type { ExitReason } from '#schemas/merge-queue/enums.js'
import type { Head, Pull } from './simulated-host.js'
import type { Simulation } from './simulation.js'
import type { Change } from './trees.js'
import { MINUTE_MS } from './weather.js'

export interface Habits {
  /** Probabilities of a new head: broken in a tree, red by itself, part of a feature that others touch too. */
  broken: number
  redHead: number
  entangled: number
  /** Heads whose checks never answer. */
  silent: number
  /** Lines in the repository, of which each change touches one or two: the fewer, the more conflicts. */
  lines: number
  /** Names of the areas that the repository declares. */
  areas: readonly string[]
}

const FEATURES = 6
const URGENT = 10
const EXITS = ['removed', 'closed', 'unlabelled', 'draft', 'retargeted', 'changes_requested'] as const

export class Outside {
  readonly #sim: Simulation
  readonly #habits: Habits
  #heads = 0
  #commits = 0

  constructor(sim: Simulation, habits: Habits) {
    this.#sim = sim
    this.#habits = habits
  }

  open(number: number): void {
    const { random, host } = this.#sim
    const isOrdinary = random.chance(0.7)
    const priority = isOrdinary ? 0 : random.pick([random.between(-10, 9), random.between(1, 9), URGENT])
    const pull: Pull = { number, priority, head: this.#newHead(number), state: 'open', isApproved: true }
    host.pulls.set(number, pull)
    host.setHead(number, pull.head)
    this.#sim.admit(pull)
  }

  #newHead(number: number): Head {
    const { random, now } = this.#sim
    this.#heads += 1
    const sha = `head-${number}-${this.#heads}`
    const isSilent = random.chance(this.#habits.silent)
    return {
      sha,
      change: this.#newChange(sha, random.chance(this.#habits.broken)),
      verdict: random.chance(this.#habits.redHead) ? 'failed' : 'passed',
      checkedAt: isSilent ? null : now + random.between(-5 * MINUTE_MS, 15 * MINUTE_MS)
    }
  }

  #newChange(id: string, isBroken: boolean): Change {
    const { random } = this.#sim
    const { lines, entangled } = this.#habits
    const areas = this.#newAreas()
    const line = () => this.#placeIn(areas) * lines + random.below(lines)
    const feature = random.chance(entangled)
      ? this.#placeIn(areas) * FEATURES + random.between(1, FEATURES)
      : 0
    return { id, lines: random.chance(0.5) ? [line()] : [line(), line()], feature, isBroken, areas }
  }

  #newAreas(): string[] | null {
    const { random } = this.#sim
    const { areas } = this.#habits
    if (areas.length === 0 || random.chance(0.1)) return null
    const one = random.below(areas.length)
    const other = random.chance(0.8) ? one : random.below(areas.length)
    return areas.filter((_, index) => index === one || index === other)
  }

  /** The number of one of these areas: what is in none of them touches no other area. */
  #placeIn(areas: readonly string[] | null): number {
    const all = this.#habits.areas
    const places = areas ?? all
    return Math.max(0, all.indexOf(places[this.#sim.random.below(places.length)] ?? ''))
  }

  /** One of the things that may happen to a pull request or to the base. */
  act(): void {
    const { random } = this.#sim
    const acts = [
      ...Array<() => void>(10).fill(() => this.#withPull((pull) => this.push(pull))),
      ...Array<() => void>(14).fill(() => this.#withPull((pull) => this.readmit(pull))),
      ...Array<() => void>(5).fill(() => this.#withPull((pull) => this.#leave(pull))),
      ...Array<() => void>(4).fill(() => this.#withPull((pull) => this.#loseApproval(pull))),
      ...Array<() => void>(6).fill(() => this.commit()),
      ...Array<() => void>(2).fill(() => this.#withPull((pull) => this.#mergeByHand(pull))),
      ...Array<() => void>(4).fill(() => this.#sim.readBase()),
      ...Array<() => void>(4).fill(() => this.#tellNonsense()),
      ...Array<() => void>(2).fill(() => this.#repeatChecks()),
      () => this.#sim.notify({ is: 'resumed' }),
      () => this.#sim.notify({ is: 'time' })
    ]
    acts[random.below(acts.length)]?.()
  }

  #withPull(act: (pull: Pull) => void): void {
    const { host, random } = this.#sim
    const pulls = [...host.pulls.values()]
    const pull = pulls[random.below(pulls.length)]
    if (pull && pull.state !== 'merged') act(pull)
  }

  push(pull: Pull): void {
    const head = this.#newHead(pull.number)
    this.#sim.host.setHead(pull.number, head)
    this.#sim.notify({
      is: 'pushed',
      number: pull.number,
      headSha: head.sha,
      areas: head.change.areas
    })
  }

  readmit(pull: Pull): void {
    pull.state = 'open'
    pull.isApproved = true
    this.#sim.admit(pull)
  }

  #leave(pull: Pull): void {
    const reason: ExitReason = this.#sim.random.pick(EXITS)
    if (reason === 'closed') pull.state = 'closed'
    if (reason === 'changes_requested') pull.isApproved = false
    this.#sim.notify({ is: 'left', number: pull.number, reason })
  }

  #loseApproval(pull: Pull): void {
    pull.isApproved = false
    this.#sim.notify({ is: 'left', number: pull.number, reason: 'approval_lost' })
  }

  /** A commit to the base that the queue did not make. */
  commit(): void {
    this.#commits += 1
    this.#sim.host.commitOutside(this.#newChange(`outside-${this.#commits}`, false))
    this.#tellBase()
  }

  #mergeByHand(pull: Pull): void {
    if (!this.#sim.host.mergeOutside(pull.number)) return
    this.#sim.notify({ is: 'merged', number: pull.number })
    this.#tellBase()
  }

  #tellBase(): void {
    if (!this.#sim.random.chance(this.#sim.weather.lost)) this.#sim.readBase()
  }

  #tellNonsense(): void {
    const { random } = this.#sim
    const number = 10_000 + random.below(10)
    const batch = random.below(40) + 100_000
    const headSha = `head-${number}-0`
    this.#sim.notify(
      random.pick<LaneEvent>([
        { is: 'pushed', number, headSha, areas: null },
        { is: 'left', number, reason: 'closed' },
        { is: 'checked', number, headSha, verdict: 'passed' },
        { is: 'merged', number },
        { is: 'tested', batch, verdict: 'passed' },
        { is: 'build-failed', batch },
        { is: 'refused', batch, number, reason: null }
      ])
    )
  }

  /** Checks of a head are told again, also of one that is no longer the head. */
  #repeatChecks(): void {
    const { host, random, now } = this.#sim
    const heads = [...host.heads]
    const [sha, head] = heads[random.below(heads.length)] ?? []
    if (!sha || !head) return
    const isFinished = head.checkedAt !== null && head.checkedAt <= now
    const verdict = isFinished ? head.verdict : 'waiting'
    this.#sim.notify({ is: 'checked', number: Number(sha.split('-')[1]), headSha: sha, verdict })
  }

  /** Tells the lane of each of its entries what the host knows, as the service does now and then. */
  reconcile(): void {
    for (const { number, headSha } of this.#sim.lane.entries) {
      const pull = this.#sim.host.pulls.get(number)
      if (pull) this.#sim.after(1, () => this.#tellTruth(pull, headSha))
    }
  }

  #tellTruth({ number, state, isApproved, head }: Pull, knownSha: string): void {
    const sim = this.#sim
    if (state === 'merged') sim.send({ is: 'merged', number })
    else if (state === 'closed') sim.send({ is: 'left', number, reason: 'closed' })
    else if (!isApproved) sim.send({ is: 'left', number, reason: 'approval_lost' })
    else if (head.sha !== knownSha)
      sim.send({ is: 'pushed', number, headSha: head.sha, areas: head.change.areas })
    else if (sim.entryOf(number)?.status === 'pending') sim.awaitChecks(number)
  }
}
