// What the lane was told and what it has wished for, kept apart from what the lane itself believes.
import type { TreeCommit } from '#domain/host/merging.js'
import type { Candidate, LaneEvent, LaneMove, LaneWish } from '#domain/merge-queue/lane/lane.js'
import { demand, type ObservedStep, Violation, type WishOf } from './mechanism.js'

export interface KnownEntry {
  headSha: string
  isActive: boolean
  priority: number
  admittedAt: number
  /** Landings refused for a passing reason, and the reasons that were final, since it was admitted. */
  refusals: number
  finalReasons: Set<string>
  /** What was told of the checks of its head. */
  head: 'unknown' | 'passed' | 'failed'
  wasLeftOut: boolean
}

export interface KnownCandidate {
  id: number
  on: TreeCommit
  /** Those that the candidate contains, once it is built. */
  members: number[]
  heads: Map<number, string>
  wishedAt: number
  candidate: Candidate | null
  hasFailedBuild: boolean
  verdict: 'passed' | 'failed' | null
  isDiscarded: boolean
  landed: number[]
}

export class Ledger {
  readonly entries = new Map<number, KnownEntry>()
  readonly candidates = new Map<number, KnownCandidate>()
  /** Trees that were tested green as the end of a candidate. */
  readonly greenTrees = new Set<string>()
  landing: WishOf<'land'> | null = null

  /** To be called before other watchers see the step. */
  hear({ event }: ObservedStep): void {
    if (event.is === 'admitted') this.#admit(event)
    else if ('number' in event) this.#hearOfEntry(event)
    this.#hearOfCandidate(event)
    this.#hearOfLanding(event)
  }

  #hearOfEntry(event: Extract<LaneEvent, { number: number }>): void {
    const known = this.entries.get(event.number)
    if (!known) return
    if (event.is === 'pushed' && event.headSha !== known.headSha)
      Object.assign(known, { headSha: event.headSha, head: 'unknown' })
    if (event.is === 'checked' && event.headSha === known.headSha && event.verdict !== 'waiting')
      known.head = event.verdict
    if (event.is === 'left') {
      known.isActive = false
      known.finalReasons.add(event.reason)
    }
    if (event.is === 'merged') known.isActive = false
  }

  #admit({ entry }: Extract<LaneEvent, { is: 'admitted' }>): void {
    const known = this.entries.get(entry.number)
    if (known?.isActive) {
      if (entry.status === 'ready' && entry.headSha === known.headSha) known.head = 'passed'
      return
    }
    const { headSha, priority, admittedAt } = entry
    this.entries.set(entry.number, {
      headSha,
      priority,
      admittedAt,
      isActive: true,
      refusals: 0,
      finalReasons: new Set(),
      head: entry.status === 'ready' ? 'passed' : 'unknown',
      wasLeftOut: false
    })
  }

  #hearOfCandidate(event: LaneEvent): void {
    if (!('batch' in event)) return
    const known = this.candidates.get(event.batch)
    if (!known) return
    if (event.is === 'build-failed') this.#hearOfFailedBuild(known)
    if (event.is === 'built') {
      known.candidate = event.candidate
      known.members = known.members.filter((number) => !event.conflicts.includes(number))
      for (const number of event.conflicts) this.#change(number, { wasLeftOut: true })
    }
    if (event.is === 'tested') {
      known.verdict = event.verdict
      const end = known.candidate?.trees.at(-1)
      if (end && event.verdict === 'passed') this.greenTrees.add(end)
    }
  }

  /** Of one alone it counts as a failure of its own. */
  #hearOfFailedBuild(known: KnownCandidate): void {
    known.hasFailedBuild = true
    const [first, ...others] = known.members
    const entry = others.length === 0 && first !== undefined ? this.entries.get(first) : undefined
    if (entry) entry.refusals += 1
  }

  #change(number: number, change: Partial<KnownEntry>): void {
    const known = this.entries.get(number)
    if (known) Object.assign(known, change)
  }

  #hearOfLanding(event: LaneEvent): void {
    if (event.is !== 'landed' && event.is !== 'refused' && event.is !== 'merged') return
    if (event.is === 'refused') this.#hearOfRefusal(event)
    else this.#hearOfMerge(event.number)
    if (this.landing?.number === event.number) this.landing = null
  }

  #hearOfRefusal({ number, reason }: Extract<LaneEvent, { is: 'refused' }>): void {
    const known = this.entries.get(number)
    if (reason) known?.finalReasons.add(reason)
    else if (known) known.refusals += 1
  }

  #hearOfMerge(number: number): void {
    this.#change(number, { isActive: false })
    if (this.landing?.number !== number) return
    this.candidates.get(this.landing.batch)?.landed.push(number)
  }

  /** To be called after the other watchers. */
  note({ before, step, now }: ObservedStep): void {
    const heads = new Map([...before.entries, ...step.lane.entries].map((one) => [one.number, one.headSha]))
    for (const move of step.moves) this.#noteMove(move)
    for (const wish of step.wishes) this.#noteWish(wish, heads, now)
  }

  #noteMove({ number, to }: LaneMove): void {
    if (to === 'blocked' || to === 'removed' || to === 'merged') this.#change(number, { isActive: false })
  }

  #noteWish(wish: LaneWish, heads: ReadonlyMap<number, string>, now: number): void {
    if (wish.is === 'land') this.landing = wish
    if (wish.is === 'build') this.#noteBuild(wish, heads, now)
    if (wish.is === 'discard') this.#noteDiscard(wish.batch)
  }

  #noteDiscard(batch: number): void {
    const known = this.candidates.get(batch)
    if (!known) throw new Violation(`batch ${batch} is discarded and was never built`)
    demand(!known.isDiscarded, () => `batch ${batch} is discarded twice`)
    known.isDiscarded = true
  }

  #noteBuild({ batch, on, members }: WishOf<'build'>, heads: ReadonlyMap<number, string>, now: number): void {
    demand(!this.candidates.has(batch), () => `the id ${batch} is used twice`)
    this.candidates.set(batch, {
      id: batch,
      on,
      members: [...members],
      heads: new Map(members.map((number) => [number, heads.get(number) ?? ''])),
      wishedAt: now,
      candidate: null,
      hasFailedBuild: false,
      verdict: null,
      isDiscarded: false,
      landed: []
    })
  }

  candidateOf(sha: string): KnownCandidate | undefined {
    return [...this.candidates.values()].find(({ candidate }) => candidate?.sha === sha)
  }

  /** Candidates that still lie about: neither thrown away nor landed as a whole. */
  leftovers(): number[] {
    return [...this.candidates.values()]
      .filter(({ isDiscarded, hasFailedBuild }) => !isDiscarded && !hasFailedBuild)
      .filter(({ candidate, members, landed }) => !candidate || landed.length < members.length)
      .map(({ id }) => id)
  }
}
